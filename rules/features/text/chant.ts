import type { Words } from './words.ts'

/** Words of a phrase that is looked for without regard to sentences. */
const phraseWords = 8
/** Repetitions further apart than this many words are style, not a chant. */
const maxGapWords = 60
/** Shortest sentence that counts. */
const minWords = 2

/**
 * How often the most repeated phrase comes back close together; 0 or 1 is ordinary text. A phrase is
 * a sentence of two words and more, or eight words. After the loop detection of Gemini CLI, which
 * counts windows of 50 characters.
 */
export function chantCount({ hashes, count, ends, endCount }: Words): number {
  const sentences = new Chant()
  let at = 0
  for (let i = 0; i < endCount; i++) {
    const end = ends[i] ?? 0
    if (end - at >= minWords) sentences.add(mixWords(hashes, at, end), at, end)
    at = end
  }
  const phrases = new Chant()
  for (let from = 0; from + phraseWords <= count; from++) {
    phrases.add(mixWords(hashes, from, from + phraseWords), from, from + phraseWords)
  }
  return Math.max(sentences.most, phrases.most)
}

/** Counts occurrences of phrases that do not overlap, each near the one before. */
class Chant {
  readonly #runs = new Map<number, { end: number; count: number }>()
  most = 0

  add(hash: number, at: number, end: number): void {
    const run = this.#runs.get(hash)
    if (run === undefined) {
      this.#runs.set(hash, { end, count: 1 })
      this.most = Math.max(this.most, 1)
    } else if (at >= run.end) {
      run.count = at - run.end <= maxGapWords ? run.count + 1 : 1
      run.end = end
      this.most = Math.max(this.most, run.count)
    }
  }
}

function mixWords(hashes: Int32Array, from: number, to: number): number {
  let hash = 0x2545f491
  for (let i = from; i < to; i++) hash = Math.imul(hash ^ (hash >>> 15) ^ (hashes[i] ?? 0), 0x2c1b3c6d)
  return hash
}
