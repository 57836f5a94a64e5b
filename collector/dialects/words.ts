import type { AttributeValue } from '../receiver/span-view.ts'
import { isRecord, parsed } from './fields.ts'

/** The words in a message, a list of messages, their parts or blocks; null when there are none. */
export function wordsOf(messages: AttributeValue): string | null {
  const value =
    typeof messages === 'string' && /^\s*(?:[[{]|"[^]*"\s*$)/.test(messages) ? parsed(messages) : messages
  const words: string[] = []
  collectWords(value, words, 0)
  const text = words.join('\n').trim()
  // What Python makes of a message without content.
  if (text === 'None' || text === 'null') return null
  if (text !== '') return text
  // An object that is no message is the model's answer itself: structured output.
  return typeof messages === 'string' && isRecord(value) && !isMessage(value) ? messages.trim() : null
}

const deepest = 8

function collectWords(value: AttributeValue | undefined, words: string[], depth: number): void {
  if (typeof value === 'string') {
    words.push(value)
  } else if (Array.isArray(value)) {
    if (depth < deepest)
      for (const element of value as readonly AttributeValue[]) collectWords(element, words, depth + 1)
  } else if (isRecord(value)) {
    const type = value['type']
    // Reasoning, tool calls and their answers are not the model's words.
    if (typeof type === 'string' && !spoken.has(type)) return
    if (value['thought'] === true || depth >= deepest) return
    for (const key of wordKeys) {
      if (value[key] === undefined || value[key] === null) continue
      collectWords(value[key], words, depth + 1)
      return
    }
  }
}

/** Types of messages and parts with words; the last three are LangChain's. */
const spoken: ReadonlySet<string> = new Set([
  'text',
  'output_text',
  'message',
  'ai',
  'AIMessage',
  'constructor',
])

/** Of these the first that is there holds the words. */
const wordKeys = [
  'parts',
  'content',
  'contents', // OpenInference
  'text',
  'message',
  'message_content', // OpenInference
  'messages', // LangSmith
  'generations', // LangChain
  'choices', // OpenAI's response as it is
  'kwargs', // LangChain's constructor
] as const

function isMessage(value: { readonly [key: string]: AttributeValue }): boolean {
  return (
    value['role'] !== undefined ||
    value['type'] !== undefined ||
    wordKeys.some((key) => value[key] !== undefined)
  )
}
