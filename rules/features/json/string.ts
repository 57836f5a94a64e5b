import { classOf, stops } from './byte-class.ts'
import { node, type Tape } from './tape.ts'

/** Adds the string whose first character stands at `at`, unescaped. Returns the place behind its quote, -1 when it has none. */
export function readString(tape: Tape, at: number): number {
  const { bytes } = tape.text
  let traits = 0
  let p = at
  for (;;) {
    const found = classOf[bytes[p] ?? 0] ?? 0
    if ((found & stops) !== 0) break
    traits |= found
    p++
  }
  if (bytes[p] === 34) {
    tape.add(node.string | traits, at, p)
    return p + 1
  }
  return bytes[p] === 92 ? readEscaped(tape, at, p) : -1
}

/** The same of a string with an escape at `escape`: it is written behind the document. */
function readEscaped(tape: Tape, at: number, escape: number): number {
  const { text } = tape
  // Between zeros, as every text stands.
  text.add(0)
  const from = text.length
  let traits = 0
  let copied = at
  let p = escape
  for (;;) {
    const unit = text.bytes[p] ?? 0
    const found = classOf[unit] ?? 0
    if ((found & stops) === 0) {
      p++
      continue
    }
    text.addBytes(text, copied, p)
    if (unit !== 92) {
      if (unit !== 34) return -1
      break
    }
    const escaped = text.bytes[p + 1] ?? 0
    const plain = plainOf[escaped] ?? 0
    if (plain !== 0) text.add(plain)
    const end = plain === 0 ? addUnit(tape, p, escaped) : p + 2
    if (end < 0) return -1
    copied = p = end
  }
  for (let i = from; i < text.length; i++) traits |= classOf[text.bytes[i] ?? 0] ?? 0
  tape.add(node.string | (traits & ~7), from, text.length)
  text.add(0)
  return p + 1
}

/** Adds the character of `\uXXXX` at `at`, both halves of a pair at once. Returns the place behind it, -1 for anything else. */
function addUnit({ text }: Tape, at: number, mark: number): number {
  const unit = mark === 117 ? hexAt(text.bytes, at + 2) : -1
  if (unit < 0) return -1
  if (unit >= 0xd800 && unit < 0xdc00 && text.bytes[at + 6] === 92 && text.bytes[at + 7] === 117) {
    const low = hexAt(text.bytes, at + 8)
    if (low >= 0xdc00 && low < 0xe000) {
      const point = 0x10000 + ((unit - 0xd800) << 10) + (low - 0xdc00)
      text.add(0xf0 | (point >> 18))
      text.add(0x80 | ((point >> 12) & 63))
      text.add(0x80 | ((point >> 6) & 63))
      text.add(0x80 | (point & 63))
      return at + 12
    }
  }
  if (unit < 0x80) text.add(unit)
  else {
    if (unit < 0x800) text.add(0xc0 | (unit >> 6))
    else {
      // Half a pair alone keeps its number (WTF-8): what differs stays different.
      text.add(0xe0 | (unit >> 12))
      text.add(0x80 | ((unit >> 6) & 63))
    }
    text.add(0x80 | (unit & 63))
  }
  return at + 6
}

/** The number of four hexadecimal digits; -1 when there are none. */
function hexAt(bytes: Uint8Array, at: number): number {
  let number = 0
  for (let i = at; i < at + 4; i++) {
    const unit = bytes[i] ?? 0
    const lower = unit | 32
    if (unit >= 48 && unit <= 57) number = number * 16 + unit - 48
    else if (lower >= 97 && lower <= 102) number = number * 16 + lower - 87
    else return -1
  }
  return number
}

/** What stands for itself or for a control character behind a backslash. */
const plainOf: Uint8Array = makePlain()

function makePlain(): Uint8Array {
  const table = new Uint8Array(256)
  for (const [letter, plain] of ['""', '\\\\', '//', 'b\b', 'f\f', 'n\n', 'r\r', 't\t']) {
    table[letter?.charCodeAt(0) ?? 0] = plain?.charCodeAt(0) ?? 0
  }
  return table
}
