import type { AttributeValue } from '../receiver/span-view.ts'
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
  const tail = typeof messages === 'string' ? parseTail(messages) : messages
  if (!Array.isArray(tail)) return []
  const answers: Answer[] = []
  for (let index = tail.length - 1; index >= 0; index--) {
    const message = (tail as readonly AttributeValue[])[index]
    if (!isRecord(message) || assistantRoles.has(message['role'] ?? '')) break
    const found = answersIn(message)
    answers.unshift(...found)
    if (answers.length >= mostAnswers) return answers.slice(-mostAnswers)
  }
  return answers
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

/** Text up to this length may be parsed as a whole when its tail cannot be cut off. */
const wholeParseChars = 262_144

function parseTail(text: string): AttributeValue {
  const assistant = Math.max(text.lastIndexOf('"role":"assistant"'), text.lastIndexOf('"role": "assistant"'))
  const from = Math.max(assistant, 0)
  if (!answerShapes.some(({ type }) => text.indexOf(`"${type}"`, from) !== -1)) return null
  if (assistant !== -1) {
    const next = text.indexOf('{"role"', assistant + 1)
    // Fails when the brace found lies inside the assistant's own message: then the whole is parsed.
    const tail = next === -1 ? null : parsed(`[${text.slice(next)}`)
    if (Array.isArray(tail)) return tail as AttributeValue
  }
  return text.length <= wholeParseChars ? parsed(text) : null
}

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
