import type { AttributeValue } from '../receiver/span-view.ts'
import { answersIn, type Answer } from './answers.ts'
import { elementsFromEnd } from './array-text.ts'
import { parsed } from './fields.ts'
import { isModels, messageOf } from './message.ts'
import type { ToolRequest } from './reading.ts'
import { requestsIn } from './requests.ts'

/** What the newest calls of a conversation were, and what came back. */
export interface Turn {
  readonly answers: readonly Answer[]
  /** The calls as the assistant asked for them, looked up when asked; none where the prompt holds new items only. */
  readonly requests: () => readonly ToolRequest[]
  /** True when somebody spoke after the assistant had, and no call is answered: a new turn of the conversation. */
  readonly isOpening: boolean
}

/**
 * Answers to tool calls in the messages after the last one of the assistant. Earlier ones were
 * answers to earlier calls, repeated with every prompt. Of JSON text only that tail is parsed.
 * At most 32.
 */
export function trailingTurn(messages: AttributeValue): Turn {
  const answers: Answer[] = []
  let hasAnswered = false
  let hasSpoken = false
  for (const value of fromEnd(messages)) {
    const message = messageOf(value)
    hasAnswered = message !== null && isModels(message)
    if (message === null || hasAnswered) break
    answers.unshift(...answersIn(message))
    hasSpoken ||= !silent.has(message.role)
    if (answers.length >= mostAnswers) break
  }
  return {
    answers: answers.slice(-mostAnswers),
    requests: () => lastRequests(messages),
    isOpening: hasAnswered && hasSpoken && answers.length === 0,
  }
}

/** Calls that the assistant's last message asked for. OpenAI's items are one for each call: the message is several. */
function lastRequests(messages: AttributeValue): readonly ToolRequest[] {
  const asking: AttributeValue[] = []
  for (const value of fromEnd(messages)) {
    const message = messageOf(value)
    if (message === null) break
    const isAsking = isModels(message) || (asking.length > 0 && message.role === 'reasoning')
    if (isAsking) asking.unshift(value)
    else if (asking.length > 0) break
    if (asking.length >= mostAnswers) break
  }
  return asking.flatMap((value) => requestsIn(value)).slice(-mostAnswers)
}

const silent: ReadonlySet<string> = new Set(['system', 'developer', 'tool'])

/** More answers of one prompt are not read: the newest are. */
export const mostAnswers = 32

/** Of a longer tail nothing is read. */
const longestTail = 262_144

/**
 * Messages from the last to the first; of a list of conversations those of the last, as LangChain's
 * models are given one. Of those that hold neither answers nor the assistant's role, only that they are there.
 */
function* fromEnd(messages: AttributeValue, isInner = false): Generator<AttributeValue> {
  if (Array.isArray(messages)) {
    const list = messages as readonly AttributeValue[]
    const last = list.at(-1)
    if (Array.isArray(last) && !isInner) return yield* fromEnd(last, true)
    for (let index = list.length - 1; index >= 0; index--) yield list[index] ?? null
  } else if (typeof messages === 'string') {
    for (const text of elementsFromEnd(messages, longestTail)) {
      const isObject = /^\s*\{/.test(text)
      if (!isInner && /^\s*\[/.test(text)) return yield* fromEnd(text, true)
      yield isObject && !telling.test(text) ? {} : parsed(text)
    }
  }
}

// Parts may be JSON text within the message's.
const telling =
  /"(?:assistant|model|ai|AIMessage|reasoning|system|developer|tool|function|ToolMessage|tool_call_response|tool-result|tool_result|toolResult|functionResponse|function_response|function_call|function_call_output)\\?"/
