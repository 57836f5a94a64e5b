from agent_kit import MODEL, MODEL_URL, OWN_LIMIT, TASK, Halted, go_on_or_stop, report, use_read, use_search
from agents import Agent, OpenAIProvider, RunConfig, Runner, function_tool
from openinference.instrumentation.openai_agents import OpenAIAgentsInstrumentor

OpenAIAgentsInstrumentor().instrument()


@function_tool
def search(query: str) -> str:
    """Searches invoices."""
    return use_search(query)


@function_tool
def read(page: int) -> str:
    """Reads a page."""
    return use_read(page)


def ask_before_turn(data):
    go_on_or_stop()
    return data.model_data


agent = Agent(name="invoices", instructions="Look it up.", model=MODEL, tools=[search, read])
config = RunConfig(
    model_provider=OpenAIProvider(base_url=f"{MODEL_URL}/v1", api_key="k"),
    call_model_input_filter=ask_before_turn,
)
try:
    text = Runner.run_sync(agent, TASK, run_config=config, max_turns=OWN_LIMIT).final_output
except Halted:
    text = "stopped"
report(text)
