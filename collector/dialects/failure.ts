import type { SpanView } from '../receiver/span-view.ts'
import { fieldsOf } from './fields-of.ts'
import { readField, readText } from './fields.ts'
import { sourceInWords } from './in-words.ts'
import { vocabularies } from './vocabulary-list.ts'
import type { FailureFlag, Source } from './vocabulary.ts'

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
  const exception = firstException(span)
  const flagged = (flagsOf.get(dialect) ?? sharedFlags).some((flag) => isRaised(span, flag))
  if (span.statusCode !== 2 && !flagged && exception === null) return noFailure
  const { failureText, failureType } = fieldsOf(dialect)
  return {
    failed: true,
    text:
      exception ??
      withoutStack(span.statusMessage) ??
      withoutStackOrNull(readText(span, failureText, longestText)),
    type: readText(span, failureType),
  }
}

/** Every sign of failure on a span, for people: `status ERROR`, `exception event`, the keys of attributes. */
export function failureSigns(span: SpanView, dialect: string): readonly string[] {
  return [
    ...(span.statusCode === 2 ? ['status ERROR'] : []),
    ...(firstException(span) === null ? [] : ['exception event']),
    ...(flagsOf.get(dialect) ?? sharedFlags)
      .filter((flag) => isRaised(span, flag))
      .map(({ sources: [source] }) => sourceInWords(source)),
  ]
}

/** A failure's text without its stack trace, trimmed and bounded. Null when blank. */
export function withoutStack(text: string): string | null {
  const trimmed = text.trim()
  const end = trimmed.search(/\r?\n\s+at |\r?\nTraceback /)
  // LangChain JS repeats the message as the first line of the stack: `m\n\nError: m\n    at …`.
  const words = trimmed.slice(0, end === -1 ? longestText : Math.min(end, longestText))
  const [first = '', ...rest] = words.split(/\r?\n\s*\r?\n/)
  const isRepeated = rest.length === 1 && rest[0]?.endsWith(first) === true
  const told = isRepeated ? first : words
  return told === '' ? null : told
}

const noFailure: Failure = { failed: false, text: null, type: null }
const longestText = 2000

function withoutStackOrNull(text: string | null): string | null {
  return text === null ? null : withoutStack(text)
}

interface Flag extends Omit<FailureFlag, 'source'> {
  readonly sources: readonly [Source]
}

const sharedFlags = vocabularies.flatMap(({ failures = [] }) =>
  failures.filter(({ source }) => typeof source === 'string' || source.own !== true).map(compile),
)
const flagsOf = new Map(
  vocabularies.map(({ name, failures = [] }) => [
    name,
    [
      ...sharedFlags,
      ...failures.filter(({ source }) => typeof source !== 'string' && source.own === true).map(compile),
    ],
  ]),
)

function compile({ source, ...values }: FailureFlag): Flag {
  return { ...values, sources: [source] }
}

function isRaised(span: SpanView, { sources, is, isNot }: Flag): boolean {
  const value = readField(span, sources)
  if (value === undefined || value === null) return false
  if (is !== undefined) return is.includes(value)
  return isNot === undefined ? value !== '' : !isNot.includes(value)
}

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
