"""A loop written by hand: only the model's calls make spans, what they said and read stands on them."""
import json

from agent_kit import MODEL, MODEL_URL, OWN_LIMIT, TASK, is_halted, provider, report, use_read, use_search
from openai import OpenAI
from opentelemetry.instrumentation.genai.openai import OpenAIInstrumentor

OpenAIInstrumentor().instrument()

client = OpenAI(base_url=f"{MODEL_URL}/v1", api_key="k")
use = {"search": use_search, "read": use_read}
tools = [
    {"type": "function", "function": {"name": name, "parameters": {"type": "object", "properties": {}}}}
    for name in use
]


def answer() -> str:
    messages = [{"role": "user", "content": TASK}]
    for turn in range(OWN_LIMIT):
        if is_halted():
            break
        message = client.chat.completions.create(model=MODEL, messages=messages, tools=tools).choices[0].message
        if not message.tool_calls:
            return message.content
        messages.append(message.model_dump(exclude_none=True))
        for call in message.tool_calls:
            content = use[call.function.name](**json.loads(call.function.arguments))
            messages.append({"role": "tool", "tool_call_id": call.id, "content": content})
    return ""


with provider.get_tracer("app").start_as_current_span("invoices"):
    text = answer()
report(text)
