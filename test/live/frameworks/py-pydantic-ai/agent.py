import asyncio

from agent_kit import MODEL, MODEL_URL, OWN_LIMIT, TASK, is_halted, report, use_read, use_search
from pydantic_ai import Agent, UsageLimits
from pydantic_ai.models.openai import OpenAIChatModel
from pydantic_ai.providers.openai import OpenAIProvider

Agent.instrument_all()
model = OpenAIChatModel(MODEL, provider=OpenAIProvider(base_url=f"{MODEL_URL}/v1", api_key="k"))
agent = Agent(model, name="invoices")


@agent.tool_plain
def search(query: str) -> str:
    """Searches invoices."""
    return use_search(query)


@agent.tool_plain
def read(page: int) -> str:
    """Reads a page."""
    return use_read(page)


async def main() -> str:
    async with agent.iter(TASK, usage_limits=UsageLimits(request_limit=OWN_LIMIT)) as turns:
        async for node in turns:
            if Agent.is_model_request_node(node) and is_halted():
                return "stopped"
    return turns.result.output


report(asyncio.run(main()))
