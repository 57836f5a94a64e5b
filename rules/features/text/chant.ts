import { mixText, startHash } from '../hash.ts'
import { proseLines } from './prose.ts'

/** Words of a phrase that is looked for without regard to sentences. */
const phraseWords = 8
/** Repetitions further apart than this many words are style, not a chant. */
const maxGapWords = 60
const maxChantChars = 64 * 1024

/**
 * How often the most repeated phrase of a text comes back close together, outside code, tables and
 * lists; 0 or 1 is ordinary text. A phrase is a sentence of two words and more, or eight words.
 * After the loop detection of Gemini CLI, which counts windows of 50 characters.
 */
export function chantCount(text: string): number {
  const words: number[] = []
  const sentences: Sentence[] = []
  for (const line of proseLines(text.slice(0, maxChantChars))) {
    for (const sentence of line.split(/(?<=[.!?…;。！？])\s+/)) addSentence(sentence, words, sentences)
  }
  return Math.max(densestRun(sentences), densestRun(phrases(words)))
}

interface Sentence {
  readonly hash: number
  /** Place of its first word. */
  readonly at: number
  readonly words: number
}

function addSentence(sentence: string, words: number[], sentences: Sentence[]): void {
  const found = sentence.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  if (found.length === 0) return
  let hash = startHash(0)
  for (const word of found) {
    hash = mixText(Math.imul(hash ^ 32, 0x01000193), word)
    words.push(mixText(startHash(1), word))
  }
  if (found.length >= 2) sentences.push({ hash, at: words.length - found.length, words: found.length })
}

function* phrases(words: readonly number[]): Iterable<Sentence> {
  for (let at = 0; at + phraseWords <= words.length; at++) {
    let hash = startHash(2)
    for (let i = at; i < at + phraseWords; i++)
      hash = Math.imul(hash ^ (words[i] ?? 0), 0x01000193) ^ (hash >>> 15)
    yield { hash, at, words: phraseWords }
  }
}

/** Most occurrences of one phrase, none overlapping, each near the one before. */
function densestRun(all: Iterable<Sentence>): number {
  const runs = new Map<number, { end: number; count: number }>()
  let most = 0
  for (const { hash, at, words } of all) {
    const run = runs.get(hash)
    if (run === undefined) runs.set(hash, { end: at + words, count: 1 })
    else if (at >= run.end) {
      run.count = at - run.end <= maxGapWords ? run.count + 1 : 1
      run.end = at + words
      if (run.count > most) most = run.count
    }
  }
  return most === 0 && runs.size > 0 ? 1 : most
}
