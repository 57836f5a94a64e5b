import type { ErrorClass } from '../../words/features.ts'
import { classWords } from './class-words.ts'

/** Longest text that is looked at: of the telling lines, and of the beginning. */
const maxTellingChars = 2048
const maxHeadChars = 4096

/** What kind of failure a text tells of, by words of its telling `lines` and, failing that, of its beginning. */
export function errorClass(text: string, lines: readonly string[]): ErrorClass {
  const telling = lines.join('\n').slice(0, maxTellingChars)
  const found = classOf(telling)
  if (found !== null) return found
  const head = text.slice(0, maxHeadChars)
  return head.length > telling.length + 64 ? (classOf(head) ?? 'other') : 'other'
}

const tests = classWords.map(([name, words]) => ({ name, words: new RegExp(words.join('|'), 'i') }))

function classOf(text: string): ErrorClass | null {
  return tests.find(({ words }) => words.test(text))?.name ?? null
}
