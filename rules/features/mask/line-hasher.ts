import { endHash, mix, startHash } from '../hash.ts'
import type { HashBag } from '../sketch.ts'
import { isSpace } from './chars.ts'
import type { Units } from './units.ts'

/** Lines up to this length are one piece, code units; in longer ones a piece ends at a space from here on. */
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
  readonly #text: string
  readonly #units: Units
  readonly #bag: HashBag
  readonly #start: number
  #hash: number
  #chars = 0

  /** `units` are those of `text`. */
  constructor(text: string, units: Units, bag: HashBag, seed: number) {
    this.#text = text
    this.#units = units
    this.#bag = bag
    this.#start = startHash(seed)
    this.#hash = this.#start
  }

  /** The part of the line from `from` to `to`. */
  part(from: number, to: number): void {
    const units = this.#units.bytes
    let at = from
    if (this.#chars === 0) while (at < to && isSpace(units[at] ?? 0)) at++
    if (at >= to) return
    if (this.#chars + to - at > stretchChars) at = this.#pieces(at, to)
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
    const { words } = this.#units
    const text = this.#text
    let h = this.#hash
    let p = from
    for (; p + 4 <= to; p += 4) {
      const word = words.getInt32(p, true)
      h = mix(h, word)
      if ((word & 0x80808080) !== 0) h = mixWide(h, text, p)
    }
    for (; p < to; p++) h = mix(h, text.charCodeAt(p))
    this.#hash = h
    this.#chars += to - from
  }

  /** Takes what ends in whole pieces; the rest begins at the place that it returns. */
  #pieces(from: number, to: number): number {
    const units = this.#units.bytes
    let at = from
    for (let p = from; p < to; p++) {
      const chars = this.#chars + p - at
      if (chars < sentenceChars && units[p] !== 92) continue
      const next = pieceEnd(units, p, chars)
      if (next === 0) continue
      this.#take(at, p)
      this.end()
      at = Math.min(next, to)
      while (at < to && isSpace(units[at] ?? 0)) at++
      p = at - 1
    }
    return at
  }
}

/** Behind the end of a piece of `chars` code units at `p`; 0 when none ends there. */
function pieceEnd(units: Uint8Array, p: number, chars: number): number {
  const unit = units[p] ?? 0
  if (unit === 92) return units[p + 1] === 110 ? p + 2 : 0
  if (chars >= hardChars) return p
  if (isSpace(unit)) return chars >= stretchChars || isSentenceEnd(units[p - 1] ?? 0) ? p + 1 : 0
  return unit === 60 && units[p - 1] === 62 ? p : 0
}

/** `.`, `;`, `!`, `?`. */
function isSentenceEnd(unit: number): boolean {
  return unit === 46 || unit === 59 || unit === 33 || unit === 63
}

/** The code units that stand as 128 in a word of four. */
function mixWide(state: number, text: string, at: number): number {
  const low = text.charCodeAt(at) | (text.charCodeAt(at + 1) << 16)
  return mix(mix(state, low), text.charCodeAt(at + 2) | (text.charCodeAt(at + 3) << 16))
}
