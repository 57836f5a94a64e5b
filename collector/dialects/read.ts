import type { SpanView } from '../receiver/span-view.ts'
import { kindList } from './kind-list.ts'
import { kindFinder } from './kinds.ts'
import { readLimit } from './limit-reading.ts'
import { readMark } from './mark-reading.ts'
import { readModel } from './model-reading.ts'
import type { Reading } from './reading.ts'
import { readTool } from './tool-reading.ts'
import { vocabularyGuesser } from './unknown.ts'
import type { KindTest } from './vocabulary.ts'

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
  const kindOf = kindFinder(kindList)
  const guess = vocabularyGuesser()
  return (span) => {
    try {
      const test = kindOf(span)
      if (test !== null) return readKind(span, test)
      notices.onUnknown?.(span.scopeName, guess(span))
      return limitOn(span, 'generic')
    } catch (error) {
      notices.onFault?.(error, span)
      return nothing
    }
  }
}

const nothing: readonly Reading[] = []

function readKind(span: SpanView, test: KindTest): readonly Reading[] {
  switch (test.kind) {
    case 'tool':
      return [readTool(span, test)]
    case 'model':
      return readModel(span, test)
    case 'agent':
      return limitOn(span, test.dialect)
    case 'check':
    case 'bar':
    case 'user':
    case 'progress':
      return [readMark(span, test.kind, test.dialect)]
    case 'ignore':
      return nothing
  }
}

/** Only a span with status ERROR is worth the look. */
function limitOn(span: SpanView, dialect: string): readonly Reading[] {
  if (span.statusCode !== 2) return nothing
  const limit = readLimit(span, dialect)
  return limit === null ? nothing : [limit]
}
