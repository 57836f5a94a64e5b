import type {
  AgentLimitReading,
  AmendmentReading,
  MarkReading,
  ModelReading,
  OutcomeReading,
  Reading,
  ReadingBase,
  ToolReading,
  ToolRequest,
} from '../dialects/reading.ts'
import type { RunKey } from '../store/store.ts'
import { amendCalls, groupedCall } from './amending.ts'
import type { CallGroup } from './call-group.ts'
import { CallMemory } from './call-memory.ts'
import { groupCalls } from './group-calls.ts'
import { LogCallMemory } from './log-call-memory.ts'
import { LogModelMemory } from './log-model-memory.ts'
import { ModelMemory } from './model-memory.ts'
import { OutcomeMemory } from './outcome-memory.ts'
import { PromptCalls } from './prompt-calls.ts'
import { RequestMemory } from './request-memory.ts'

/** An answer whose call is known. */
export type BoundAmendment = Omit<AmendmentReading, 'observation'> & {
  readonly callId: string
  /** As {@link BoundCall.linked}, of the call. */
  readonly linked?: string
  /** Undefined where only the arguments were missing. */
  readonly observation: AmendmentReading['observation'] | undefined
  /** The call as it was asked for, where its own record was not seen, or left the arguments out; else null. */
  readonly request: ToolRequest | null
}

/** A call, with the readings that it was put together from. */
export interface BoundCall extends ToolReading {
  /** Absent for a call that a prompt tells. */
  readonly told?: CallGroup
  /** The call of an earlier batch that it seems to be; absent when it seems to be none. */
  readonly linked?: string
}

/** A reading that becomes a step. */
export type BoundReading = BoundCall | ModelReading | BoundAmendment | MarkReading | AgentLimitReading

/** What is remembered of earlier batches. */
export interface Memories {
  readonly calls: CallMemory
  readonly models: ModelMemory
  readonly requests: RequestMemory
  readonly promptCalls: PromptCalls
  readonly outcomes: OutcomeMemory
  readonly logCalls: LogCallMemory
  readonly logModels: LogModelMemory
}

/** Memories of a process that has seen nothing. */
export function newMemories(): Memories {
  return {
    calls: new CallMemory(),
    models: new ModelMemory(),
    requests: new RequestMemory(),
    promptCalls: new PromptCalls(),
    outcomes: new OutcomeMemory(),
    logCalls: new LogCallMemory(),
    logModels: new LogModelMemory(),
  }
}

/**
 * The readings of one run in one batch, each call and each model call once, in the order in which
 * they began. What a call's own span leaves out is taken from the model's request, from spans that
 * tell its outcome, and from the prompts that answer it, when those are in the batch or came before.
 */
export function mergeReadings(
  key: RunKey,
  readings: readonly Reading[],
  { calls, models, requests, promptCalls, outcomes, logCalls, logModels }: Memories,
): readonly BoundReading[] {
  const { tools, modelCalls, amendments, outcomeReadings, others } = sorted(readings)
  requests.remember(key, modelCalls)
  promptCalls.note(key, tools, amendments)
  outcomes.remember(outcomeReadings)
  const completed = logCalls
    .pair(key, tools.sort(byStart))
    .map((call) => requests.complete(key, outcomes.complete(call)))
  // Of a span that is sent again the log has the first record: what comes with it must have one of its own.
  const isAgain = ({ spanId }: ToolReading): boolean => calls.isReported(key, spanId)
  const fresh = groupCalls(completed.filter((call) => !isAgain(call)))
  const again = groupCalls(completed.filter(isAgain)).map(groupedCall)
  const { amended, left } = amendCalls(fresh, amendments.sort(byStart))
  const named = [...amended, ...again]
  for (const { group } of named) calls.noteSources(key, group)
  const bound: BoundReading[] = named.map(({ group, call }) => {
    const ids = calls.name(key, call, group)
    return { ...call, callId: null, ...ids, told: group }
  })
  const late = [...left, ...lateOutcomes(key, outcomeReadings, calls)]
  const hasModels = modelCalls.length > 0
  const counted = hasModels ? models.select(key, logModels.select(key, modelCalls)) : []
  const told = hasModels ? promptCalls.callsNamedBy(key, modelCalls) : []
  for (const amendment of late) {
    const call = calls.knows(key, amendment) ? null : promptCalls.callOf(key, amendment, requests)
    if (call !== null) {
      bound.push(call)
      continue
    }
    const ids = calls.amendedCall(key, amendment)
    if (ids === null) continue
    const request = calls.toldArguments(key, ids.callId) ? null : amendment.prompt?.request()
    bound.push({ ...amendment, ...ids, request: request ?? null })
  }
  bound.push(...lateRequests(key, modelCalls, calls))
  bound.push(...told, ...promptCalls.callsWithoutAnswer(key, counted, requests), ...counted, ...others)
  return bound.sort(byStart)
}

interface Sorted {
  readonly tools: ToolReading[]
  readonly modelCalls: ModelReading[]
  readonly amendments: AmendmentReading[]
  readonly outcomeReadings: OutcomeReading[]
  readonly others: (MarkReading | AgentLimitReading)[]
}

function sorted(readings: readonly Reading[]): Sorted {
  const kinds: Sorted = { tools: [], modelCalls: [], amendments: [], outcomeReadings: [], others: [] }
  for (const reading of readings) {
    if (reading.kind === 'tool') kinds.tools.push(reading)
    else if (reading.kind === 'model') kinds.modelCalls.push(reading)
    else if (reading.kind === 'amendment') kinds.amendments.push(reading)
    else if (reading.kind === 'outcome') kinds.outcomeReadings.push(reading)
    else if (reading.kind !== 'naming' && reading.kind !== 'end') kinds.others.push(reading)
  }
  return kinds
}

/** What models asked for, of calls that were reported in an earlier batch without their arguments. */
function lateRequests(
  key: RunKey,
  models: readonly ModelReading[],
  calls: CallMemory,
): readonly BoundAmendment[] {
  return models.flatMap((model) =>
    (model.requests ?? []).flatMap((request) => {
      const ids = calls.lacksArguments(key, request)
      if (ids === null) return []
      const { requests: _, ...base } = model
      const told = { tool: request.tool, observation: undefined, failed: false, request }
      return [{ ...base, kind: 'amendment' as const, ...ids, ...told }]
    }),
  )
}

/** Outcomes of calls that were reported in an earlier batch. */
function lateOutcomes(
  key: RunKey,
  outcomes: readonly OutcomeReading[],
  calls: CallMemory,
): readonly AmendmentReading[] {
  return outcomes.flatMap((outcome) => {
    const ids = outcome.parentSpanId === null ? null : calls.reportedAs(key, outcome.parentSpanId)
    const observation = outcome.observation ?? outcome.errorText ?? undefined
    if (ids === null || observation === undefined) return []
    const told = { callId: ids.callId, tool: null, observation, failed: outcome.failed === true }
    return [{ ...outcome, kind: 'amendment', ...told }]
  })
}

function byStart(
  a: Pick<ReadingBase, 'startMs' | 'spanId'>,
  b: Pick<ReadingBase, 'startMs' | 'spanId'>,
): number {
  return a.startMs - b.startMs || (a.spanId < b.spanId ? -1 : a.spanId > b.spanId ? 1 : 0)
}
