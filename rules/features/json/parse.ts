import { standsAt } from '../bytes/letters.ts'
import { isDigit } from '../mask/chars.ts'
import { addNumber } from './number.ts'
import { readString } from './string.ts'
import { node, type Tape } from './tape.ts'

/** What is nested deeper is no document but text. */
const maxDepth = 256

/**
 * Reads the JSON document (RFC 8259) that stands in the tape's text from `from` to `to`. Returns its place on
 * the tape, -1 when it is none. Strings are unescaped, numbers written as ECMAScript writes them; whole
 * numbers that a double cannot hold become strings: two ids that differ in the last digit differ.
 */
export function parseJson(tape: Tape, from: number, to: number): number {
  const { text } = tape
  const behind = text.bytes[to] ?? 0
  // No value and no string goes beyond a zero.
  text.bytes[to] = 0
  const root = tape.length
  const end = value(tape, space(text.bytes, from), 0)
  const isWhole = end >= 0 && space(text.bytes, end) === to
  text.bytes[to] = behind
  if (isWhole) return root
  tape.length = root
  return -1
}

/** Behind the value at `at`; -1 when there is none. */
function value(tape: Tape, at: number, depth: number): number {
  const first = tape.text.bytes[at] ?? 0
  if (first === 34) return readString(tape, at + 1)
  if (first === 123) return depth < maxDepth ? object(tape, at, depth + 1) : -1
  if (first === 91) return depth < maxDepth ? list(tape, at, depth + 1) : -1
  if (first === 45 || isDigit(first)) return addNumber(tape, at)
  return literal(tape, at, first)
}

function object(tape: Tape, at: number, depth: number): number {
  const { text } = tape
  const place = tape.add(node.object, 0, 0)
  let count = 0
  let p = space(text.bytes, at + 1)
  for (let closes = text.bytes[p] === 125; !closes; count++) {
    p = text.bytes[p] === 34 ? readString(tape, p + 1) : -1
    if (p < 0) return -1
    p = space(text.bytes, p)
    if (text.bytes[p] !== 58) return -1
    p = value(tape, space(text.bytes, p + 1), depth)
    if (p < 0) return -1
    p = space(text.bytes, p)
    closes = text.bytes[p] === 125
    if (closes) continue
    if (text.bytes[p] !== 44) return -1
    p = space(text.bytes, p + 1)
  }
  tape.close(place, count)
  return p + 1
}

function list(tape: Tape, at: number, depth: number): number {
  const { text } = tape
  const place = tape.add(node.list, 0, 0)
  let count = 0
  let p = space(text.bytes, at + 1)
  for (let closes = text.bytes[p] === 93; !closes; count++) {
    p = value(tape, p, depth)
    if (p < 0) return -1
    p = space(text.bytes, p)
    closes = text.bytes[p] === 93
    if (closes) continue
    if (text.bytes[p] !== 44) return -1
    p = space(text.bytes, p + 1)
  }
  tape.close(place, count)
  return p + 1
}

/** Behind white space. */
function space(bytes: Uint8Array, at: number): number {
  let p = at
  for (;;) {
    const unit = bytes[p] ?? 0
    if (unit > 32 || (unit !== 32 && unit !== 10 && unit !== 13 && unit !== 9)) return p
    p++
  }
}

function literal(tape: Tape, at: number, first: number): number {
  if (first === 116) return named(tape, at, 'true')
  if (first === 102) return named(tape, at, 'false')
  return first === 110 ? named(tape, at, 'null') : -1
}

const literals = { null: node.nothing, true: node.true, false: node.false } as const

function named(tape: Tape, at: number, word: keyof typeof literals): number {
  if (!standsAt(tape.text.bytes, at, word)) return -1
  tape.add(literals[word], at, at + word.length)
  return at + word.length
}
