import { addPlain, type ByteBuffer } from '../bytes/byte-buffer.ts'
import { classOf } from './byte-class.ts'
import { trait, type Tape } from './tape.ts'

/** Writes a string of the tape, with its quotes. */
export function addString(out: ByteBuffer, tape: Tape, at: number): void {
  const from = tape.from(at)
  const to = tape.to(at)
  if ((tape.traits(at) & trait.escaped) === 0) return out.addQuoted(tape.text, from, to, 34)
  out.add(34)
  addEscaped(out, tape.text, from, to)
  out.add(34)
}

/** How parts of a string of the tape are written: most strings hold nothing that JSON escapes. */
export function keeperOf(tape: Tape, at: number): typeof addEscaped {
  return (tape.traits(at) & trait.escaped) === 0 ? addPlain : addEscaped
}

/** Writes what stands in `text` from `from` to `to` as the inside of a JSON string (RFC 8785, 3.2.2.2). */
export function addEscaped(out: ByteBuffer, text: ByteBuffer, from: number, to: number): void {
  let copied = from
  for (let i = from; i < to; i++) {
    const byte = text.bytes[i] ?? 0
    if (((classOf[byte] ?? 0) & trait.escaped) === 0) continue
    out.addBytes(text, copied, i)
    copied = i + 1
    out.addText(escapes[byte] ?? `\\${String.fromCharCode(byte)}`)
  }
  out.addBytes(text, copied, to)
}

/** How control characters are written. */
const escapes: readonly string[] = Array.from({ length: 32 }, (_, unit) =>
  JSON.stringify(String.fromCharCode(unit)).slice(1, -1),
)
