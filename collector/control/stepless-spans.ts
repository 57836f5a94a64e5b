/** The newest spans that this observer received and found no step in: they answer a fence. */
export interface SteplessSpans {
  note(tenant: string, spanId: string): void
  has(tenant: string, spanId: string): boolean
}

/** Remembers the newest `capacity` of them (about 100 bytes each). Default 20 000. */
export function createSteplessSpans(capacity = 20_000): SteplessSpans {
  const spans = new Set<string>()
  return {
    note(tenant, spanId) {
      spans.add(`${spanId} ${tenant}`)
      if (spans.size <= capacity) return
      const oldest = spans.values().next()
      if (oldest.done !== true) spans.delete(oldest.value)
    },
    has: (tenant, spanId) => spans.has(`${spanId} ${tenant}`),
  }
}
