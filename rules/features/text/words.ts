import { isDigit, isLetter } from '../mask/chars.ts'

/** Words of a text as hashes, in order, letter case ignored, with the places where sentences end. */
export class Words {
  readonly hashes: number[] = []
  /** For each sentence the number of words up to its end, ascending. */
  readonly ends: number[] = []

  /** The words of `text` from `from` to `to`, the end of which ends a sentence. */
  add(text: string, from: number, to: number): void {
    let hash = 0
    for (let i = from; i < to; i++) {
      const unit = text.charCodeAt(i)
      if (isWordUnit(unit)) hash = Math.imul((hash === 0 ? start : hash) ^ lowerCase(unit), 0x01000193) | 1
      else {
        if (hash !== 0) this.hashes.push(hash)
        hash = 0
        if (endsSentence(unit) && !isWordUnit(text.charCodeAt(i + 1))) this.#end()
      }
    }
    if (hash !== 0) this.hashes.push(hash)
    this.#end()
  }

  #end(): void {
    const { length } = this.hashes
    if (length > (this.ends.at(-1) ?? 0)) this.ends.push(length)
  }
}

const start = 0x811c9dc5

/** ASCII letters and digits, and what lies beyond Latin-1's signs but is no general punctuation. */
function isWordUnit(unit: number): boolean {
  if (unit < 128) return isLetter(unit) || isDigit(unit)
  return unit > 0xbf && (unit < 0x2000 || unit > 0x206f) && (unit < 0x3000 || unit > 0x303f) && unit < 0xff00
}

function lowerCase(unit: number): number {
  return unit >= 65 && unit <= 90 ? unit | 32 : unit
}

/** `.`, `!`, `?`, `;`, `…`, `。`. */
function endsSentence(unit: number): boolean {
  return unit === 46 || unit === 33 || unit === 63 || unit === 59 || unit === 0x2026 || unit === 0x3002
}
