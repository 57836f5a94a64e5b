import type { HashBag } from '../sketch.ts'
import { isDigit, isSpace, isWord } from './chars.ts'
import { labels, time } from './labels.ts'
import { LineHasher } from './line-hasher.ts'
import { tempPathAt } from './temp-path.ts'
import { tokenPart, type TokenContext } from './token.ts'
import { unitsOf } from './units.ts'

/** What one pass over a text leaves out and hands out. */
export interface ScanOptions {
  /** False where moments are data, for example a calendar's start times. */
  readonly times: boolean
  /** Takes the hashes of the masked lines. */
  readonly lines: HashBag | null
  /** Seed of the line hashes. */
  readonly seed: number
}

/**
 * Masks `text` in one pass over its characters and hashes its lines on the way. Volatile parts become
 * labels; space at line ends and at the end of the text goes; digits stay. Expects what `plainText`
 * returns.
 */
export function scanText(text: string, { times, lines, seed }: ScanOptions): string {
  const given = unitsOf(text)
  const units = given.bytes
  const { length } = text
  const hasher = lines === null ? null : new LineHasher(text, given, lines, seed)
  const context: TokenContext = { times, floor: 0, timeSeen: false }
  let out = ''
  /** Up to here the text is in `out`. */
  let copied = 0
  let i = 0
  while (i <= length) {
    while (ordinary[units[i] ?? 0] === 1) i++
    const unit = units[i] ?? 0
    if (unit === 10 || i >= length) {
      const end = contentEnd(units, context.floor, i)
      hasher?.part(context.floor, end)
      hasher?.end()
      if (end < i) {
        out += text.slice(copied, end)
        copied = i
      }
      context.floor = ++i
      context.timeSeen = false
      continue
    }
    const found = isDigit(unit) ? tokenPart(text, i, context) : tempPathAt(text, i)
    if (found === null) {
      i = isDigit(unit) ? wordEnd(units, i) : i + 1
      continue
    }
    hasher?.part(context.floor, found.from)
    hasher?.label(found.label)
    out += text.slice(copied, found.from) + (labels[found.label] ?? '')
    if (found.label === time) context.timeSeen = true
    copied = context.floor = i = found.end
  }
  if (copied === 0 && !endsBlank(units, length)) return text
  return (out + text.slice(copied)).trimEnd()
}

function wordEnd(units: Uint8Array, at: number): number {
  let end = at + 1
  while (isWord(units[end] ?? 0)) end++
  return end
}

function contentEnd(units: Uint8Array, floor: number, at: number): number {
  let end = at
  while (end > floor && isSpace(units[end - 1] ?? 0)) end--
  return end
}

function endsBlank(units: Uint8Array, length: number): boolean {
  const last = units[length - 1] ?? 0
  return last <= 32 || last === 128
}

/** 1 for code units that neither end a line nor can begin a volatile part. */
const ordinary: Uint8Array = makeOrdinary()

function makeOrdinary(): Uint8Array {
  const table = new Uint8Array(256).fill(1)
  for (const unit of [0, 10, 47, 92]) table[unit] = 0
  table.fill(0, 48, 58)
  return table
}
