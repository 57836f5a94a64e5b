import type { StepRecord } from '@loop-observer/rules'
import type { RunKey, Store } from '../store/store.ts'
import { RecentMap } from '../recent-map.ts'
import type { BoundSteps, RunIntro } from './judging.ts'

/** What moving runs needs. */
export interface AbsorbingParts {
  readonly store: Pick<Store, 'steps' | 'read' | 'remove'>
  /** Resolves when what was accepted for the run so far is in the store. */
  readonly settledIn: (key: RunKey) => Promise<void>
  /** Makes steps durable. */
  readonly push: (bound: BoundSteps) => Promise<void>
  /** Told when the run is no more. */
  readonly gone: (key: RunKey) => void
}

/** Moves runs that turned out to be parts of others. */
export interface Absorber {
  /** False when no run was ever moved by this process and none of these is to be: nothing has to be redirected. */
  concerns(batch: readonly BoundSteps[]): boolean
  /**
   * Moves the parts that the steps name, then says where the steps themselves belong: their run may have become a part
   * of another since they were bound. Throws RetryableError when the store is away.
   */
  redirect(bound: BoundSteps): Promise<BoundSteps>
}

/** How often a run that grows meanwhile is read again. */
const mostTries = 8
/** How many wholes are followed that became a part of another themselves. */
const mostHops = 4

/** Makes an absorber. One for each process: it remembers the runs last moved. */
export function createAbsorber(parts: AbsorbingParts): Absorber {
  const wholes = new RecentMap<RunKey, RunIntro>(5000)
  return {
    concerns: (batch) => wholes.size > 0 || batch.some(({ absorbs }) => absorbs !== undefined),
    redirect: async ({ absorbs = [], intro, records }) => {
      for (const part of absorbs) {
        wholes.set(part, intro)
        await absorbRun(intro, part, parts)
      }
      let there: BoundSteps = { intro, records }
      for (let hops = 0; hops < mostHops; hops++) {
        const whole = wholes.get(there.intro.key)
        if (whole === undefined) break
        there = { intro: whole, records: there.records.map(ofWhole) }
      }
      return there
    },
  }
}

/**
 * Puts the log of a run that was named by its trace alone into the run that it is a part of, then removes it: a
 * crash in between leaves the steps in both, and nothing lost.
 */
async function absorbRun(whole: RunIntro, part: RunKey, parts: AbsorbingParts): Promise<void> {
  await parts.settledIn(part)
  let from = 0
  for (let tries = 0; tries < mostTries; tries++) {
    const stored = await parts.store.read(part)
    if (stored === null) break
    const records = await logOf(part, from, stored.version, parts.store)
    const moved = records.filter(isToldOfIt).map(ofWhole)
    if (moved.length > 0) await parts.push({ intro: whole, records: moved })
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
function ofWhole({ step, preview }: StepRecord): StepRecord {
  const { traceId, spanId } = step
  if (traceId === null || spanId === null) return { step, preview }
  const idOf = (id: string): string => (id.startsWith(spanId) ? `${traceId}-${id}` : id)
  const named = { ...step, id: idOf(step.id) }
  if (named.kind !== 'check' || named.call === undefined) return { step: named, preview }
  return { step: { ...named, call: idOf(named.call) }, preview }
}
