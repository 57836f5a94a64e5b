import type { AttributeValue, SpanView } from '../receiver/span-view.ts'
import { readText } from './fields.ts'
import type { Source } from './vocabulary.ts'

/** What a span says about failure, apart from its result. */
export interface Failure {
  readonly failed: boolean
  /** The failure in words, without a stack trace; null when there are none. */
  readonly text: string | null
  /** Its type as the source names it, for when there are no words. */
  readonly type: string | null
}

/**
 * Union of all signals: status, attributes, exception events. Status alone misses many failures,
 * and instrumentations exist that set OK on a failed call.
 */
export function failureOf(span: SpanView, dialect: string): Failure {
  const flagged = failureFlags.some(({ attribute, is, only }) => {
    if (only !== undefined && !only.includes(dialect)) return false
    const value = span.attributes.get(attribute)
    if (value === undefined || value === null) return false
    return is === undefined ? value !== '' : is.includes(value)
  })
  const exception = firstException(span)
  const failed = span.statusCode === 2 || flagged || exception !== null
  if (!failed) return noFailure
  return {
    failed: true,
    text: exception ?? withoutStack(span.statusMessage) ?? readText(span, failureText, dialect, longestText),
    type: readText(span, failureType, dialect),
  }
}

/** A failure's text without its stack trace, trimmed and bounded. Null when blank. */
export function withoutStack(text: string): string | null {
  const trimmed = text.trim()
  const end = trimmed.search(/\r?\n\s+at |\r?\nTraceback /)
  const words = trimmed.slice(0, end === -1 ? longestText : Math.min(end, longestText))
  return words === '' ? null : words
}

const noFailure: Failure = { failed: false, text: null, type: null }
const longestText = 2000

/** Attributes that tell of a failure; without `is`, by being there. */
const failureFlags: readonly {
  readonly attribute: string
  readonly is?: readonly AttributeValue[]
  readonly only?: readonly string[]
}[] = [
  { attribute: 'error.type' }, // general conventions; MCP: `tool_error` for a result with isError
  // MCP: the JSON-RPC error code, there only for errors. Elsewhere it may be a plain status.
  { attribute: 'rpc.response.status_code', only: ['mcp'] },
  { attribute: 'jsonrpc.error.code', only: ['mcp'] },
]

/** Where the failure's words stand, after exception events and the status message. */
const failureText: readonly Source[] = ['error.message', 'exception.message']

const failureType: readonly Source[] = ['error.type', 'exception.type']

/** The first exception is the innermost: frameworks add their own around it (AI SDK 4). */
function firstException(span: SpanView): string | null {
  for (const event of span.events) {
    if (event.name !== 'exception') continue
    const message = event.attributes.get('exception.message')
    const type = event.attributes.get('exception.type')
    const text = typeof message === 'string' ? withoutStack(message) : null
    return text ?? (typeof type === 'string' && type !== '' ? type : 'exception')
  }
  return null
}
