/** Bits of `Span.flags` beyond those of W3C (opentelemetry-proto, `SpanFlags`): it is known whether the parent is remote, and it is. */
const remote = 0x300

/** True when the flags say that the span's parent is in another process. */
export function isRemote(flags: number): boolean {
  return (flags & remote) === remote
}
