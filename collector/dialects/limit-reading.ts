import type { SpanView } from '../receiver/span-view.ts'
import { readBase } from './base.ts'
import { conditionHolds } from './kinds.ts'
import type { AgentLimitReading } from './reading.ts'
import { vocabularies } from './vocabulary-list.ts'
import type { LimitTest } from './vocabulary.ts'

/**
 * The limit that an agent's framework enforced, from the failure of the span of the agent or of what
 * runs it, or from how it ended. Null when the span tells of none.
 */
export function readLimit(span: SpanView, dialect: string): AgentLimitReading | null {
  const limit = limitOfFailure(span) ?? limitOfEnd(span, dialect)
  return limit === null ? null : { ...readBase(span, dialect), kind: 'agent_limit', limit }
}

/** An exception tells whatever the status says: LangSmith's JS leaves OK on what threw. */
function limitOfFailure(span: SpanView): string | null {
  const hasFailed = span.statusCode === 2
  const type = hasFailed ? span.attributes.get('error.type') : undefined
  const named = typeof type === 'string' ? limitNamed(type) : null
  if (named !== null) return named
  for (const event of span.events) {
    if (event.name !== 'exception') continue
    const exception = event.attributes.get('exception.type')
    const limit = typeof exception === 'string' ? limitNamed(exception) : null
    if (limit !== null) return limit
    const message = event.attributes.get('exception.message')
    const told = typeof message === 'string' ? limitTold(message) : null
    if (told !== null) return told
  }
  return hasFailed ? limitTold(span.statusMessage) : null
}

function limitOfEnd(span: SpanView, dialect: string): string | null {
  const ended = ends.get(dialect)?.find(({ when }) => when.every((each) => conditionHolds(each, span)))
  return ended?.limit ?? null
}

/** `langgraph.errors.GraphRecursionError` is named by its last part. */
function limitNamed(type: string): string | null {
  return exceptions.get(type.slice(Math.max(type.lastIndexOf('.'), type.lastIndexOf(':')) + 1)) ?? null
}

function limitTold(text: string): string | null {
  return text === '' ? null : (messages.find(({ message }) => message.test(text))?.limit ?? null)
}

const limits = vocabularies.flatMap((vocabulary) => vocabulary.limits ?? [])
const exceptions = new Map(
  limits.flatMap((test) => ('exception' in test ? [[test.exception, test.limit] as const] : [])),
)
const messages = limits.filter((test): test is Extract<LimitTest, { message: RegExp }> => 'message' in test)
const ends = new Map(
  vocabularies.map(({ name, limits: own = [] }) => [name, own.filter((test) => 'when' in test)] as const),
)
