import { conditionsInWords, sourceInWords } from '../collector/dialects/in-words.ts'
import { logVocabularies } from '../collector/dialects/log-vocabulary-list.ts'
import {
  bodyKey,
  type LogFields,
  type LogTest,
  type LogVocabulary,
} from '../collector/dialects/log-vocabulary.ts'
import type { Source } from '../collector/dialects/vocabulary.ts'
import { overviewOf, results, tableOf } from './markdown-table.ts'

/** The part of `collector/dialects/DIALECTS.md` about log records. */
export function logDialectSections(): readonly string[] {
  return [
    '',
    '## Log records',
    '',
    'Some programs tell their calls in OTLP logs, beside spans or instead of them. The event is named by OTLP’s own field,',
    'by `event.name`, or by the body. A record belongs to the run of its trace; outside any trace to the run that its',
    'session names. A call that a span tells as well is one call: by call id, else by tool and time.',
    '',
    ...overviewOf(logVocabularies),
    ...logVocabularies.flatMap(sectionOf),
  ]
}

function sectionOf({ name, title, capture, tests, fields }: LogVocabulary): readonly string[] {
  return [
    '',
    `### ${name}`,
    '',
    `${title}. Results of tools: ${results[capture.results]}. ${capture.advice}`,
    '',
    ...tableOf(
      ['event', 'is', 'when'],
      tests.map(({ event, kind, when = [] }) => [`\`${event}\``, kinds[kind], conditionsInWords(when)]),
    ),
    '',
    ...tableOf(
      ['field', 'stands in'],
      [...rowsOf(fields), ...tests.flatMap((test) => rowsOf(test.fields ?? {}, test))],
    ),
  ]
}

const kinds: Readonly<Record<LogTest['kind'], string>> = {
  tool: 'a tool call',
  model: 'a model call',
  model_content: 'what the span of a model call leaves out',
  answer: 'the answer to a call',
  user: 'a person’s message',
  ignore: 'known, and left out',
}

const fieldTitles: Readonly<Record<keyof LogFields, string>> = {
  toolName: 'tool',
  callId: 'call id',
  toolArguments: 'arguments',
  toolObservation: 'result',
  resultSize: 'size of the result',
  success: 'went well',
  failureText: 'words of a failure',
  failureType: 'type of a failure',
  durationMs: 'duration, ms',
  modelName: 'model',
  tokensIn: 'tokens in',
  tokensOut: 'tokens out',
  costUsd: 'cost',
  modelText: 'words of the model',
  modelRequests: 'calls that the model asks for',
  modelInput: 'answers in the prompt',
  session: 'session',
  agentName: 'agent',
  subAgent: 'sub-agent',
  actorName: 'actor',
}

function rowsOf(fields: LogFields, test?: LogTest): readonly (readonly string[])[] {
  return (Object.keys(fieldTitles) as (keyof LogFields)[]).flatMap((field) => {
    const parts = field === 'tokensIn' ? (fields.tokensIn ?? []) : [fields[field] ?? []]
    const places = parts.map((sources) => (sources as readonly Source[]).map(placeInWords).join(' → '))
    if (places.every((place) => place === '')) return []
    const title = test === undefined ? fieldTitles[field] : `${fieldTitles[field]} of \`${test.event}\``
    return [[title, places.join(' + ')]]
  })
}

function placeInWords(source: Source): string {
  return sourceInWords(source).replaceAll(`\`${bodyKey}\``, 'the body')
}
