import type { AttributeValue } from '../receiver/span-view.ts'
import { isRecord, parsed } from './fields.ts'
import type { JsonObject, Message } from './message.ts'
import { wordsOf } from './words.ts'

/** A message's answer to one tool call. */
export interface Answer {
  /** Null when the message names the tool only, or, where the tool is null too, nothing: its place among the answers tells. */
  readonly callId: string | null
  readonly tool: string | null
  readonly value: AttributeValue
  /** True when the message marks it as a failure. */
  readonly failed: boolean
}

/** Answers to tool calls in one message: those of its parts, or the message as a whole. */
export function answersIn({ role, fields }: Message): readonly Answer[] {
  const content = fields['parts'] ?? fields['content']
  const parts = typeof content === 'string' && partsHead.test(content) ? parsed(content) : content
  const answers = Array.isArray(parts)
    ? (parts as readonly AttributeValue[]).flatMap((part) => (isRecord(part) ? answerIn(part) : []))
    : []
  if (answers.length > 0 || role !== 'tool') return answers
  const value = valueOf(fields)
  return value === undefined ? [] : answer(fields, value)
}

/** Parts as text: Bedrock's in an event, Anthropic's in OpenLLMetry's attributes. */
const partsHead =
  /^\s*\[\s*\{[^]*"(?:toolResult|tool_result|tool-result|tool_call_response|functionResponse)"/

function answerIn(part: JsonObject): readonly Answer[] {
  for (const key of wrappers) {
    const inner = part[key]
    if (isRecord(inner)) return answerOf(inner)
  }
  const type = part['type']
  return typeof type === 'string' && partTypes.has(type) ? answerOf(part) : []
}

function answerOf(part: JsonObject): readonly Answer[] {
  const value = valueOf(part)
  return value === undefined ? [] : answer(part, value)
}

// Where a part that answers a call stands in a key of its own.
const wrappers = [
  'functionResponse', // Google
  'function_response',
  'toolResult', // Bedrock, Strands
] as const

const partTypes: ReadonlySet<string> = new Set([
  'tool_call_response', // semantic-conventions docs/gen-ai/gen-ai-input-messages.json
  'tool-result', // AI SDK
  'tool_result', // Anthropic
])

/** What came back: `result` was used in drafts of 1.37 and in AI SDK 4. */
function valueOf(fields: JsonObject): AttributeValue | undefined {
  for (const key of ['response', 'output', 'result', 'content'] as const) {
    if (fields[key] !== undefined) return fields[key]
  }
  // OpenInference: the parts of a message that has several.
  return fields['contents'] === undefined ? undefined : wordsOf(fields['contents'])
}

function answer(fields: JsonObject, value: AttributeValue): readonly Answer[] {
  const callId = firstText(fields, idKeys)
  const tool = firstText(fields, ['name', 'toolName', 'tool_name'])
  if (typeof value === 'string' && stub.test(value)) return []
  const status = fields['status']
  const failed =
    fields['is_error'] === true ||
    fields['isError'] === true ||
    status === 'error' ||
    (status === 'ERROR' && value !== null)
  return [{ callId, tool, value, failed }]
}

/** Mastra shortens answers in its prompts to this. */
const stub = /^\[tool-result: [^\]]*\]$/

const idKeys = ['tool_call_id', 'toolCallId', 'tool_use_id', 'toolUseId', 'call_id', 'id'] as const

function firstText(fields: JsonObject, keys: readonly string[]): string | null {
  for (const key of keys) {
    const value = fields[key]
    if (typeof value === 'string' && value !== '') return value
  }
  return null
}
