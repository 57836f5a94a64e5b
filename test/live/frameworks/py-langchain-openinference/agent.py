from agent_kit import MODEL, MODEL_URL, OWN_LIMIT, TASK, is_halted, report, use_read, use_search
from langchain.agents import create_agent
from langchain.agents.middleware import before_model
from langchain_core.tools import tool
from langchain_openai import ChatOpenAI
from openinference.instrumentation.langchain import LangChainInstrumentor

LangChainInstrumentor().instrument()


@tool
def search(query: str) -> str:
    """Searches invoices."""
    return use_search(query)


@tool
def read(page: int) -> str:
    """Reads a page."""
    return use_read(page)


@before_model(can_jump_to=["end"])
def ask_before_turn(state, runtime):
    return {"jump_to": "end"} if is_halted() else None


agent = create_agent(
    ChatOpenAI(model=MODEL, base_url=f"{MODEL_URL}/v1", api_key="k"),
    [search, read],
    middleware=[ask_before_turn],
)
state = agent.invoke({"messages": [("user", TASK)]}, {"recursion_limit": 3 * OWN_LIMIT})
report(state["messages"][-1].content)
