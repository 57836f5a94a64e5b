import { lowerWordOf, standsInAnyCase, unitAt, wordOf } from '../bytes/letters.ts'
import { digitsAt, isLetter, isSpace, isWord } from './chars.ts'
import { part, score, type Part } from './labels.ts'

/** How far a line is looked at, to both sides, bytes. */
const maxLineBytes = 160
/** Letters that a line has besides its score, or the next one has: less is no content. */
const leastBeside = 12
const leastBelow = 40

/**
 * How well a text matches a question, a decimal number whose `n` first digits stand at `at`: `(score 0.82)`,
 * `similarity=0.91`, `distance: 0.13`, with what was found beside it or below. What somebody reached
 * (`F1 score: 0.82`, `your score: 7.5`) and a score alone stay.
 */
export function scoreAt(text: Uint8Array, at: number, n: number): Part | null {
  // Most decimals stand behind another word, and that must show at once: scores end in `e` or `y`.
  const wordEnd = wordEndBefore(text, at)
  const last = unitAt(text, wordEnd - 1) | 32
  if (wordEnd === at || (last !== 101 && last !== 121)) return null
  const from = wordStart(text, wordEnd)
  if (!isScore(text, from, wordEnd)) return null
  const decimals = digitsAt(text, at + n + 1)
  const end = at + n + 1 + decimals
  // 37 is `%`.
  if (decimals === 0 || isWord(unitAt(text, end)) || unitAt(text, end) === 37) return null
  const first = nameStart(text, from)
  return first >= 0 && hasContent(text, first, end) ? part(at, end, score) : null
}

const scores = ['score', 'relevance', 'similarity', 'distance', 'confidence', 'certainty']
const kinds = new Set(
  'relevance similarity match cosine vector semantic retrieval rerank hybrid search'.split(' '),
)

function isScore(text: Uint8Array, from: number, to: number): boolean {
  for (const word of scores) if (word.length === to - from && standsInAnyCase(text, from, word)) return true
  return false
}

/** Before `: `, `=`, ` = ` or a space, and a quote. */
function wordEndBefore(text: Uint8Array, at: number): number {
  let p = at
  while (at - p < 5 && stands(unitAt(text, p - 1))) p--
  return p
}

/** Space, tab, `:`, `=`, `"`. */
function stands(unit: number): boolean {
  return isSpace(unit) || unit === 58 || unit === 61 || unit === 34
}

function wordStart(text: Uint8Array, end: number): number {
  let p = end
  while (end - p < 16 && isLetter(unitAt(text, p - 1))) p--
  return p
}

/** Where the name of a score begins; -1 when it is somebody's. */
function nameStart(text: Uint8Array, from: number): number {
  const before = unitAt(text, from - 1)
  if (before !== 32 && before !== 95 && before !== 45) return isWord(before) ? -1 : from
  const end = from - 1
  const start = wordStart(text, end)
  if (kinds.has(lowerWordOf(text, start, end))) return start
  return before === 32 && !isWord(unitAt(text, end - 1)) ? from : -1
}

function hasContent(text: Uint8Array, from: number, end: number): boolean {
  let lineStart = from
  while (from - lineStart < maxLineBytes && !endsLine(unitAt(text, lineStart - 1))) lineStart--
  let lineEnd = end
  while (lineEnd - end < maxLineBytes && !endsLine(unitAt(text, lineEnd))) lineEnd++
  const line = `${wordOf(text, lineStart, from)} ${wordOf(text, end, lineEnd)}`
  if (measured.test(line)) return false
  return line.replace(/[^a-z]/gi, '').length >= leastBeside || isLongBelow(text, lineEnd)
}

/** Words of who trains, tests and plays. */
const measured =
  /\b(?:epoch|fold|loss|accuracy|precision|recall|f1|auc|rmse|mae|r2|reward|train|val|valid|validation|cv|trial|iteration|episode|player|team)\b/i

function isLongBelow(text: Uint8Array, lineEnd: number): boolean {
  let p = lineEnd
  while (unitAt(text, p) === 10) p++
  let n = 0
  while (n < leastBelow && !endsLine(unitAt(text, p + n))) n++
  return n === leastBelow
}

function endsLine(unit: number): boolean {
  return unit === 10 || unit === 0
}
