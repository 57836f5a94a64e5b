/** Longest wait that a server may ask for, milliseconds. */
const longestMs = 3_600_000

/**
 * Milliseconds that a server's `Retry-After` header asks for, as seconds or as a date (RFC 9110, 10.2.3), an hour at
 * most; null when it asks for nothing that can be read.
 */
export function retryAfterMs(header: string | null, nowMs: number): number | null {
  if (header === null) return null
  const text = header.trim()
  const askedMs = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - nowMs
  return Number.isNaN(askedMs) ? null : Math.min(Math.max(0, askedMs), longestMs)
}
