"""What the agents have in common: OpenTelemetry as its documentation sets it up (where spans go stands in
OTEL_EXPORTER_OTLP_ENDPOINT alone), the task, two tools, a limit of their own, and the question before each turn."""
import json, os

from ask_decision import ask_decision
from opentelemetry import trace
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.trace import SpanProcessor, TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor

MODEL_URL = os.environ["MODEL_URL"]
MODEL = os.environ["MODEL_SCRIPT"]
TASK = "What became of invoice 7?"
OWN_LIMIT = 14
"""Turns after which the agent ends by itself."""

run = {"calls": 0, "halted": False, "traceId": None}
ended, seq = [], 0


class Noting(SpanProcessor):
    """Remembers which spans ended since the observer was last asked."""

    def on_end(self, span):
        ended.append(span.get_span_context())


provider = TracerProvider()
provider.add_span_processor(Noting())
provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
trace.set_tracer_provider(provider)


class Halted(Exception):
    """The observer says that the run is to stop."""


def use_search(query: str) -> str:
    run["calls"] += 1
    return "No invoice found under this number."


def use_read(page: int) -> str:
    run["calls"] += 1
    return f"Page {page}: {PAGES[page - 1]}"


PAGES = [
    "ordered from Lindqvist in March.",
    "delivered to the warehouse at the harbour.",
    "two crates were damaged, a claim was filed.",
    "the insurer paid for the crates in May.",
    "what was left to pay went out by cheque.",
    "closed by the accountant in June.",
]


def is_halted() -> bool:
    """Whether the observer says that the run is to stop; the newest span that it judges answers."""
    global seq
    if run["halted"]:
        return True
    provider.force_flush()
    while ended:
        span = ended.pop()
        run["traceId"] = f"{span.trace_id:032x}"
        advice = ask_decision(run["traceId"], seq, f"{span.span_id:016x}", 5000)
        if advice.get("fence") != "judged":
            continue
        seq = advice["seq"]
        run["halted"] = advice["action"] in ("halt", "escalate")
        ended.clear()
    return run["halted"]


def go_on_or_stop() -> None:
    """For hooks that end a run by an exception."""
    if is_halted():
        raise Halted()


def report(text) -> None:
    """The agent's last words, for the test. Its process then ends by itself."""
    if ended:
        run["traceId"] = f"{ended[-1].trace_id:032x}"
    provider.force_flush()
    provider.shutdown()
    print(json.dumps({**run, "text": text}))
