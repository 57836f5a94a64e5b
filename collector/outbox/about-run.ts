import type { Step } from '@loop-observer/rules'
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

/** How far back the log is looked through, newest first: evidence is mostly young, and reading a log costs the judge's time. */
const stretches = [64, 448, 1536]

/** Reads about runs from the store. */
export function aboutRuns(store: Pick<Store, 'read' | 'steps'>): AboutRun {
  return {
    summary: async (key) => (await store.read(key))?.summary ?? null,
    async places(key, steps) {
      const found = new Map<string, SpanPlace | null>()
      let end = (steps.length === 0 ? null : await store.read(key))?.version ?? 0
      for (const length of stretches) {
        if (end === 0 || found.size === new Set(steps).size) break
        const from = Math.max(0, end - length)
        const { records } = await store.steps(key, from, end - from)
        for (const { step } of records) if (steps.includes(step.id)) found.set(step.id, placeOf(step))
        end = from
      }
      return steps.map((step) => ({ step, span: found.get(step) ?? null }))
    },
  }
}

function placeOf({ traceId, spanId }: Step): SpanPlace | null {
  return traceId === null || spanId === null ? null : { traceId, spanId }
}

/** Tenant of a run: the key begins with it. */
export function tenantOf(key: RunKey): string {
  return key.slice(0, key.indexOf('/'))
}
