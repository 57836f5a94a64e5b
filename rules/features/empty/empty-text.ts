import { isEmptyTable } from './empty-table.ts'
import { isNonePhrase } from './none-phrase.ts'

/** Longest text that may be a phrase, UTF-16 code units. */
export const maxPhraseChars = 240
const maxBlankChars = 100_000

/** True for a text that says that there is nothing: in a word, a sentence, or a table without rows. */
export function isEmptyText(text: string): boolean {
  if (text.length > maxPhraseChars) return isEmptyTable(text) || isBlank(text)
  const said = text.trim()
  if (said === '' || words.has(said.toLowerCase())) return true
  return said.includes('\n') ? isEmptyTable(said) || isEmptyReport(said) : isNoneSentence(said)
}

function isBlank(text: string): boolean {
  return text.length < maxBlankChars && text.trim() === ''
}

const words = new Set([
  'null',
  'none',
  'undefined',
  'nil',
  '[]',
  '{}',
  '""',
  "''",
  '()',
  '(empty)',
  '(none)',
  '(no output)',
  '<no output>',
  'no output',
  '(no content)',
  '(null)',
  'empty',
  '(0 rows)',
  'empty set',
  'n/a',
])

const emptyElement =
  /^<(results?|matches|hits|items|entries|documents|records|rows|data|list|files|output|response|search_results)(?: [^<>]*)?(?:\/>|>\s*<\/\1>)$/i

function isNoneSentence(line: string): boolean {
  return isNonePhrase(line) || (line.startsWith('<') && emptyElement.test(line))
}

/** Headings of a search alone: under `Errors:` *none* is an answer. */
const heading = /^(?:[#*=-]+ ?)?[^\n]{0,40}\b(?:search|results?|match(?:es)?|query|hits|looking)\b[^\n]*$/i
const hint = /^(?:[-*] |\(?(?:please|try|check|consider|use|make sure|tips?|suggestions?)\b)/i
const mostLines = 6

/** `Search results for "x":`, and below it that there are none. */
function isEmptyReport(text: string): boolean {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
  if (lines.length > mostLines) return false
  const said = lines.findIndex((line) => words.has(line.toLowerCase()) || isNonePhrase(line))
  if (said < 0 || said > 2) return false
  return (
    lines.slice(0, said).every((line) => heading.test(line)) &&
    lines.slice(said + 1).every((line) => hint.test(line))
  )
}
