from agent_kit import MODEL, MODEL_URL, OWN_LIMIT, TASK, is_halted, report, use_read, use_search
from openinference.instrumentation.smolagents import SmolagentsInstrumentor
from smolagents import ActionStep, AgentError, OpenAIModel, ToolCallingAgent, tool

SmolagentsInstrumentor().instrument()


@tool
def search(query: str) -> str:
    """Searches invoices.

    Args:
        query: what to look for
    """
    return use_search(query)


@tool
def read(page: int) -> str:
    """Reads a page.

    Args:
        page: its number
    """
    return use_read(page)


def ask_after_step(step, agent):
    if is_halted():
        agent.interrupt()


agent = ToolCallingAgent(
    tools=[search, read],
    model=OpenAIModel(model_id=MODEL, api_base=f"{MODEL_URL}/v1", api_key="k"),
    max_steps=OWN_LIMIT,
    step_callbacks={ActionStep: ask_after_step},
    verbosity_level=0,
)
try:
    text = agent.run(TASK)
except AgentError as error:
    text = str(error)
report(text)
