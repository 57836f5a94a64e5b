/** Longest wait that a receiver may ask for. */
const longestMs = 3_600_000

/** Milliseconds that a `Retry-After` header asks for, as seconds or as a date (RFC 9110, 10.2.3); 0 when it asks for none, an hour at most. */
export function retryAfterMs(header: string | null, nowMs: number): number {
  if (header === null) return 0
  const text = header.trim()
  const askedMs = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - nowMs
  return Number.isNaN(askedMs) ? 0 : Math.min(Math.max(0, askedMs), longestMs)
}
