import type { AttributeValue } from '../receiver/span-view.ts'
import { openText } from './open-text.ts'
import { openEnvelope } from './envelopes.ts'

/** A value taken out of its envelopes. */
export interface Unwrapped {
  /** Undefined when the envelope was cut off before what it holds. */
  readonly value: AttributeValue | undefined
  /** True when an envelope says that the call failed. */
  readonly failed: boolean
  /** The call that an envelope says it answers, and its tool; null when none says so. */
  readonly callId: string | null
  readonly tool: string | null
}

/** Of a result that nobody captured. */
export const notCaptured: Unwrapped = { value: undefined, failed: false, callId: null, tool: null }

/**
 * Takes a result out of its envelopes: message objects with changing ids, content blocks,
 * single-key wrappers, Python's `repr`. Text without the look of an envelope is left as it is, unparsed.
 */
export function unwrap(value: AttributeValue): Unwrapped {
  let current = opened(value)
  let failed = false
  let callId: string | null = null
  let tool: string | null = null
  for (let depth = 0; depth < deepest && current !== undefined; depth++) {
    const inner = openEnvelope(current)
    if (inner === null) break
    failed ||= inner.failed
    callId ??= inner.callId ?? null
    tool ??= inner.tool ?? null
    current = opened(inner.value)
  }
  return { value: current, failed, callId, tool }
}

const deepest = 6

function opened(value: AttributeValue): AttributeValue | undefined {
  return typeof value === 'string' ? openText(value, envelopeHead) : value
}

// Keys with which the envelopes begin, in any order that their writers use; ids of what is data are left alone.
const envelopeHead =
  /^\s*(?:"|[[{]\s*\{?\s*"(?:result|outputs?|content|structuredContent|isError|is_error|_meta|type|text|value|lc|role|parts|messages|update|lg_name|tool_call_id|toolCallId|tool_use_id|toolUseId|call_id|functionResponse|function_response|toolResult)"\s*:)/
