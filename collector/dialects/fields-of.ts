import type { Fields, Source } from './vocabulary.ts'
import { vocabularies } from './vocabulary-list.ts'

/** Where each field stands on spans of which the vocabulary `name` decided the kind, in reading order. */
export function fieldsOf(name: string): Fields {
  return compiled.get(name) ?? shared
}

const fieldNames = [
  'toolName',
  'callId',
  'toolArguments',
  'toolObservation',
  'resultSize',
  'modelName',
  'tokensIn',
  'tokensOut',
  'costUsd',
  'modelText',
  'modelRequests',
  'modelInput',
  'agentAnswers',
  'agentName',
  'laneName',
  'subAgent',
  'session',
  'readOnlyHint',
  'destructiveHint',
  'failureText',
  'failureType',
] as const satisfies readonly (keyof Fields)[]

/** The vocabulary's own sources first, then those that all share, each once. */
function sourcesOf(field: keyof Fields, own: readonly Source[] | undefined): readonly Source[] {
  // A lane must not be taken from what only some spans of a vocabulary carry.
  if (field === 'laneName' && own !== undefined) return own
  const all = [
    ...(own ?? []),
    ...vocabularies.flatMap(({ fields }) => (fields?.[field] ?? []).filter(isShared)),
  ]
  const seen = new Set<string>()
  return all.filter((source) => {
    const text = JSON.stringify(source)
    if (seen.has(text)) return false
    seen.add(text)
    return true
  })
}

function isShared(source: Source): boolean {
  return typeof source === 'string' || source.own !== true
}

// `fieldNames` has every key of `Fields` once, which the type of `fromEntries` cannot say.
function compile(own: Partial<Fields>): Fields {
  return Object.fromEntries(
    fieldNames.map((field) => [field, sourcesOf(field, own[field])]),
  ) as unknown as Fields
}

const shared = compile({})
const compiled = new Map(vocabularies.map(({ name, fields }) => [name, compile(fields ?? {})]))
