import type { SpanView } from '../receiver/span-view.ts'
import { readBase } from './base.ts'
import { readEnd } from './end-reading.ts'
import { kindFinder, type NamedTest } from './kinds.ts'
import { readLimit } from './limit-reading.ts'
import { readMark } from './mark-reading.ts'
import { readAnswers, readModel } from './model-reading.ts'
import type { Reading } from './reading.ts'
import { readOutcome, readTool } from './tool-reading.ts'
import { vocabularyGuesser } from './unknown.ts'
import { vocabularies } from './vocabulary-list.ts'

/** What a reader tells besides readings, for metrics and `doctor`. */
export interface ReaderNotices {
  /** A span of no known kind; `vocabulary` is the likely one, null when it has nothing to do with agents. */
  readonly onUnknown?: (scopeName: string, vocabulary: string | null) => void
  /** A span that could not be read; it is left out. */
  readonly onFault?: (error: unknown, span: SpanView) => void
}

/** Reads one span: zero or more readings. Never throws. */
export type SpanReader = (span: SpanView) => readonly Reading[]

/** Makes the reader of all vocabularies. Not to be shared between threads. */
export function spanReader(notices: ReaderNotices = {}): SpanReader {
  const kindOf = kindFinder(kindTests)
  const guess = vocabularyGuesser()
  return (span) => {
    try {
      const test = kindOf(span)
      if (test !== null) return readKind(span, test)
      notices.onUnknown?.(span.scopeName, guess(span))
      return around(span, 'generic', limitOn(span, 'generic'))
    } catch (error) {
      notices.onFault?.(error, span)
      return nothing
    }
  }
}

const nothing: readonly Reading[] = []

/** What kind of span it is: the first of these that matches decides. */
export const kindTests: readonly NamedTest[] = vocabularies.flatMap(({ name, kinds }) =>
  kinds.map((test) => ({ ...test, dialect: name })),
)

function readKind(span: SpanView, test: NamedTest): readonly Reading[] {
  switch (test.kind) {
    case 'tool':
      return [readTool(span, test)]
    case 'model':
      return readModel(span, test)
    case 'outcome':
      return [readOutcome(span, test)]
    case 'agent': {
      const limits = limitOn(span, test.dialect)
      const answers = readAnswers(span, test)
      const told = answers.length === 0 ? limits : [...answers, ...limits]
      return around(span, test.dialect, told.length === 0 ? namingOn(span, test.dialect) : told)
    }
    case 'check':
    case 'bar':
    case 'user':
    case 'progress':
      return [readMark(span, test.kind, test.dialect)]
    case 'ignore':
      return nothing
  }
}

function namingOn(span: SpanView, dialect: string): readonly Reading[] {
  const base = readBase(span, dialect)
  return base.agent === null && base.actor === null ? nothing : [{ ...base, kind: 'naming' }]
}

/** A span around other work: its end may be that of the run. */
function around(span: SpanView, dialect: string, told: readonly Reading[]): readonly Reading[] {
  const end = readEnd(span, dialect)
  return end === null ? told : [...told, end]
}

function limitOn(span: SpanView, dialect: string): readonly Reading[] {
  // Of a span that no test knows, only a failure is worth the look.
  if (span.statusCode !== 2 && dialect === 'generic') return nothing
  const limit = readLimit(span, dialect)
  return limit === null ? nothing : [limit]
}
