import { ofLine, withNumber } from '../../words/leaf-number.ts'
import type { ByteBuffer } from '../bytes/byte-buffer.ts'
import { endHash, mix, mixText, startHash } from '../hash.ts'
import { isDigit } from '../mask/chars.ts'

/** Longer texts are content: only short ones, such as a status, are looked at line by line. */
const mostBytes = 1024
const mostLines = 8
/** Fewer letters around a number do not say what it is of. */
const fewestLetters = 6

/** Stand in a path for a number, and lead from a path to the secret that its numbers are told by. */
const numberMark = 0x10002
const secretMark = 0x10003

/** As many pairs as of JSON. */
const mostNumbers = 16

const none = new Uint32Array(0)

/**
 * The numbers in a short masked text, as pairs of hashes as JSON leaves are: a path, that is the words of its line
 * without the numbers, the line's place and the number's; and a value, which tells which way the number goes. Empty
 * for a text that is longer, or holds more numbers.
 */
export function lineLeaves(text: ByteBuffer, seed: number): Uint32Array {
  if (text.length - text.start > mostBytes) return none
  const leaves: number[] = []
  let line = 0
  for (let from = text.start; from < text.length;) {
    const end = text.bytes.indexOf(10, from)
    const to = end < 0 || end > text.length ? text.length : end
    if (line === mostLines) return none
    addNumbers(leaves, text, { from, to, line, start: mix(startHash(seed), line) })
    if (leaves.length > 2 * mostNumbers) return none
    from = to + 1
    line++
  }
  return Uint32Array.from(leaves)
}

interface Line {
  readonly from: number
  readonly to: number
  /** From 0. */
  readonly line: number
  /** State of the hashes of this line. */
  readonly start: number
}

function addNumbers(leaves: number[], text: ByteBuffer, { from, to, line, start }: Line): void {
  const { bytes } = text
  const places: number[] = []
  let words = start
  let letters = 0
  for (let at = from; at < to && places.length <= 2 * mostNumbers;) {
    if (isDigit(bytes[at] ?? 0)) {
      const behind = numberEnd(bytes, at, to)
      places.push(at, behind)
      words = mix(words, numberMark)
      at = behind
      continue
    }
    if (((bytes[at] ?? 0) | 32) >= 97) letters++
    words = mix(words, bytes[at++] ?? 0)
  }
  for (let i = 0; i + 1 < places.length; i += 2) {
    const [begin = 0, end = 0] = [places[i], places[i + 1]]
    const path = mix(words, i)
    const value = endHash(mixText(start, text, begin, end))
    leaves.push(ofLine(endHash(path), letters >= fewestLetters ? line : null))
    leaves.push(withNumber(value, valueOf(bytes, begin, end), endHash(mix(path, secretMark))))
  }
}

/** Behind the digits, and a point with digits behind it. */
function numberEnd(bytes: Uint8Array, from: number, to: number): number {
  let at = from
  while (at < to && (isDigit(bytes[at] ?? 0) || (bytes[at] === 46 && isDigit(bytes[at + 1] ?? 0)))) at++
  return at
}

function valueOf(bytes: Uint8Array, from: number, to: number): number {
  let value = 0
  let unit = 0
  for (let at = from; at < to; at++) {
    const digit = (bytes[at] ?? 0) - 48
    if (digit < 0) unit = 1
    else if (unit === 0) value = value * 10 + digit
    else value += digit * (unit /= 10)
  }
  return value
}
