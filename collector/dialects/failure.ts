import type { SpanView } from '../receiver/span-view.ts'
import { fieldsOf } from './fields-of.ts'
import { readField, readText } from './fields.ts'
import { sourceInWords } from './in-words.ts'
import { vocabularies } from './vocabulary-list.ts'
import type { FailureFlag, Source } from './vocabulary.ts'

/** What a span says about failure, apart from its result. */
export interface Failure {
  readonly failed: boolean
  /** What is said of it, without stack traces: exceptions, status, attributes. The best source first. */
  readonly words: readonly string[]
  /** Its types as the sources name them. */
  readonly types: readonly string[]
}

/**
 * Union of all signals: status, attributes, exception events. Status alone misses many failures,
 * and instrumentations exist that set OK on a failed call.
 */
export function failureOf(span: SpanView, dialect: string): Failure {
  const exceptions = span.events.filter(({ name }) => name === 'exception')
  const flagged = (flagsOf.get(dialect) ?? sharedFlags).some((flag) => isRaised(span, flag))
  if (span.statusCode !== 2 && !flagged && exceptions.length === 0) return noFailure
  const { failureText, failureType } = fieldsOf(dialect)
  // The first exception is the innermost: frameworks add their own around it (AI SDK 4).
  const said = (key: string): readonly unknown[] => exceptions.map(({ attributes }) => attributes.get(key))
  return {
    failed: true,
    words: [
      ...said('exception.message'),
      span.statusMessage,
      ...failureText.map((source) => readText(span, [source], longestText)),
    ].flatMap(saidIn),
    types: [
      readText(span, failureType),
      ...said('exception.type'),
      ...exceptions.slice(0, 1).map(({ name }) => name),
    ].flatMap(saidIn),
  }
}

/** Every sign of failure on a span, for people: `status ERROR`, `exception event`, the keys of attributes. */
export function failureSigns(span: SpanView, dialect: string): readonly string[] {
  return [
    ...(span.statusCode === 2 ? ['status ERROR'] : []),
    ...(span.events.some(({ name }) => name === 'exception') ? ['exception event'] : []),
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

const noFailure: Failure = { failed: false, words: [], types: [] }
const longestText = 2000

function saidIn(value: unknown): readonly string[] {
  const words = typeof value === 'string' ? withoutStack(value) : null
  return words === null ? [] : [words]
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
