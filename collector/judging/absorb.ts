import type { StepRecord } from '@loop-observer/rules'
import type { RunKey, Store } from '../store/store.ts'
import type { BoundSteps } from './judging.ts'

/** What moving a run needs. */
export interface AbsorbingParts {
  readonly store: Pick<Store, 'steps' | 'read' | 'remove'>
  /** Resolves when what was accepted for the run so far is in the store. */
  readonly settledIn: (key: RunKey) => Promise<void>
  /** Makes steps durable. */
  readonly push: (bound: BoundSteps) => Promise<void>
  /** Told when the run is no more. */
  readonly gone: (key: RunKey) => void
}

/** How often a run that grows meanwhile is read again. */
const mostTries = 8

/**
 * Puts the log of a run that was named by its trace alone into the run that it is a part of, then removes it: a
 * crash in between leaves the steps in both, and nothing lost. Called before the steps of `bound` are accepted.
 */
export async function absorbRun(bound: BoundSteps, part: RunKey, parts: AbsorbingParts): Promise<void> {
  await parts.settledIn(part)
  let from = 0
  for (let tries = 0; tries < mostTries; tries++) {
    const stored = await parts.store.read(part)
    if (stored === null) break
    const records = await logOf(part, from, stored.version, parts.store)
    const moved = records.filter(isToldOfIt).map(ofWhole)
    if (moved.length > 0) await parts.push({ intro: bound.intro, records: moved })
    if (await parts.store.remove(part, stored.version)) break
    from = stored.version
  }
  parts.gone(part)
}

async function logOf(
  key: RunKey,
  from: number,
  to: number,
  store: AbsorbingParts['store'],
): Promise<readonly StepRecord[]> {
  return to <= from ? [] : (await store.steps(key, from, to - from)).records
}

/** The observer's own marks concern the run that is no more. */
function isToldOfIt({ step }: StepRecord): boolean {
  return step.kind !== 'tick' && step.kind !== 'fence'
}

/** The record as one of the whole: in a run that is not its trace, the ids of steps name their trace. */
export function ofWhole({ step, preview }: StepRecord): StepRecord {
  const { traceId, spanId } = step
  if (traceId === null || spanId === null) return { step, preview }
  const idOf = (id: string): string => (id.startsWith(spanId) ? `${traceId}-${id}` : id)
  const named = { ...step, id: idOf(step.id) }
  if (named.kind !== 'check' || named.call === undefined) return { step: named, preview }
  return { step: { ...named, call: idOf(named.call) }, preview }
}
