import { loopAttributes } from '@loop-observer/rules'
import type { AttributeValue, SpanView } from '../receiver/span-view.ts'
import { readBase } from './base.ts'
import { failureOf, withoutStack, type Failure } from './failure.ts'
import {
  callId,
  destructiveHint,
  readOnlyHint,
  toolArguments,
  toolName,
  toolObservation,
} from './field-list.ts'
import { readField, readFlag, readText } from './fields.ts'
import { isPlaceholderCallId } from './placeholders.ts'
import type { ToolReading } from './reading.ts'
import { unwrap } from './unwrap.ts'
import type { KindTest } from './vocabulary.ts'

/** Reads a tool span. */
export function readTool(span: SpanView, { dialect, rank = 'own_span' }: KindTest): ToolReading {
  const failure = failureOf(span, dialect)
  const tool = readText(span, toolName, dialect) ?? span.name
  const id = readText(span, callId, dialect)
  const result = readObservation(span, dialect, failure.failed)
  const failed = failure.failed || result.failed
  return {
    ...readBase(span, dialect),
    kind: 'tool',
    tool,
    callId: id === null || isPlaceholderCallId(id, tool) ? null : id,
    args: readField(span, toolArguments, dialect) ?? undefined,
    observation: result.value,
    failed: failed ? true : isKnownGood(span, result.value) ? false : null,
    errorText: failed ? errorText(failure, result.value) : null,
    effect: span.attributes.get(loopAttributes.effect) === true,
    readOnly: isReadOnly(span, dialect),
    round: readText(span, roundSources, dialect),
    rank,
    features: readText(span, featureSources, dialect, longestFeatures),
  }
}

const roundSources = [loopAttributes.round]
const featureSources = [loopAttributes.features]

/** Far beyond what features can need; longer text is not ours. */
export const longestFeatures = 16_384

function readObservation(
  span: SpanView,
  dialect: string,
  failed: boolean,
): { readonly value: AttributeValue | undefined; readonly failed: boolean } {
  const value = readField(span, toolObservation, dialect)
  // Microsoft.Extensions.AI writes the text `null` when the call threw.
  if (value === undefined || (failed && (value === 'null' || value === null)))
    return { value: undefined, failed: false }
  return unwrap(value)
}

/** A result is written only for calls that succeeded; OK is a statement, unset is none. */
function isKnownGood(span: SpanView, observation: AttributeValue | undefined): boolean {
  return span.statusCode === 1 || observation !== undefined
}

function errorText(failure: Failure, observation: AttributeValue | undefined): string | null {
  // `tool_error` and the like say less than the result that carries the words.
  const words = typeof observation === 'string' ? withoutStack(observation) : null
  return failure.text ?? words ?? failure.type
}

function isReadOnly(span: SpanView, dialect: string): boolean | null {
  const readOnly = readFlag(span, readOnlyHint, dialect)
  if (readOnly !== null) return readOnly
  return readFlag(span, destructiveHint, dialect) === true ? false : null
}
