import type { AttributeValue, SpanView } from '../receiver/span-view.ts'
import { failureSigns } from './failure.ts'
import { fieldsOf } from './fields-of.ts'
import { readField } from './fields.ts'
import { conditionsInWords, sourceInWords } from './in-words.ts'
import { kindFinder } from './kinds.ts'
import { kindTests, spanReader } from './read.ts'
import type { Reading } from './reading.ts'
import { vocabularyGuesser } from './unknown.ts'
import type { Fields, SpanKind } from './vocabulary.ts'

/** Where one field of a span was read, and what stands there. */
interface FieldAccount {
  readonly field: keyof Fields
  readonly source: string
  readonly value: AttributeValue
}

/** How a span was read, and why. */
export interface SpanAccount {
  /** Null for a span that no test knows. */
  readonly dialect: string | null
  readonly kind: SpanKind | null
  /** The test that decided, in words; empty when none did. */
  readonly because: string
  /** Of a span that no test knows, the vocabulary that it may be of; null when it says nothing of agents. */
  readonly guess: string | null
  readonly fields: readonly FieldAccount[]
  readonly failureSigns: readonly string[]
  readonly readings: readonly Reading[]
}

/** Makes the function that accounts for spans as the observer reads them: for people, not for the hot path. */
export function spanAccountant(): (span: SpanView) => SpanAccount {
  const find = kindFinder(kindTests)
  const guess = vocabularyGuesser()
  const read = spanReader()
  return (span) => {
    const test = find(span)
    const readings = read(span)
    if (test === null) {
      const unknown = { dialect: null, kind: null, because: '', fields: [], failureSigns: [] }
      return { ...unknown, guess: guess(span), readings }
    }
    return {
      dialect: test.dialect,
      kind: test.kind,
      because: conditionsInWords(test.when),
      guess: null,
      fields: fieldsOfKind[test.kind].flatMap((field) => accountOf(span, field, test.dialect)),
      failureSigns: test.kind === 'ignore' ? [] : failureSigns(span, test.dialect),
      readings,
    }
  }
}

const identity = ['agentName', 'laneName', 'subAgent', 'session'] as const
const work = [
  'toolName',
  'callId',
  'toolArguments',
  'toolObservation',
  'resultSize',
  'readOnlyHint',
  'destructiveHint',
] as const
const call = [
  'modelName',
  'tokensIn',
  'tokensOut',
  'costUsd',
  'modelText',
  'modelRequests',
  'modelInput',
] as const

const fieldsOfKind: Readonly<Record<SpanKind, readonly (keyof Fields)[]>> = {
  tool: [...work, ...identity],
  model: [...call, ...identity],
  agent: [...identity, 'agentAnswers'],
  outcome: ['toolObservation', 'failureText'],
  ignore: [],
  check: identity,
  bar: identity,
  user: identity,
  progress: identity,
}

function accountOf(span: SpanView, field: keyof Fields, dialect: string): readonly FieldAccount[] {
  for (const source of fieldsOf(dialect)[field]) {
    const value = readField(span, [source])
    if (value !== undefined && value !== null) return [{ field, source: sourceInWords(source), value }]
  }
  return []
}
