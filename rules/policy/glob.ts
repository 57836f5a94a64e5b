import { markedWord, saysWord, type MarkedWord } from './telling-word.ts'

const patterns = new Map<string, RegExp>()
const marks = new Map<string, MarkedWord | null>()
const answers = new WeakMap<readonly string[], Map<string, boolean>>()
/** A run has few tools; names made up for each call must not fill the memory. */
const MOST_KEPT = 512

/**
 * True when the tool's `name` matches one of the entries: a glob (`*` any text, `?` one character, case ignored),
 * `verb:WORD` or `noun:WORD` (the word that says what it does).
 */
export function matchesAny(entries: readonly string[], name: string): boolean {
  let known = answers.get(entries)
  if (known === undefined) answers.set(entries, (known = new Map()))
  const answer = known.get(name)
  if (answer !== undefined) return answer
  const found = entries.some((entry) => matchesEntry(entry, name))
  if (known.size >= MOST_KEPT) known.clear()
  known.set(name, found)
  return found
}

function matchesEntry(entry: string, name: string): boolean {
  let marked = marks.get(entry)
  if (marked === undefined) {
    marked = markedWord(entry)
    if (marks.size < MOST_KEPT) marks.set(entry, marked)
  }
  return marked === null ? matches(entry, name) : saysWord(marked, name)
}

/** True when `name` matches the glob. */
export function matches(glob: string, name: string): boolean {
  let pattern = patterns.get(glob)
  if (pattern === undefined) {
    const source = glob
      .replace(/[.+^${}()|[\]\\]/g, '\\$&')
      .replace(/\*/g, '.*')
      .replace(/\?/g, '.')
    pattern = new RegExp(`^${source}$`, 'is')
    if (patterns.size < MOST_KEPT) patterns.set(glob, pattern)
  }
  return pattern.test(name)
}
