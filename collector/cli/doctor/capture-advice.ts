import { logVocabularies } from '../../dialects/log-vocabulary-list.ts'
import { vocabularies } from '../../dialects/vocabulary-list.ts'

/** What to switch on so that an instrumentation captures tool results: one or two sentences for the dialect. */
export function captureAdvice(dialect: string): string {
  return (
    [...vocabularies, ...logVocabularies].find(({ name }) => name === dialect)?.capture.advice ??
    'Switch on content capture in the instrumentation; without results only repeated calls are seen.'
  )
}
