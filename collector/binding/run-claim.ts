/** Which run a span names, and how surely. */
export interface RunClaim {
  /** Null for a log record outside any trace, which `attribute` or `runId` must place. */
  readonly traceId: string | null
  /** `loop.run.id`: holds for its own span whatever the trace is bound to. */
  readonly runId: string | null
  /** Value of the attribute that the policy names. */
  readonly attribute: string | null
  /**
   * Ids of calls that a model call which is a trace of its own answers and asks for, in this order: the next one
   * of the conversation has one of them. Absent for all others.
   */
  readonly calls?: readonly string[]
  /** Of equal claims in one batch the earliest binds its trace. */
  readonly startMs: number
  /** True for what only tells of the run: it looks up what its trace is bound to, and binds nothing. */
  readonly isWeak: boolean
}

/** Orders claims: the surer first, then the earlier, then any fixed order. */
export function compareClaims(a: RunClaim, b: RunClaim): number {
  return (
    Number(a.isWeak) - Number(b.isWeak) ||
    sureness(b) - sureness(a) ||
    a.startMs - b.startMs ||
    ((a.runId ?? a.attribute ?? '') < (b.runId ?? b.attribute ?? '') ? -1 : 1)
  )
}

function sureness({ runId, attribute }: RunClaim): number {
  return runId !== null ? 2 : attribute !== null ? 1 : 0
}
