import type { ErrorFeatures } from '../words/features.ts'
import { observationSources, seenOn, sourceRanks } from '../words/call-source.ts'
import type { ToolStep } from '../words/step.ts'

/** Records of one call. */
export type CallRecords = readonly [ToolStep, ...ToolStep[]]

/**
 * One step of a call that several records tell: every field from the best source that has it, never by arrival.
 * It waits for as long as the record that came first.
 */
export function mergedCall(records: CallRecords): ToolStep {
  const [best, ...others] = records.toSorted(compareSources)
  if (best === undefined || others.length === 0) return records[0]
  const merged = others.reduce(merge, best)
  return {
    ...merged,
    callId: idOf([best, ...others]),
    lane: laneOf([best, ...others]) ?? best.lane,
    receivedAtMs: Math.min(...records.map(({ receivedAtMs }) => receivedAtMs)),
  }
}

function merge(best: ToolStep, other: ToolStep): ToolStep {
  const { observation: _, seenIn: _seenIn, resultSize: _size, ...known } = best
  return {
    ...known,
    ...whatCameBack(best, other),
    ...(best.rank === 'prompt' && other.rank !== 'prompt' ? ownRecord(other, best) : {}),
    call: best.call.exact === null ? other.call : best.call,
    ok: best.ok === false || other.ok === false ? false : (best.ok ?? other.ok),
    error: moreTelling(best.error, other.error),
    effect: best.effect || other.effect,
    readOnly: best.readOnly ?? other.readOnly,
    round: best.round ?? other.round,
    sequence: best.sequence ?? other.sequence,
    ...(best.effectId === undefined && other.effectId !== undefined ? { effectId: other.effectId } : {}),
  }
}

/** A call that a prompt tells more of than its own record does is still one with a record, which says when it was. */
function ownRecord(
  { rank, startedAtMs, endedAtMs }: ToolStep,
  { observation, seenIn }: ToolStep,
): Partial<ToolStep> {
  const seen = observation.state === 'unknown' ? {} : { seenIn: seenIn ?? 'prompt' }
  return { rank, startedAtMs, endedAtMs, ...seen }
}

type Told = Pick<ToolStep, 'observation' | 'seenIn' | 'resultSize'>

/** What came back, from the record that read it where it is surest; where neither knows, perhaps how much it was. */
function whatCameBack(best: ToolStep, other: ToolStep): Told {
  const { observation } = best
  const size = best.resultSize ?? other.resultSize
  const sized = size === undefined ? {} : { resultSize: size }
  if (surenessOf(best) <= surenessOf(other)) {
    return { ...sized, observation, ...(best.seenIn === undefined ? {} : { seenIn: best.seenIn }) }
  }
  const seenIn = seenOn(other)
  return { ...sized, observation: other.observation, ...(seenIn === null ? {} : { seenIn }) }
}

/** Place in the order of surer to less sure: on the call's own record, then {@link observationSources}, then not at all. */
function surenessOf(record: ToolStep): number {
  if (record.observation.state === 'unknown') return observationSources.length
  const source = seenOn(record)
  return source === null ? -1 : observationSources.indexOf(source)
}

/** The first that names a class of failure, else the first. */
function moreTelling(a: ErrorFeatures | null, b: ErrorFeatures | null): ErrorFeatures | null {
  if (a === null || b === null) return a ?? b
  return a.class === 'other' && b.class !== 'other' ? b : a
}

/** Of the ids the one that a source gave the call, by which prompts and log records know it. */
function idOf(records: CallRecords): string | null {
  const given = records.find(
    ({ callId, told }) => callId !== null && told?.some(([, , , id]) => id === callId) === true,
  )
  return (given ?? records.find(({ callId }) => callId !== null))?.callId ?? null
}

/** The lane that the best source names. */
function laneOf(records: CallRecords): string | null {
  const told = records.flatMap((record) => record.told ?? [])
  return told.map(([, , , , lane]) => lane).find((lane) => lane !== null) ?? null
}

/** By rank; of one rank the outer first. */
function compareSources(a: ToolStep, b: ToolStep): number {
  return (
    sourceRanks.indexOf(a.rank) - sourceRanks.indexOf(b.rank) ||
    a.startedAtMs - b.startedAtMs ||
    b.endedAtMs - a.endedAtMs ||
    (a.id < b.id ? -1 : 1)
  )
}
