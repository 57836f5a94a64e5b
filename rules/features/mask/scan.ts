import type { ByteBuffer } from '../bytes/byte-buffer.ts'
import { trimmedEnd } from '../bytes/letters.ts'
import { isDigit, isSpace, isWord } from './chars.ts'
import { address, id, labels, time, uuid } from './labels.ts'
import type { LineHasher } from './line-hasher.ts'
import { tempPathAt } from './temp-path.ts'
import type { TokenContext } from './token-context.ts'
import { tokenPart } from './token.ts'

/** What one pass over a text leaves out and hands out. */
export interface ScanOptions {
  /** False where moments are data, for example a calendar's start times. */
  readonly times: boolean
  /** Hashes the masked lines. */
  readonly hasher: LineHasher | null
  /** Takes the masked text. */
  readonly out: ByteBuffer
  /** Writes to `out` what stays of the text, as it is or as JSON has it. */
  readonly keep: (out: ByteBuffer, text: ByteBuffer, from: number, to: number) => void
}

/**
 * Masks what stands in `text` from `from` to `to` in one pass over its bytes and hashes its lines on the
 * way. Volatile parts become labels; space at line ends and at the end of the text goes; digits stay.
 * Expects what `plainText` returns.
 */
export function scanText(text: ByteBuffer, from: number, to: number, options: ScanOptions): void {
  const { bytes } = text
  const end = trimmedEnd(bytes, from, to)
  const before = bytes[from - 1] ?? 0
  const behind = bytes[end] ?? 0
  // Who looks beyond the text finds that it is over.
  bytes[from - 1] = 0
  bytes[end] = 0
  scan(text, from, end, options)
  bytes[from - 1] = before
  bytes[end] = behind
}

/** Ids that scans have told by their form or by the words before them, since somebody set it to zero. */
export const idsScanned = { count: 0 }

/** One for all scans: none begins before another has ended. */
const context: TokenContext = { times: true, floor: 0, timeSeen: false }

function scan(text: ByteBuffer, from: number, end: number, options: ScanOptions): void {
  const { bytes } = text
  const { hasher, out, keep } = options
  context.times = options.times
  context.floor = from
  context.timeSeen = false
  /** Up to here the text was kept. */
  let kept = from
  let i = from
  while (i <= end) {
    while (ordinary[bytes[i] ?? 0] === 1) i++
    const unit = bytes[i] ?? 0
    if (unit === 10 || i >= end) {
      const contentEnd = withoutSpace(bytes, context.floor, i)
      hasher?.part(context.floor, contentEnd)
      hasher?.end()
      if (contentEnd < i) {
        keep(out, text, kept, contentEnd)
        kept = i
      }
      context.floor = ++i
      context.timeSeen = false
      continue
    }
    const found = isDigit(unit) ? tokenPart(bytes, i, context) : tempPathAt(bytes, i)
    if (found === null) {
      i = isDigit(unit) ? wordEnd(bytes, i) : i + 1
      continue
    }
    hasher?.part(context.floor, found.from)
    hasher?.label(found.label)
    if (found.from > kept) keep(out, text, kept, found.from)
    out.addText(labels[found.label] ?? '')
    noteLabel(found.label)
    kept = context.floor = i = found.end
  }
  if (kept < end) keep(out, text, kept, end)
}

function noteLabel(label: number): void {
  if (label === time) context.timeSeen = true
  else if (label === uuid || label === id || label === address) idsScanned.count++
}

function wordEnd(bytes: Uint8Array, at: number): number {
  let end = at + 1
  while (isWord(bytes[end] ?? 0)) end++
  return end
}

function withoutSpace(bytes: Uint8Array, floor: number, at: number): number {
  let end = at
  while (end > floor && isSpace(bytes[end - 1] ?? 0)) end--
  return end
}

/** 1 for bytes that neither end a line nor can begin a volatile part. */
const ordinary: Uint8Array = makeOrdinary()

function makeOrdinary(): Uint8Array {
  const table = new Uint8Array(256).fill(1)
  for (const unit of [0, 10, 47, 92]) table[unit] = 0
  table.fill(0, 48, 58)
  return table
}
