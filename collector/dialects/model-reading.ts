import { loopAttributes } from '@loop-observer/rules'
import type { AttributeValue, SpanView } from '../receiver/span-view.ts'
import { amendmentsOf } from './amendments.ts'
import { answersIn, type Answer } from './answers.ts'
import { readBase } from './base.ts'
import { failureOf } from './failure.ts'
import { fieldsOf } from './fields-of.ts'
import { isRecord, parsed, readAmount, readField, readText } from './fields.ts'
import type { NamedTest } from './kinds.ts'
import { mostAnswers, trailingTurn, type Turn } from './messages.ts'
import type { ModelReading, NoteReading, Reading, ToolRequest } from './reading.ts'
import { requestsIn } from './requests.ts'
import { longestFeatures } from './tool-reading.ts'
import { wordsOf } from './words.ts'

/** Reads a model span: the call itself, and what its prompt says about earlier tool calls. */
export function readModel(span: SpanView, { dialect, helper }: NamedTest): readonly Reading[] {
  const base = readBase(span, dialect)
  const fields = fieldsOf(dialect)
  const output = readField(span, fields.modelText) ?? null
  const words = helper === true || output === null ? null : wordsOf(output)
  const responseId = readText(span, responseIds)
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
    ...(responseId === null ? {} : { responseId }),
  }
  const turn = turnBefore(span, dialect)
  if (turn.answers.length > 0) return [...amendmentsOf(base, turn, placeIn(span, dialect)), model]
  return turn.isOpening && span.parentSpanId === null ? [userBefore(model), model] : [model]
}

/** The GenAI conventions, which most vocabularies follow in this, and the AI SDK up to 6. */
const responseIds = ['gen_ai.response.id', 'ai.response.id']

/** Where each model call is a trace of its own, only the prompt tells that a person has spoken. */
function userBefore({ spanId, startMs, ...model }: ModelReading): NoteReading {
  const { traceId, parentSpanId, runId, sequence, lane, actor, agent, dialect } = model
  const base = { traceId, spanId, parentSpanId, runId, sequence, lane, actor, agent, dialect }
  return { ...base, kind: 'user', stepId: `user:${spanId}`, startMs, endMs: startMs }
}

/** What a span of a step or an agent says of the calls made within it. */
export function readAnswers(span: SpanView, { dialect }: NamedTest): readonly Reading[] {
  const { agentAnswers } = fieldsOf(dialect)
  if (agentAnswers.length === 0) return []
  const messages = readField(span, agentAnswers)
  if (messages === undefined || messages === null) return []
  const turn = trailingTurn(messages)
  return turn.answers.length === 0 ? [] : amendmentsOf(readBase(span, dialect), turn, null)
}

function requestsOf(output: AttributeValue): readonly ToolRequest[] {
  if (typeof output !== 'string') return requestsIn(output)
  return requestHead.test(output) ? requestsIn(parsed(output)) : []
}

/** Text of messages that may hold a call; most texts of a model are none. */
const requestHead = /^\s*[[{][^]*"(?:name|toolName)"/

function turnBefore(span: SpanView, dialect: string): Turn {
  const messages = readField(span, fieldsOf(dialect).modelInput)
  const turn = messages === undefined || messages === null ? noTurn : trailingTurn(messages)
  if (turn.answers.length > 0) return turn
  const told = turnInEvents(span)
  return told.answers.length > 0 ? told : turn
}

const noTurn: Turn = { answers: [], requests: () => [], isOpening: false }

/** A prompt that failed comes again: its answers are told by the one that follows. */
function placeIn(span: SpanView, dialect: string): string | null {
  return failureOf(span, dialect).failed ? null : span.spanId
}

/** Until 1.36 each message is an event of its own, its body in attributes or as JSON in one. */
function turnInEvents(span: SpanView): Turn {
  let answers: Answer[] = []
  let calls: AttributeValue = null
  for (const event of span.events) {
    if (event.name !== 'gen_ai.tool.message' && event.name !== 'gen_ai.assistant.message') continue
    const body = parsed(event.attributes.get('gen_ai.event.content') ?? null)
    const read = (key: string): AttributeValue =>
      (isRecord(body) ? body[key] : event.attributes.get(key)) ?? null
    if (event.name === 'gen_ai.assistant.message') {
      answers = []
      calls = read('tool_calls')
      continue
    }
    const content = read('content')
    if (content === null) continue
    answers.push(...answersIn({ role: 'tool', fields: { id: read('id'), name: read('name'), content } }))
  }
  const asked = calls
  return { answers: answers.slice(-mostAnswers), requests: () => requestsIn(parsed(asked)), isOpening: false }
}
