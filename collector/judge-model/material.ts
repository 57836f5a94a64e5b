import type { StepRecord } from '@loop-observer/rules'

/** One thing that a lane did, as far as its content is kept; null is what is not. */
type MaterialEntry =
  | {
      readonly kind: 'call'
      readonly tool: string
      readonly args: string | null
      readonly result: string | null
      readonly failed: boolean
    }
  /** What came back from a call, told after it. */
  | { readonly kind: 'late_result'; readonly result: string }
  | { readonly kind: 'message'; readonly text: string }

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
  if (!all.some(hasResult)) return null
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

function hasResult(entry: MaterialEntry): boolean {
  return entry.kind !== 'message' && entry.result !== null
}

function entryOf({ step, preview }: StepRecord, roomChars: number): MaterialEntry | null {
  const result = clipped(preview?.observation, Math.floor(roomChars * mostShare))
  if (step.kind === 'tool') {
    return {
      kind: 'call',
      tool: step.tool.slice(0, 100),
      args: clipped(preview?.args, mostArgsChars),
      result: result ?? (step.observation.state === 'empty' ? '(nothing)' : null),
      failed: step.ok === false || (step.ok === null && step.error !== null),
    }
  }
  if (step.kind === 'amendment') return result === null ? null : { kind: 'late_result', result }
  if (step.kind !== 'model') return null
  const text = clipped(preview?.text, mostTextChars)
  return text === null || text === '' ? null : { kind: 'message', text }
}

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
  return textsOf(entry).reduce((sum, text) => sum + (text?.length ?? 0), aroundChars)
}

const aroundChars = 60

function textsOf(entry: MaterialEntry): readonly (string | null)[] {
  if (entry.kind === 'call') return [entry.tool, entry.args, entry.result]
  return [entry.kind === 'message' ? entry.text : entry.result]
}
