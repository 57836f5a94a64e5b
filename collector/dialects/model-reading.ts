import { loopAttributes } from '@loop-observer/rules'
import type { AttributeValue, SpanView } from '../receiver/span-view.ts'
import { readBase } from './base.ts'
import { costUsd, modelInput, modelName, modelText, tokensIn, tokensOut } from './field-list.ts'
import { isRecord, parsed, readAmount, readField, readText } from './fields.ts'
import { trailingAnswers, wordsOf, type Answer } from './messages.ts'
import type { AmendmentReading, ModelReading, Reading, ReadingBase } from './reading.ts'
import { longestFeatures } from './tool-reading.ts'
import { unwrap } from './unwrap.ts'
import type { KindTest } from './vocabulary.ts'

/** Reads a model span: the call itself, and what its prompt says about earlier tool calls. */
export function readModel(span: SpanView, { dialect }: KindTest): readonly Reading[] {
  const base = readBase(span, dialect)
  const text = readField(span, modelText, dialect)
  const model: ModelReading = {
    ...base,
    kind: 'model',
    model: readText(span, modelName, dialect),
    tokensIn: readAmount(span, tokensIn, dialect),
    tokensOut: readAmount(span, tokensOut, dialect),
    costUsd: readAmount(span, costUsd, dialect),
    text: text === undefined || text === null ? null : wordsOf(text),
    features: readText(span, [loopAttributes.features], dialect, longestFeatures),
  }
  const answers = answersTo(span, dialect)
  if (answers.length === 0) return [model]
  return [...answers.map((answer) => amendment(base, answer)), model]
}

function answersTo(span: SpanView, dialect: string): readonly Answer[] {
  const messages = readField(span, modelInput, dialect)
  const answers = messages === undefined || messages === null ? [] : trailingAnswers(messages)
  return answers.length > 0 ? answers : answersInEvents(span)
}

/** Until 1.36 each answer is an event of its own, its body in attributes or as JSON in one. */
function answersInEvents(span: SpanView): readonly Answer[] {
  const answers: Answer[] = []
  for (const event of span.events) {
    if (event.name !== 'gen_ai.tool.message') continue
    const body = parsed(event.attributes.get('gen_ai.event.content') ?? null)
    const read = (key: string): AttributeValue | undefined =>
      isRecord(body) ? body[key] : event.attributes.get(key)
    const callId = read('id')
    const value = read('content')
    if (typeof callId === 'string' && callId !== '' && value !== undefined) {
      answers.push({ callId, value, failed: false })
    }
  }
  return answers.slice(-32)
}

function amendment(base: ReadingBase, answer: Answer): AmendmentReading {
  const { value, failed } = unwrap(answer.value)
  return {
    ...base,
    kind: 'amendment',
    callId: answer.callId,
    observation: value,
    failed: failed || answer.failed,
  }
}
