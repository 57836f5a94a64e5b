import type { FenceStep, RunTraits, StepBase, StepRecord } from '@loop-observer/rules'
import type { RunKey, RunSummary } from '../store/store.ts'
import type { RunIntro } from './judging.ts'

/**
 * The passing of time as a record. Its id derives from the length of the log, so that two
 * observers that wake for the same deadline append it once.
 */
export function tickRecord(version: number, nowMs: number, wakeAtMs: number | null): StepRecord {
  const atMs = Math.max(nowMs, wakeAtMs ?? 0)
  return { step: { ...mark(`tick:${version}`, '*', atMs), kind: 'tick' }, preview: null }
}

/** A mark that settles everything received so far in `lane` (`*`: in all lanes). */
export function fenceRecord(lane: string, nowMs: number): StepRecord {
  const step: FenceStep = { ...mark(`fence:${crypto.randomUUID()}`, lane, nowMs), kind: 'fence' }
  return { step, preview: null }
}

/** What the policy of a run was chosen by. */
export function traitsOf({ source, agent, attributes, namedLate }: RunSummary): RunTraits {
  return { source, agent: namedLate === true ? null : agent, attributes: attributes ?? {} }
}

/** Who a run is, from its summary; when it has none yet, from its key. */
export function introOf(key: RunKey, summary: RunSummary | null): RunIntro {
  const slash = key.indexOf('/')
  return {
    key,
    run: summary?.run ?? key.slice(slash + 1),
    tenant: summary?.tenant ?? key.slice(0, slash),
    agent: summary?.agent ?? null,
    task: summary?.task ?? null,
    source: summary?.source ?? 'telemetry',
    traceId: null,
    attributes: summary?.attributes ?? {},
  }
}

/** The base of a step that the observer itself makes. */
export function mark(id: string, lane: string, atMs: number): StepBase {
  return {
    id,
    lane,
    startedAtMs: atMs,
    endedAtMs: atMs,
    receivedAtMs: atMs,
    sequence: null,
    traceId: null,
    spanId: null,
  }
}
