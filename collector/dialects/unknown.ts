import type { SpanView } from '../receiver/span-view.ts'
import { vocabularies } from './vocabulary-list.ts'

/**
 * Makes the function that guesses the vocabulary of a span no test knows, or null for a span that
 * has nothing to do with agents. Looks at the keys of the first spans of a scope only.
 */
export function vocabularyGuesser(): (span: SpanView) => string | null {
  const scopes = new Map<string, { looks: number; vocabulary: string | null }>()
  return (span) => {
    let seen = scopes.get(span.scopeName)
    if (seen === undefined) {
      if (scopes.size >= mostScopes) return null
      seen = { looks: 0, vocabulary: null }
      scopes.set(span.scopeName, seen)
    }
    if (seen.vocabulary === null && seen.looks < looksPerScope) {
      seen.looks++
      seen.vocabulary = guess(span)
    }
    return seen.vocabulary
  }
}

const mostScopes = 512
const looksPerScope = 16

function guess(span: SpanView): string | null {
  const keys = span.attributes.keys()
  for (const { vocabulary, prefixes, scopes } of hints) {
    if (scopes.some((scope) => span.scopeName.startsWith(scope))) return vocabulary
    if (prefixes.some((prefix) => keys.some((key) => key.startsWith(prefix)))) return vocabulary
  }
  return null
}

/** Prefixes of attribute keys, and of scope names, that betray a vocabulary; the more exact first. */
const hints = [
  ...vocabularies.flatMap(({ name, hints: own }) =>
    own === undefined ? [] : [{ vocabulary: name, prefixes: own.keys ?? [], scopes: own.scopes ?? [] }],
  ),
  { vocabulary: 'llm', prefixes: ['llm.'], scopes: [] },
]
