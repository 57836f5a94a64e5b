import asyncio

from agent_kit import MODEL, MODEL_URL, OWN_LIMIT, TASK, is_halted, report, use_read, use_search
from google.adk.agents import LlmAgent, RunConfig
from google.adk.models.google_llm import Gemini
from google.adk.models.llm_response import LlmResponse
from google.adk.runners import InMemoryRunner
from google.genai import types


def search(query: str) -> str:
    """Searches invoices."""
    return use_search(query)


def read(page: int) -> str:
    """Reads a page."""
    return use_read(page)


def ask_before_turn(callback_context, llm_request):
    if not is_halted():
        return None
    return LlmResponse(content=types.Content(role="model", parts=[types.Part(text="stopped")]))


agent = LlmAgent(
    name="invoices",
    model=Gemini(model=MODEL, base_url=MODEL_URL),
    instruction="Look it up.",
    tools=[search, read],
    before_model_callback=ask_before_turn,
)


async def main() -> str:
    runner = InMemoryRunner(agent=agent, app_name="invoices")
    session = await runner.session_service.create_session(app_name="invoices", user_id="u")
    question = types.Content(role="user", parts=[types.Part(text=TASK)])
    limits = RunConfig(max_llm_calls=OWN_LIMIT)
    text = ""
    async for event in runner.run_async(
        user_id="u", session_id=session.id, new_message=question, run_config=limits
    ):
        if event.is_final_response() and event.content:
            text = event.content.parts[0].text
    return text


report(asyncio.run(main()))
