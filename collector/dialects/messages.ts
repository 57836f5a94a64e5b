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

/** Messages from the last to the first. Of those that hold neither answers nor the assistant's role, only that they are there. */
function* fromEnd(messages: AttributeValue): Generator<AttributeValue> {
  if (Array.isArray(messages)) {
    const list = messages as readonly AttributeValue[]
    // LangChain's chat models take a list of conversations, and are given one.
    if (list.length === 1 && Array.isArray(list[0])) return yield* fromEnd(list[0])
    for (let index = list.length - 1; index >= 0; index--) yield list[index] ?? null
  } else if (typeof messages === 'string') {
    for (const text of elementsFromEnd(messages, longestTail)) yield telling.test(text) ? parsed(text) : {}
  }
}

const telling =
  /"(?:assistant|model|ai|AIMessage|tool|function|ToolMessage|tool_call_response|tool-result|tool_result|toolResult|functionResponse|function_response|function_call|function_call_output)"/
