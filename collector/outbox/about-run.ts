import type { RunKey, RunSummary, Store } from '../store/store.ts'

/** A span of a run. */
export interface SpanPlace {
  readonly traceId: string
  readonly spanId: string
}

/** A step that a decision rests on, with its span where it has one. */
export interface EvidenceStep {
  readonly step: string
  readonly span: SpanPlace | null
}

/** What sinks ask the store about a run; either may be gone when the message is late. */
export interface AboutRun {
  /** Null when nothing is left of the run. */
  summary(key: RunKey): Promise<RunSummary | null>
  /** Where steps of the log stand, the newest 2000 looked at; in the order asked. */
  places(key: RunKey, steps: readonly string[]): Promise<readonly EvidenceStep[]>
}

const mostLooked = 2000

/** Reads about runs from the store. */
export function aboutRuns(store: Pick<Store, 'read' | 'steps'>): AboutRun {
  return {
    summary: async (key) => (await store.read(key))?.summary ?? null,
    async places(key, steps) {
      if (steps.length === 0) return []
      const found = new Map<string, SpanPlace>()
      const stored = await store.read(key)
      const from = Math.max(0, (stored?.version ?? 0) - mostLooked)
      const { records } = await store.steps(key, from, mostLooked)
      const wanted = new Set(steps)
      for (const { step } of records) {
        const { id, traceId, spanId } = step
        if (wanted.has(id) && traceId !== null && spanId !== null) found.set(id, { traceId, spanId })
      }
      return steps.map((step) => ({ step, span: found.get(step) ?? null }))
    },
  }
}

/** Tenant of a run: the key begins with it. */
export function tenantOf(key: RunKey): string {
  return key.slice(0, key.indexOf('/'))
}
