import json, os, urllib.request

def ask_decision(trace_id, after=0, span_id=None, wait_ms=1000):
    """What loop-observer says about the run of a trace; when it is away: go on."""
    query = f"after={after}&wait={wait_ms}" + (f"&fence={span_id}" if span_id else "")
    url = os.environ.get("LOOP_OBSERVER_URL", "http://127.0.0.1:4320")
    token = os.environ.get("LOOP_OBSERVER_TOKEN")
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    request = urllib.request.Request(f"{url}/v1/runs/trace:{trace_id}/decision?{query}", headers=headers)
    try:
        with urllib.request.urlopen(request, timeout=wait_ms / 1000 + 1) as answer:
            return json.load(answer)
    except (OSError, ValueError):
        return {"action": "continue", "seq": after}
