import { isSameTool } from '@loop-observer/rules'
import type { AmendmentReading, ToolReading } from '../dialects/reading.ts'
import { unwrapArguments } from '../dialects/unwrap-arguments.ts'
import { givenId, mergeCall, type CallGroup } from './call-group.ts'
import { nestCalls } from './nesting.ts'

/** A call, and the readings it was merged from. */
export interface GroupedCall {
  readonly group: CallGroup
  readonly call: ToolReading
}

/** The group with the call that it tells. */
export function groupedCall(group: CallGroup): GroupedCall {
  return { group, call: mergeCall(group) }
}

/** The calls of a batch with their answers, and the answers of others. */
export interface Amended {
  readonly amended: readonly GroupedCall[]
  readonly left: readonly AmendmentReading[]
}

/**
 * Gives the calls of a batch the answers that the batch holds, in the order in which both began: by
 * call id, else by the tool's name and order. Groups that seem to be one call take one answer. What
 * concerns other batches is left, each call's first answer only.
 */
export function amendCalls(groups: readonly CallGroup[], amendments: readonly AmendmentReading[]): Amended {
  if (amendments.length === 0) return { amended: groups.map(groupedCall), left: amendments }
  const calls = nestCalls(groups).map(groupedCall)
  const { amended, left } = answer(calls, amendments)
  if (calls.length === groups.length) return { amended, left }
  const groupOf = new Map(groups.flatMap((group) => group.map((reading) => [reading, group] as const)))
  const spread = amended.flatMap(({ group, call }, index) => {
    const parts = [...new Set(group.map((reading) => groupOf.get(reading)))].filter(
      (part) => part !== undefined,
    )
    if (parts.length === 1) return [{ group, call }]
    const isAnswered = call !== calls[index]?.call
    return parts.map(groupedCall).map((part) => (isAnswered ? withAnswerOf(part, call) : part))
  })
  return { amended: spread, left }
}

/** A part of a call that was answered, with the answer. */
function withAnswerOf({ group, call }: GroupedCall, whole: ToolReading): GroupedCall {
  const named =
    call.unnamed === true
      ? { tool: whole.tool, callId: whole.callId, givenId: givenId(call), unnamed: whole.unnamed ?? false }
      : {}
  if (!isUnanswered(call) || whole.seenIn !== 'prompt') return { group, call: { ...call, ...named } }
  const { observation, seenIn, failed, errorText } = whole
  return { group, call: { ...call, ...named, observation, seenIn, failed, errorText } }
}

function answer(calls: readonly GroupedCall[], amendments: readonly AmendmentReading[]): Amended {
  const byId = new Map<string, AmendmentReading>()
  const byName: AmendmentReading[] = []
  const again: AmendmentReading[] = []
  for (const amendment of amendments) {
    if (amendment.callId === null) byName.push(amendment)
    else if (!byId.has(amendment.callId)) byId.set(amendment.callId, amendment)
    // An ordinal comes again with other calls.
    else if (amendment.prompt !== undefined) again.push(amendment)
  }
  const named = calls.map((each) => ({ ...each, call: nameCall(each.call, byId, calls) }))
  const here = new Set<AmendmentReading>()
  const amended = named.map((each) => {
    const { call } = each
    const found = call.callId === null ? takeByName(call, byName) : byId.get(call.callId)
    if (found === undefined) return each
    here.add(found)
    return { ...each, call: answered(call, found) }
  })
  const left = [...byId.values(), ...again, ...byName].filter((amendment) => !here.has(amendment))
  return { amended, left }
}

/** True for a call of which only others can say what came back. */
export function isUnanswered({ observation, failed, features }: ToolReading): boolean {
  return observation === undefined && failed !== true && features === null
}

/** Takes the first answer out of the list that names the tool and began after the call. */
function takeByName(call: ToolReading, answers: AmendmentReading[]): AmendmentReading | undefined {
  if (!isUnanswered(call)) return undefined
  const index = answers.findIndex(
    ({ tool, startMs }) => tool !== null && isSameTool(tool, call.tool) && startMs >= call.startMs,
  )
  return index === -1 ? undefined : answers.splice(index, 1)[0]
}

/**
 * A call known by the class of its tool only: the step around it tells which call it was. Of several
 * steps around it the shortest; an id that another call carries is not this one's.
 */
function nameCall(
  call: ToolReading,
  answers: ReadonlyMap<string, AmendmentReading>,
  calls: readonly GroupedCall[],
): ToolReading {
  if (call.unnamed !== true || call.callId !== null) return call
  const taken = new Set(calls.map((each) => each.call.callId))
  const [around] = [...answers.values()]
    .filter(({ callId, tool }) => tool !== null && !taken.has(callId))
    .filter(({ startMs, endMs }) => startMs <= call.startMs && endMs >= call.endMs)
    .toSorted((a, b) => a.endMs - a.startMs - (b.endMs - b.startMs))
  return around === undefined
    ? call
    : {
        ...call,
        tool: around.tool ?? call.tool,
        callId: around.callId,
        givenId: givenId(call),
        unnamed: false,
      }
}

function answered(known: ToolReading, { observation, failed, prompt }: AmendmentReading): ToolReading {
  const args = known.args === undefined && known.features === null ? prompt?.request()?.args : undefined
  const call = args == null ? known : { ...known, args: unwrapArguments(args) }
  if (!isUnanswered(call)) return call
  const words = failed && typeof observation === 'string' ? observation : null
  return {
    ...call,
    observation,
    seenIn: 'prompt',
    failed: failed ? true : (call.failed ?? false),
    errorText: call.errorText ?? words,
  }
}
