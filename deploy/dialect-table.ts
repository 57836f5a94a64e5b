import { writeFileSync } from 'node:fs'
import { fieldsOf } from '../collector/dialects/fields-of.ts'
import {
  conditionsInWords,
  failureInWords,
  limitInWords,
  sourceInWords,
} from '../collector/dialects/in-words.ts'
import type { Fields, Vocabulary } from '../collector/dialects/vocabulary.ts'
import { vocabularies } from '../collector/dialects/vocabulary-list.ts'
import { logDialectSections } from './log-dialect-table.ts'
import { overviewOf, results, tableOf } from './markdown-table.ts'

/** `collector/dialects/DIALECTS.md`, made from the vocabularies. */
export function dialectTable(): string {
  return [
    ...introduction,
    ...overviewOf(vocabularies),
    ...vocabularies.flatMap(sectionOf),
    ...logDialectSections(),
    ...sharedFields,
    '',
  ].join('\n')
}

const introduction = [
  '# Vocabularies that are understood',
  '',
  'Made from the data beside this file by `npm run dialect-table`; a test holds it.',
  '',
  'What kind a span is of is decided by the first test that matches, in the order of the list below. Each field is then',
  'read from the vocabulary that decided, and after it from all others, because real spans carry several at once; values',
  'that stand for "not captured" are skipped. A call failed when its status, an exception event or any sign of failure says',
  'so. What a tool span leaves out is taken from the model call that asked for it, and from the next model call, which',
  'carries the answer: by call id, else by the tool’s name and order.',
  '',
]

function sectionOf(vocabulary: Vocabulary): readonly string[] {
  const {
    name,
    title,
    capture,
    kinds,
    fields = {},
    failures = [],
    limits = [],
    resultsTellFailure,
  } = vocabulary
  return [
    '',
    `## ${name}`,
    '',
    `${title}. Results of tools: ${results[capture.results]}. ${capture.advice}`,
    '',
    ...tableOf(
      ['kind of span', 'when'],
      kinds.map(({ kind, when, rank, helper }) => [
        [kind, rank === undefined ? '' : ` (${rank})`, helper === true ? ' (a helper’s)' : ''].join(''),
        conditionsInWords(when),
      ]),
    ),
    ...fieldTable(fields),
    ...listOf('Signs of failure', [
      ...failures.map(failureInWords),
      ...(resultsTellFailure === true ? ['a result that is an object with `error`'] : []),
    ]),
    ...listOf('Limits of the agent’s own', limits.map(limitInWords)),
  ]
}

const fieldTitles: Readonly<Record<keyof Fields, string>> = {
  toolName: 'tool',
  callId: 'call id',
  toolArguments: 'arguments',
  toolObservation: 'result',
  resultSize: 'size of the result',
  modelName: 'model',
  tokensIn: 'tokens in',
  tokensOut: 'tokens out',
  costUsd: 'cost',
  modelText: 'words of the model',
  modelRequests: 'calls that the model asks for',
  modelInput: 'answers in the prompt',
  agentAnswers: 'answers on spans of steps',
  agentName: 'agent',
  laneName: 'lane',
  subAgent: 'sub-agent',
  session: 'session',
  readOnlyHint: 'only reads',
  destructiveHint: 'destroys',
  failureText: 'words of a failure',
  failureType: 'type of a failure',
}

function fieldTable(fields: Partial<Fields>): readonly string[] {
  const rows = Object.entries(fieldTitles).flatMap(([field, title]) => {
    const sources = fields[field as keyof Fields] ?? []
    return sources.length === 0 ? [] : [[title, sources.map(sourceInWords).join(' → ')]]
  })
  return rows.length === 0 ? [] : ['', ...tableOf(['field', 'stands in'], rows)]
}

function listOf(title: string, items: readonly string[]): readonly string[] {
  return items.length === 0 ? [] : ['', `${title}: ${items.join('; ')}.`]
}

const sharedFields = [
  '',
  '## Sessions',
  '',
  'A session is shown with its run. On a span of no vocabulary in particular it is looked for in this order; a policy may',
  'make one of the attributes the run’s key (`run_key`).',
  '',
  ...fieldsOf('generic').session.map((source) => `1. ${sourceInWords(source)}`),
]

if (import.meta.main) {
  writeFileSync(new URL('../collector/dialects/DIALECTS.md', import.meta.url), dialectTable())
}
