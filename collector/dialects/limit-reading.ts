import type { SpanView } from '../receiver/span-view.ts'
import { readBase } from './base.ts'
import type { AgentLimitReading } from './reading.ts'

/**
 * The limit that an agent's framework enforced, from the exception on the span of the agent or of
 * what runs it. Null when the span tells of none.
 */
export function readLimit(span: SpanView, dialect: string): AgentLimitReading | null {
  const type = span.attributes.get('error.type')
  let limit = typeof type === 'string' ? limitNamed(type) : null
  if (limit === null) {
    for (const event of span.events) {
      const named = event.name === 'exception' ? event.attributes.get('exception.type') : undefined
      limit = typeof named === 'string' ? limitNamed(named) : null
      if (limit !== null) break
    }
  }
  return limit === null ? null : { ...readBase(span, dialect), kind: 'agent_limit', limit }
}

/** `langgraph.errors.GraphRecursionError` is named by its last part. */
function limitNamed(type: string): string | null {
  const name = type.slice(Math.max(type.lastIndexOf('.'), type.lastIndexOf(':')) + 1)
  return limits.has(name) ? name : null
}

const limits: ReadonlySet<string> = new Set([
  'GraphRecursionError', // LangGraph, Python and JS (langgraph.errors)
  'MaxTurnsExceeded', // OpenAI Agents SDK, Python (agents.exceptions)
  'MaxTurnsExceededError', // OpenAI Agents SDK, JS
  'UsageLimitExceeded', // Pydantic AI (pydantic_ai.exceptions)
  'LlmCallsLimitExceededError', // Google ADK (agents/invocation_context.py)
  'AgentMaxStepsError', // smolagents
])
