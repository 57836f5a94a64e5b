from agent_kit import MODEL, MODEL_URL, OWN_LIMIT, TASK, is_halted, report, use_read, use_search
from strands import Agent, tool
from strands.hooks import BeforeModelCallEvent
from strands.models.openai import OpenAIModel


@tool
def search(query: str) -> str:
    """Searches invoices."""
    return use_search(query)


@tool
def read(page: int) -> str:
    """Reads a page."""
    return use_read(page)


model = OpenAIModel(client_args={"base_url": f"{MODEL_URL}/v1", "api_key": "k"}, model_id=MODEL)
agent = Agent(model=model, tools=[search, read], name="invoices", callback_handler=None)
turns = 0


def ask_before_turn(event: BeforeModelCallEvent) -> None:
    global turns
    turns += 1
    if turns > OWN_LIMIT or is_halted():
        event.agent.cancel()


agent.hooks.add_callback(BeforeModelCallEvent, ask_before_turn)
report(str(agent(TASK)).strip())
