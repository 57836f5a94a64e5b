import type { ByteBuffer } from '../bytes/byte-buffer.ts'
import { isDigit, isLetter } from '../mask/chars.ts'

/** Words of a text as hashes, in order, letter case ignored, with the places where sentences end. */
export class Words {
  /** `count` of them. */
  hashes = new Int32Array(1024)
  count = 0
  /** For each sentence the number of words up to its end, ascending; `endCount` of them. */
  ends = new Int32Array(256)
  endCount = 0

  clear(): void {
    if (this.hashes.length > mostKept) this.hashes = new Int32Array(1024)
    this.count = 0
    this.endCount = 0
  }

  /** The words of `text` from `from` to `to`; a line's end ends a sentence, and so does that of the text. */
  add(text: ByteBuffer, from: number, to: number): void {
    const { bytes } = text
    let hash = 0
    for (let i = from; i < to; i++) {
      const byte = bytes[i] ?? 0
      let letter = letters[byte] ?? 0
      if (byte > 127) {
        letter = letterAt(bytes, i)
        i += letter < 0x800 ? 1 : letter < 0x10000 ? 2 : 3
        if (!isWordLetter(letter)) letter = letter === ellipsis || letter === fullStop ? endOfSentence : 0
      }
      if (letter > 1) {
        hash = Math.imul((hash === 0 ? start : hash) ^ letter, 0x01000193) | 1
        continue
      }
      if (hash !== 0) this.#push(hash)
      hash = 0
      // `3.5` and `a.b` end none.
      if (byte === 10 || (letter === endOfSentence && !(i + 1 < to && beginsWord(bytes, i + 1)))) this.#end()
    }
    if (hash !== 0) this.#push(hash)
    this.#end()
  }

  #push(hash: number): void {
    if (this.count === this.hashes.length) this.hashes = doubled(this.hashes)
    this.hashes[this.count++] = hash
  }

  #end(): void {
    if (this.count === (this.endCount === 0 ? 0 : this.ends[this.endCount - 1])) return
    if (this.endCount === this.ends.length) this.ends = doubled(this.ends)
    this.ends[this.endCount++] = this.count
  }
}

/** Longer lists serve once. */
const mostKept = 64 * 1024

const start = 0x811c9dc5

function doubled(list: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(list.length * 2)
  larger.set(list)
  return larger
}

/** The code point whose first byte stands at `at` (UTF-8). */
function letterAt(bytes: Uint8Array, at: number): number {
  const first = bytes[at] ?? 0
  if (first < 0x80) return first
  const second = (bytes[at + 1] ?? 0) & 63
  if (first < 0xe0) return ((first & 31) << 6) | second
  const third = (bytes[at + 2] ?? 0) & 63
  if (first < 0xf0) return ((first & 15) << 12) | (second << 6) | third
  return ((first & 7) << 18) | (second << 12) | (third << 6) | ((bytes[at + 3] ?? 0) & 63)
}

/** What lies beyond Latin-1's signs but is no general punctuation. */
function isWordLetter(letter: number): boolean {
  if (letter < 0xc0 || (letter >= 0x2000 && letter <= 0x206f) || (letter >= 0x3000 && letter <= 0x303f))
    return false
  return letter < 0xff00 || letter > 0xffff
}

function beginsWord(bytes: Uint8Array, at: number): boolean {
  const byte = bytes[at] ?? 0
  return byte > 127 ? isWordLetter(letterAt(bytes, at)) : (letters[byte] ?? 0) > 1
}

/** Stands for `.`, `!`, `?`, `;`, `…`, `。`. */
const endOfSentence = 1
const ellipsis = 0x2026
const fullStop = 0x3002

/** ASCII letters and digits in lower case, {@link endOfSentence}, 0 for all else. */
const letters: Uint8Array = makeLetters()

function makeLetters(): Uint8Array {
  const table = new Uint8Array(256)
  for (let byte = 0; byte < 128; byte++) {
    if (isDigit(byte)) table[byte] = byte
    if (isLetter(byte)) table[byte] = byte | 32
  }
  for (const mark of '.!?;') table[mark.charCodeAt(0)] = endOfSentence
  return table
}
