import type { AmendmentReading, ModelReading, Reading, ToolReading } from '../dialects/reading.ts'
import type { RunKey } from '../store/store.ts'
import { mergeCall } from './call-group.ts'
import type { CallMemory } from './call-memory.ts'
import { groupCalls } from './group-calls.ts'
import type { ModelMemory } from './model-memory.ts'

/** What is remembered of earlier batches. */
export interface Memories {
  readonly calls: CallMemory
  readonly models: ModelMemory
}

/**
 * The readings of one run in one batch, each call and each model call once, in the order in which
 * they began. Answers from prompts go to their calls when those are in the batch.
 */
export function mergeReadings(
  key: RunKey,
  readings: readonly Reading[],
  { calls, models }: Memories,
): readonly Reading[] {
  const tools: ToolReading[] = []
  const modelCalls: ModelReading[] = []
  const amendments: AmendmentReading[] = []
  const others: Reading[] = []
  for (const reading of readings) {
    if (reading.kind === 'tool') tools.push(reading)
    else if (reading.kind === 'model') modelCalls.push(reading)
    else if (reading.kind === 'amendment') amendments.push(reading)
    else others.push(reading)
  }
  const { amended, left } = amend(
    groupCalls(tools).map((group) => ({ group, call: mergeCall(group) })),
    amendments,
  )
  const bound: Reading[] = amended.map(({ group, call }) => {
    const callId = calls.callIdFor(key, call, group)
    return callId === call.callId ? call : { ...call, callId }
  })
  for (const amendment of left) {
    const callId = calls.amendedCall(key, amendment)
    if (callId !== null) bound.push({ ...amendment, callId })
  }
  bound.push(...models.select(modelCalls), ...others)
  return bound.sort(byStart)
}

interface Bound {
  readonly group: ReturnType<typeof groupCalls>[number]
  readonly call: ToolReading
}

/** Gives calls that lack an answer the one that the batch holds; what concerns other batches is left. */
function amend(
  calls: readonly Bound[],
  amendments: readonly AmendmentReading[],
): { readonly amended: readonly Bound[]; readonly left: readonly AmendmentReading[] } {
  if (amendments.length === 0) return { amended: calls, left: amendments }
  const answers = new Map<string, AmendmentReading>()
  for (const amendment of amendments.toSorted(byStart)) {
    if (!answers.has(amendment.callId)) answers.set(amendment.callId, amendment)
  }
  const here = new Set<string>()
  const amended = calls.map((bound) => {
    const { callId } = bound.call
    const answer = callId === null ? undefined : answers.get(callId)
    if (callId === null || answer === undefined) return bound
    here.add(callId)
    return { ...bound, call: answered(bound.call, answer) }
  })
  return { amended, left: [...answers.values()].filter(({ callId }) => !here.has(callId)) }
}

function answered(call: ToolReading, { observation, failed }: AmendmentReading): ToolReading {
  if (call.observation !== undefined || call.failed === true || call.features !== null) return call
  const words = failed && typeof observation === 'string' ? observation : null
  return {
    ...call,
    observation,
    failed: failed ? true : (call.failed ?? false),
    errorText: call.errorText ?? words,
  }
}

function byStart(a: Reading, b: Reading): number {
  return a.startMs - b.startMs || (a.spanId < b.spanId ? -1 : a.spanId > b.spanId ? 1 : 0)
}
