import { parseJson } from './parse.ts'
import type { Tape } from './tape.ts'

/** Longest text that is tried as JSON, UTF-16 code units. */
const maxJsonChars = 1024 * 1024

/** Reads a text that is an object, array or string as JSON. Returns its place on the tape, -1 when it is just text. */
export function openJson(tape: Tape, text: string): number {
  if (!looksLikeJson(text)) return -1
  tape.clear()
  tape.text.addText(text)
  return parseJson(tape, tape.text.start, tape.text.length)
}

/** True when a text begins and ends as objects, arrays and strings do in JSON. */
export function looksLikeJson(text: string): boolean {
  const first = firstUnit(text)
  if (first !== 123 && first !== 91 && first !== 34) return false
  return text.length <= maxJsonChars && closes(text, first)
}

function firstUnit(text: string): number {
  let i = 0
  while (i < text.length && i < 64) {
    const unit = text.charCodeAt(i)
    if (unit > 32 && unit !== 0xfeff) return unit
    i++
  }
  return 0
}

function closes(text: string, first: number): boolean {
  let i = text.length - 1
  while (i > 0 && text.charCodeAt(i) <= 32) i--
  return text.charCodeAt(i) === (first === 123 ? 125 : first === 91 ? 93 : 34)
}
