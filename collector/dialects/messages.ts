import type { AttributeValue } from '../receiver/span-view.ts'
import { answersIn, type Answer } from './answers.ts'
import { elementsFromEnd } from './array-text.ts'
import { parsed } from './fields.ts'
import { isModels, messageOf } from './message.ts'

/**
 * Answers to tool calls in the messages after the last one of the assistant. Earlier ones were
 * answers to earlier calls, repeated with every prompt. Of JSON text only that tail is parsed.
 * At most 32.
 */
export function trailingAnswers(messages: AttributeValue): readonly Answer[] {
  const answers: Answer[] = []
  for (const value of fromEnd(messages)) {
    const message = messageOf(value)
    if (message === null || isModels(message)) break
    answers.unshift(...answersIn(message))
    if (answers.length >= mostAnswers) break
  }
  return answers.slice(-mostAnswers)
}

const mostAnswers = 32

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

const telling =
  /"(?:assistant|model|ai|AIMessage|tool|function|ToolMessage|tool_call_response|tool-result|tool_result|toolResult|functionResponse|function_response|function_call|function_call_output)"/
