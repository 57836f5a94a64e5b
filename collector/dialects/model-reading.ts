import { loopAttributes } from '@loop-observer/rules'
import type { AttributeValue, SpanView } from '../receiver/span-view.ts'
import { answersIn, type Answer } from './answers.ts'
import { readBase } from './base.ts'
import { fieldsOf } from './fields-of.ts'
import { isRecord, parsed, readAmount, readField, readText } from './fields.ts'
import type { NamedTest } from './kinds.ts'
import { trailingAnswers } from './messages.ts'
import type { AmendmentReading, ModelReading, Reading, ReadingBase, ToolRequest } from './reading.ts'
import { requestsIn } from './requests.ts'
import { longestFeatures } from './tool-reading.ts'
import { unwrap } from './unwrap.ts'
import { wordsOf } from './words.ts'

/** Reads a model span: the call itself, and what its prompt says about earlier tool calls. */
export function readModel(span: SpanView, { dialect, helper }: NamedTest): readonly Reading[] {
  const base = readBase(span, dialect)
  const fields = fieldsOf(dialect)
  const output = readField(span, fields.modelText) ?? null
  const words = helper === true || output === null ? null : wordsOf(output)
  const model: ModelReading = {
    ...base,
    kind: 'model',
    model: readText(span, fields.modelName),
    tokensIn: readAmount(span, fields.tokensIn),
    tokensOut: readAmount(span, fields.tokensOut),
    costUsd: readAmount(span, fields.costUsd),
    text: words,
    requests: helper === true ? [] : requestsOf(readField(span, fields.modelRequests) ?? output),
    features: readText(span, [loopAttributes.features], longestFeatures),
  }
  const answers = answersTo(span, dialect)
  return answers.length === 0 ? [model] : [...answers.flatMap((answer) => amendment(base, answer)), model]
}

/** What a span of a step or an agent says of the calls made within it. */
export function readAnswers(span: SpanView, { dialect }: NamedTest): readonly Reading[] {
  const { agentAnswers } = fieldsOf(dialect)
  if (agentAnswers.length === 0) return []
  const messages = readField(span, agentAnswers)
  if (messages === undefined || messages === null) return []
  const answers = trailingAnswers(messages)
  if (answers.length === 0) return []
  const base = readBase(span, dialect)
  return answers.flatMap((answer) => amendment(base, answer))
}

function requestsOf(output: AttributeValue): readonly ToolRequest[] {
  if (typeof output !== 'string') return requestsIn(output)
  return requestHead.test(output) ? requestsIn(parsed(output)) : []
}

/** Text of messages that may hold a call; most texts of a model are none. */
const requestHead = /^\s*[[{][^]*"(?:name|toolName)"/

function answersTo(span: SpanView, dialect: string): readonly Answer[] {
  const messages = readField(span, fieldsOf(dialect).modelInput)
  const answers = messages === undefined || messages === null ? [] : trailingAnswers(messages)
  return answers.length > 0 ? answers : answersInEvents(span)
}

/** Until 1.36 each answer is an event of its own, its body in attributes or as JSON in one. */
function answersInEvents(span: SpanView): readonly Answer[] {
  const answers: Answer[] = []
  for (const event of span.events) {
    if (event.name !== 'gen_ai.tool.message') continue
    const body = parsed(event.attributes.get('gen_ai.event.content') ?? null)
    const read = (key: string): AttributeValue =>
      (isRecord(body) ? body[key] : event.attributes.get(key)) ?? null
    const content = read('content')
    if (content === null) continue
    answers.push(...answersIn({ role: 'tool', fields: { id: read('id'), name: read('name'), content } }))
  }
  return answers.slice(-32)
}

function amendment(base: ReadingBase, answer: Answer): readonly AmendmentReading[] {
  const { value, failed } = unwrap(answer.value)
  if (value === undefined) return []
  return [
    {
      ...base,
      kind: 'amendment',
      callId: answer.callId,
      tool: answer.tool,
      observation: value,
      failed: failed || answer.failed,
    },
  ]
}
