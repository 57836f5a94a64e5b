import { maxTextChars, clipText } from '../clip.ts'
import { standsAt, unitAt } from '../bytes/letters.ts'
import { trait, type Tape } from '../json/tape.ts'
import { plainText } from './plain.ts'

/** Where a string of the tape stands as `plainText` of its head and tail has it; mostly where it is. */
export function normalised(tape: Tape, at: number): readonly [from: number, to: number] {
  const from = tape.from(at)
  const to = tape.to(at)
  if (isPlain(tape, at)) return [from, to]
  return rewritten(tape, plainText(clipText(tape.textOf(at))))
}

/** Writes a text behind what stands there. */
export function rewritten({ text }: Tape, plain: string): readonly [from: number, to: number] {
  text.add(0)
  const from = text.length
  text.addText(plain)
  const to = text.length
  text.add(0)
  return [from, to]
}

/** True when there is neither byte order mark, terminal escape nor carriage return, nor too much. */
function isPlain(tape: Tape, at: number): boolean {
  const from = tape.from(at)
  const to = tape.to(at)
  if (to - from > maxTextChars) return false
  const { bytes } = tape.text
  if ((tape.traits(at) & trait.control) !== 0) {
    for (let i = from; i < to; i++) {
      const unit = unitAt(bytes, i)
      if (unit === 13 || unit === 27) return false
    }
  }
  return !standsAt(bytes, from, byteOrderMark)
}

/** U+FEFF as UTF-8, byte by byte. */
const byteOrderMark = '\u00ef\u00bb\u00bf'
