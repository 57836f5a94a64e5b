import { standsAt, unitAt } from '../bytes/letters.ts'
import { digitsAt, isLetter, isSpace } from '../mask/chars.ts'

/** Marks the lines of running text: not those in which look-alikes are ordinary. */
export class Prose {
  /** The sign that the open code fence consists of; 0 when none is open. */
  #fence = 0

  /** True for a line, from `from` to `to`, outside code fences that is no table row, list item, heading, quote or ruler. */
  takes(text: Uint8Array, from: number, to: number): boolean {
    const start = behindSpace(text, from, to)
    const fence = start - from <= mostIndent ? fenceAt(text, start) : 0
    if (this.#fence !== 0) {
      if (fence === this.#fence) this.#fence = 0
      return false
    }
    this.#fence = fence
    return fence === 0 && !isCode(text, from) && start < to && !isStructured(text, start, to)
  }
}

/** Of a code fence, spaces. */
const mostIndent = 8

function behindSpace(text: Uint8Array, from: number, to: number): number {
  let p = from
  while (p < to && isSpace(unitAt(text, p))) p++
  return p
}

/** The sign of ``` or ~~~; 0 for anything else. */
function fenceAt(text: Uint8Array, at: number): number {
  return standsAt(text, at, '```') || standsAt(text, at, '~~~') ? unitAt(text, at) : 0
}

/** Indented as code is. */
function isCode(text: Uint8Array, from: number): boolean {
  return unitAt(text, from) === 9 || standsAt(text, from, '    ')
}

/** Without its indentation a table row, list item, heading, quote or ruler. */
function isStructured(text: Uint8Array, from: number, to: number): boolean {
  const first = unitAt(text, from)
  if (first === 62 || first === 124) return true
  const mark = markEnd(text, from)
  if (mark > from && (mark >= to ? false : isSpace(unitAt(text, mark)))) return true
  return isRuler(text, from, to) || isRow(text, from, to)
}

/** Behind what stands before a list item or a heading: `-`, `*`, `+`, `•`, `12.`, `3)`, `a.`, `##`; `from` itself for none. */
function markEnd(text: Uint8Array, from: number): number {
  const first = unitAt(text, from)
  if (first === 45 || first === 42 || first === 43) return from + 1
  if (standsAt(text, from, bullet)) return from + bullet.length
  const digits = digitsAt(text, from, 5)
  const end = from + (isLetter(first) ? 1 : digits <= 4 ? digits : 0)
  if (end > from) return unitAt(text, end) === 46 || unitAt(text, end) === 41 ? end + 1 : from
  let p = from
  while (p - from < 6 && unitAt(text, p) === 35) p++
  return p
}

/** • as UTF-8, byte by byte. */
const bullet = '\u00e2\u0080\u00a2'

/** Three and more of the signs that rulers are drawn with, and nothing else. */
function isRuler(text: Uint8Array, from: number, to: number): boolean {
  let p = from
  while (p < to && isRulerSign(unitAt(text, p))) p++
  return p - from >= 3 && behindSpace(text, p, to) === to
}

/** `-`, `=`, `_`, `*`. */
function isRulerSign(unit: number): boolean {
  return unit === 45 || unit === 61 || unit === 95 || unit === 42
}

/** Longest first cell, bytes. */
const longestCell = 80

/** Two bars and more, the first one early. */
function isRow(text: Uint8Array, from: number, to: number): boolean {
  let bars = 0
  for (let p = from; p < to; p++) {
    if (unitAt(text, p) !== 124) {
      if (bars === 0 && p - from >= longestCell) return false
      continue
    }
    bars++
    if (bars === 2) return true
  }
  return false
}
