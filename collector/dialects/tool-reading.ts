import { loopAttributes, seenFailure, toldFailure } from '@loop-observer/rules'
import type { AttributeValue, SpanView } from '../receiver/span-view.ts'
import { readBase } from './base.ts'
import { failureOf, withoutStack, type Failure } from './failure.ts'
import { fieldsOf } from './fields-of.ts'
import { readAmount, readField, readFlag, readText } from './fields.ts'
import type { NamedTest } from './kinds.ts'
import { isPlaceholderCallId } from './placeholders.ts'
import type { OutcomeReading, ToolReading } from './reading.ts'
import { unwrapArguments } from './unwrap-arguments.ts'
import { notCaptured, unwrap, type Unwrapped } from './unwrap.ts'
import { vocabularies } from './vocabulary-list.ts'

/** Reads a tool span. */
export function readTool(span: SpanView, { dialect, rank = 'own_span' }: NamedTest): ToolReading {
  const fields = fieldsOf(dialect)
  const failure = failureOf(span, dialect)
  const result = readObservation(span, dialect, failure.failed)
  const named = readText(span, fields.toolName) ?? span.name
  const unnamed = classNames.has(named)
  const tool = unnamed ? (result.tool ?? named) : named
  const id = readText(span, fields.callId) ?? result.callId
  const args = readField(span, fields.toolArguments)
  const failed = failure.failed || result.failed
  const effectId = readText(span, effectSources)
  const size = result.value === undefined ? readAmount(span, fields.resultSize) : null
  return {
    ...readBase(span, dialect),
    kind: 'tool',
    tool,
    unnamed: unnamed && result.tool === null,
    callId: id === null || isPlaceholderCallId(id, tool) ? null : id,
    args: args === undefined || args === null ? undefined : unwrapArguments(args),
    observation: result.value,
    failed: failed ? true : isKnownGood(span, result.value) ? false : null,
    errorText: failed ? errorText(failure, result.value) : null,
    effect: span.attributes.get(loopAttributes.effect) === true,
    ...(effectId === null ? {} : { effectId }),
    ...(size === null ? {} : { resultSize: size }),
    readOnly: isReadOnly(span, dialect),
    round: readText(span, roundSources),
    rank,
    features: readText(span, featureSources, longestFeatures),
  }
}

/** Reads a span that says how its parent's tool call ended. */
export function readOutcome(span: SpanView, { dialect }: NamedTest): OutcomeReading {
  const failure = failureOf(span, dialect)
  const { value, failed } = readObservation(span, dialect, failure.failed)
  return {
    ...readBase(span, dialect),
    kind: 'outcome',
    observation: value,
    failed: failure.failed || failed ? true : null,
    errorText: failure.failed || failed ? errorText(failure, value) : null,
  }
}

const roundSources = [loopAttributes.round]
const effectSources = [loopAttributes.effectId]
const featureSources = [loopAttributes.features]

/** Far beyond what features can need; longer text is not ours. */
export const longestFeatures = 16_384

const classNames: ReadonlySet<string> = new Set(
  vocabularies.flatMap((vocabulary) => vocabulary.classNames ?? []),
)
const tellingResults: ReadonlySet<string> = new Set(
  vocabularies.filter(({ resultsTellFailure }) => resultsTellFailure === true).map(({ name }) => name),
)

function readObservation(span: SpanView, dialect: string, failed: boolean): Unwrapped {
  const value = readField(span, fieldsOf(dialect).toolObservation)
  // Microsoft.Extensions.AI writes the text `null` when the call threw.
  if (value === undefined || (failed && (value === 'null' || value === null))) return notCaptured
  const result = unwrap(value)
  const failedInside = tellingResults.has(dialect) && !failed && isFailureObject(result.value)
  return failedInside ? { ...result, failed: true } : result
}

/** Objects only: a text that was read may hold any word. */
function isFailureObject(value: AttributeValue | undefined): boolean {
  const isObject = typeof value === 'string' ? value.trimStart().startsWith('{') : typeof value === 'object'
  return isObject && seenFailure(value) !== null
}

/** A result is written only for calls that succeeded; OK is a statement, unset is none. */
function isKnownGood(span: SpanView, observation: AttributeValue | undefined): boolean {
  return span.statusCode === 1 || observation !== undefined
}

function errorText(failure: Failure, observation: AttributeValue | undefined): string | null {
  return toldFailure({ ...failure, words: [...failure.words, failureIn(observation)] })
}

/** What the result of a call that failed says of it. */
export function failureIn(observation: AttributeValue | undefined): string | null {
  if (typeof observation === 'string') return withoutStack(observation)
  return typeof observation === 'object' ? seenFailure(observation) : null
}

function isReadOnly(span: SpanView, dialect: string): boolean | null {
  const fields = fieldsOf(dialect)
  const readOnly = readFlag(span, fields.readOnlyHint)
  if (readOnly !== null) return readOnly
  return readFlag(span, fields.destructiveHint) === true ? false : null
}
