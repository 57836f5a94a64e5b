import type { StepRecord } from '@loop-observer/rules'

/** One thing that a lane did, as far as its content is kept. */
interface MaterialEntry {
  readonly kind: 'call' | 'message'
  /** Of a call. */
  readonly tool: string | null
  readonly args: string | null
  readonly gave: string | null
  readonly failed: boolean
  /** Of a message. */
  readonly text: string | null
}

/** What a judge model is shown of a lane, oldest first. */
export interface Material {
  readonly entries: readonly MaterialEntry[]
  /** Entries that there was no room for, all older than those that are shown. */
  readonly leftOut: number
}

/** Of one call's arguments, and of one message, so many characters are shown at most. */
const mostArgsChars = 400
const mostTextChars = 800
/** No result takes more than this share of the room: one long page must not hide all the others. */
const mostShare = 1 / 3

/**
 * What the records of `lane` say, from the content that is kept of them and nothing else: the newest come first
 * into the room of `roomChars` characters. Null when not one result is kept, for then there is nothing to judge.
 */
export function materialOf(records: readonly StepRecord[], lane: string, roomChars: number): Material | null {
  const all = records.flatMap((record) =>
    record.step.lane === lane ? (entryOf(record, roomChars) ?? []) : [],
  )
  if (!all.some(({ gave }) => gave !== null)) return null
  let room = roomChars
  let first = all.length
  while (first > 0) {
    const size = sizeOf(all[first - 1])
    if (size > room) break
    room -= size
    first--
  }
  return { entries: all.slice(first), leftOut: first }
}

function entryOf({ step, preview }: StepRecord, roomChars: number): MaterialEntry | null {
  const given = clipped(preview?.observation, Math.floor(roomChars * mostShare))
  if (step.kind === 'tool') {
    return {
      ...nothing,
      tool: step.tool.slice(0, 100),
      args: clipped(preview?.args, mostArgsChars),
      gave: given ?? (step.observation.state === 'empty' ? '(nothing)' : null),
      failed: step.ok === false || (step.ok === null && step.error !== null),
    }
  }
  if (step.kind === 'amendment') return given === null ? null : { ...nothing, gave: given }
  if (step.kind !== 'model') return null
  const text = clipped(preview?.text, mostTextChars)
  return text === null || text === '' ? null : { ...nothing, kind: 'message', text }
}

const nothing: MaterialEntry = { kind: 'call', tool: null, args: null, gave: null, failed: false, text: null }

/** Head and tail of a text that is too long. Control characters, six times as long once quoted, become spaces. */
function clipped(given: string | null | undefined, most: number): string | null {
  if (given == null) return null
  const text = given.toWellFormed().replaceAll(/[^\P{Cc}\n\t]/gu, ' ')
  if (text.length <= most) return text
  const tail = Math.floor(most / 4)
  return `${text.slice(0, most - tail - 3)} … ${text.slice(text.length - tail)}`
}

/** Characters of an entry, with what is written around it. */
function sizeOf(entry: MaterialEntry | undefined): number {
  if (entry === undefined) return 0
  const { tool, args, gave: given, text } = entry
  return [tool, args, given, text].reduce((sum, each) => sum + (each?.length ?? 0), 60)
}
