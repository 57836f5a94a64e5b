import type { ByteBuffer } from '../bytes/byte-buffer.ts'
import { endHash, mix, mixText, startHash } from '../hash.ts'
import type { HashBag } from '../sketch.ts'
import { isSpace } from './chars.ts'

/** Lines up to this length are one piece, UTF-16 code units; in longer ones a piece ends at a space from here on. */
const stretchChars = 120
/** Shortest piece that ends with its sentence. */
const sentenceChars = 32
/** Longest piece. */
const hardChars = 400

/**
 * Hashes lines that arrive in parts. Indentation does not count. A long line counts as several
 * pieces (sentences, stretches), so that one new sentence in a long line is one new line; there an
 * escaped `\n`, as in text that some language has quoted, ends a piece too.
 */
export class LineHasher {
  readonly #text: ByteBuffer
  readonly #bag: HashBag
  readonly #isWide: boolean
  readonly #start: number
  #hash: number
  #chars = 0

  /** `isWide`: there are letters beyond ASCII in the text. */
  constructor(
    text: ByteBuffer,
    isWide: boolean,
    { bag, seed }: { readonly bag: HashBag; readonly seed: number },
  ) {
    this.#text = text
    this.#isWide = isWide
    this.#bag = bag
    this.#start = startHash(seed)
    this.#hash = this.#start
  }

  /** The part of the line from `from` to `to`. */
  part(from: number, to: number): void {
    const { bytes } = this.#text
    let at = from
    if (this.#chars === 0) while (at < to && isSpace(bytes[at] ?? 0)) at++
    if (at >= to) return
    if (this.#chars + this.#charsBetween(at, to) > stretchChars) at = this.#pieces(at, to)
    this.#take(at, to)
  }

  /** A masked part. */
  label(label: number): void {
    this.#hash = mix(this.#hash, label | 0x100)
    this.#chars += 4
  }

  /** The line ends. */
  end(): void {
    if (this.#chars === 0) return
    this.#bag.add(endHash(this.#hash))
    this.#hash = this.#start
    this.#chars = 0
  }

  #take(from: number, to: number): void {
    if (from >= to) return
    this.#hash = mixText(this.#hash, this.#text, from, to)
    this.#chars += this.#charsBetween(from, to)
  }

  #charsBetween(from: number, to: number): number {
    return this.#isWide ? this.#text.unitsBetween(from, to) : to - from
  }

  /** Takes what ends in whole pieces; the rest begins at the place that it returns. */
  #pieces(from: number, to: number): number {
    const { bytes } = this.#text
    let at = from
    let chars = this.#chars
    for (let p = from; p < to; p++) {
      const unit = bytes[p] ?? 0
      // Nothing ends between the bytes of a letter.
      if ((unit & 0xc0) === 0x80) continue
      const next = chars < sentenceChars && unit !== 92 ? 0 : pieceEnd(bytes, p, chars)
      if (next === 0) {
        chars += unit >= 0xf0 ? 2 : 1
        continue
      }
      this.#take(at, p)
      this.end()
      chars = 0
      at = Math.min(next, to)
      while (at < to && isSpace(bytes[at] ?? 0)) at++
      p = at - 1
    }
    return at
  }
}

/** Behind the end of a piece of `chars` code units at `p`; 0 when none ends there. */
function pieceEnd(bytes: Uint8Array, p: number, chars: number): number {
  const unit = bytes[p] ?? 0
  if (unit === 92) return bytes[p + 1] === 110 ? p + 2 : 0
  if (chars >= hardChars) return p
  if (isSpace(unit)) return chars >= stretchChars || isSentenceEnd(bytes[p - 1] ?? 0) ? p + 1 : 0
  return unit === 60 && bytes[p - 1] === 62 ? p : 0
}

/** `.`, `;`, `!`, `?`. */
function isSentenceEnd(unit: number): boolean {
  return unit === 46 || unit === 59 || unit === 33 || unit === 63
}
