const { LOOP_OBSERVER_URL = 'http://127.0.0.1:4320', LOOP_OBSERVER_TOKEN: token } = process.env

/** What loop-observer says about the run of a trace; when it is away: go on. */
export async function askDecision(traceId, after = 0, spanId = '', waitMs = 1000) {
  const query = `after=${after}&wait=${waitMs}${spanId === '' ? '' : `&fence=${spanId}`}`
  const headers = token ? { Authorization: `Bearer ${token}` } : {}
  const options = { headers, signal: AbortSignal.timeout(waitMs + 1000) }
  try {
    const answer = await fetch(`${LOOP_OBSERVER_URL}/v1/runs/trace:${traceId}/decision?${query}`, options)
    if (answer.ok) return await answer.json()
  } catch {}
  return { action: 'continue', seq: after }
}
