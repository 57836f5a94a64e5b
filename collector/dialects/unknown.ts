import type { SpanView } from '../receiver/span-view.ts'

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
    if (scopes?.some((scope) => span.scopeName.startsWith(scope))) return vocabulary
    if (prefixes.some((prefix) => keys.some((key) => key.startsWith(prefix)))) return vocabulary
  }
  return null
}

/** Prefixes of attribute keys, and of scope names, that betray a vocabulary; the more exact first. */
const hints: readonly {
  readonly vocabulary: string
  readonly prefixes: readonly string[]
  readonly scopes?: readonly string[]
}[] = [
  { vocabulary: 'claude-code', prefixes: ['claude_code.'], scopes: ['com.anthropic.claude_code'] },
  { vocabulary: 'anthropic-sdk', prefixes: ['anthropic.'], scopes: ['com.anthropic.sdk'] },
  { vocabulary: 'gemini-cli', prefixes: [], scopes: ['gemini-cli'] },
  { vocabulary: 'codex', prefixes: ['codex.'], scopes: ['codex_'] },
  { vocabulary: 'mastra', prefixes: ['mastra.'], scopes: ['@mastra/'] },
  { vocabulary: 'langfuse', prefixes: ['langfuse.'], scopes: ['langfuse'] },
  { vocabulary: 'langsmith', prefixes: ['langsmith.'], scopes: ['langsmith'] },
  { vocabulary: 'mlflow', prefixes: ['mlflow.'] },
  { vocabulary: 'google-adk', prefixes: ['gcp.vertex.agent.'], scopes: ['gcp.vertex.agent'] },
  { vocabulary: 'openinference', prefixes: ['openinference.'], scopes: ['openinference.', '@arizeai/'] },
  { vocabulary: 'traceloop', prefixes: ['traceloop.'], scopes: ['@traceloop/'] },
  { vocabulary: 'spring-ai', prefixes: ['spring.ai.'] },
  { vocabulary: 'haystack', prefixes: ['haystack.'] },
  { vocabulary: 'pydantic-ai', prefixes: ['pydantic_ai.', 'logfire.'], scopes: ['pydantic-ai'] },
  { vocabulary: 'crewai', prefixes: ['crewai.', 'crew_'], scopes: ['crewai.'] },
  { vocabulary: 'autogen', prefixes: ['ag2.'], scopes: ['autogen'] },
  { vocabulary: 'genkit', prefixes: ['genkit:'] },
  { vocabulary: 'livekit', prefixes: ['lk.'] },
  { vocabulary: 'laminar', prefixes: ['lmnr.'] },
  { vocabulary: 'flue', prefixes: ['flue.'] },
  { vocabulary: 'vercel-ai', prefixes: ['ai.'] },
  { vocabulary: 'mcp', prefixes: ['mcp.'] },
  { vocabulary: 'otel-genai', prefixes: ['gen_ai.'] },
  { vocabulary: 'llm', prefixes: ['llm.'] },
]
