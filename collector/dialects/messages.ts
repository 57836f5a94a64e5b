import type { AttributeValue } from '../receiver/span-view.ts'
import { elementsFromEnd } from './array-text.ts'
import { isRecord, parsed } from './fields.ts'

/** A message's answer to one tool call. */
export interface Answer {
  readonly callId: string
  readonly value: AttributeValue
  /** True when the message marks it as a failure. */
  readonly failed: boolean
}

/**
 * Answers to tool calls in the messages after the last one of the assistant. Earlier ones were
 * answers to earlier calls, repeated with every prompt. Of JSON text only that tail is parsed.
 * At most 32.
 */
export function trailingAnswers(messages: AttributeValue): readonly Answer[] {
  const answers: Answer[] = []
  for (const message of fromEnd(messages)) {
    if (!isRecord(message) || assistantRoles.has(message['role'] ?? '')) break
    answers.unshift(...answersIn(message))
    if (answers.length >= mostAnswers) break
  }
  return answers.slice(-mostAnswers)
}

/** The words in a message, a list of messages, their parts or blocks; null when there are none. */
export function wordsOf(messages: AttributeValue): string | null {
  const words: string[] = []
  collectWords(
    typeof messages === 'string' && /^\s*[[{]/.test(messages) ? parsed(messages) : messages,
    words,
    0,
  )
  const text = words.join('\n').trim()
  return text === '' ? null : text
}

const mostAnswers = 32
const assistantRoles: ReadonlySet<AttributeValue> = new Set(['assistant', 'model'])

/** Shapes of the part that answers a call. */
const answerShapes: readonly {
  readonly type: string
  readonly id: string
  readonly values: readonly string[]
  readonly failedFlag: string
}[] = [
  // semantic-conventions docs/gen-ai/gen-ai-input-messages.json; `result` until 1.37's final form
  { type: 'tool_call_response', id: 'id', values: ['response', 'result'], failedFlag: 'is_error' },
  // AI SDK: `result` in 4, `output` from 5 on
  { type: 'tool-result', id: 'toolCallId', values: ['output', 'result'], failedFlag: 'isError' },
]

function answersIn(message: { readonly [key: string]: AttributeValue }): readonly Answer[] {
  const parts = message['parts'] ?? message['content']
  if (!Array.isArray(parts)) return []
  const answers: Answer[] = []
  for (const part of parts as readonly AttributeValue[]) {
    if (!isRecord(part)) continue
    const shape = answerShapes.find(({ type }) => type === part['type'])
    const callId = shape === undefined ? undefined : part[shape.id]
    const key = shape?.values.find((name) => part[name] !== undefined)
    if (shape === undefined || key === undefined || typeof callId !== 'string' || callId === '') continue
    answers.push({ callId, value: part[key] ?? null, failed: part[shape.failedFlag] === true })
  }
  return answers
}

/** Of a longer tail nothing is read. */
const longestTail = 262_144

/** Messages from the last to the first. Of those that hold neither answers nor the assistant's role, only that they are there. */
function* fromEnd(messages: AttributeValue): Generator<AttributeValue> {
  if (Array.isArray(messages)) {
    for (let index = messages.length - 1; index >= 0; index--)
      yield (messages as readonly AttributeValue[])[index] ?? null
  } else if (typeof messages === 'string') {
    for (const text of elementsFromEnd(messages, longestTail)) yield telling.test(text) ? parsed(text) : {}
  }
}

const telling = /"(?:assistant|model|tool_call_response|tool-result)"/

const deepest = 6

function collectWords(value: AttributeValue | undefined, words: string[], depth: number): void {
  if (typeof value === 'string') {
    words.push(value)
  } else if (Array.isArray(value)) {
    if (depth < deepest)
      for (const element of value as readonly AttributeValue[]) collectWords(element, words, depth + 1)
  } else if (isRecord(value)) {
    const type = value['type']
    // Reasoning, tool calls and their answers are not the model's words.
    if (typeof type === 'string' && type !== 'text' && type !== 'message') return
    if (depth >= deepest) return
    for (const key of wordKeys) {
      if (value[key] === undefined || value[key] === null) continue
      collectWords(value[key], words, depth + 1)
      return
    }
  }
}

const wordKeys = ['parts', 'content', 'text', 'message'] as const
