/** A W3C trace id: 32 random hex digits. */
export function mintTraceId(): string {
  return randomHex(16)
}

/** A W3C span id: 16 random hex digits. */
export function mintSpanId(): string {
  return randomHex(8)
}

/** A run id: a random UUID. */
export function mintRunId(): string {
  return crypto.randomUUID()
}

const digits = Array.from({ length: 256 }, (_unused, byte) => byte.toString(16).padStart(2, '0'))
const pool = new Uint8Array(2048)
let used = pool.length

/** Random bytes come in one call for many ids: a call costs more than the bytes. */
function randomHex(bytes: number): string {
  if (used + bytes > pool.length) {
    crypto.getRandomValues(pool)
    used = 0
  }
  let hex = ''
  for (let index = used; index < used + bytes; index += 1) hex += digits[pool[index] ?? 0]
  used += bytes
  // W3C Trace Context: an id of zeros only is invalid.
  return /^0+$/.test(hex) ? randomHex(bytes) : hex
}
