import type { AttributeValue } from '../receiver/span-view.ts'

/** Which part of a transcript a field is: what the model was sent, or what it said to that. */
export type TranscriptPart = 'prompt' | 'answer'

/**
 * A part of one list that holds both: the model's last messages in a row are its answer, what stands
 * before them is the prompt. Undefined for what is no list, and for a part with nothing in it.
 */
export function transcriptPart(
  value: AttributeValue | undefined,
  part: TranscriptPart,
): AttributeValue | undefined {
  if (!Array.isArray(value)) return undefined
  const list = value as readonly AttributeValue[]
  const answerAt = list.findLastIndex((message) => !isModels(message)) + 1
  const messages = part === 'prompt' ? list.slice(0, answerAt) : list.slice(answerAt)
  return messages.length === 0 ? undefined : messages
}

function isModels(message: AttributeValue): boolean {
  if (message === null || typeof message !== 'object' || Array.isArray(message)) return false
  const { role, message: inner } = message as { readonly [key: string]: AttributeValue }
  // Events of the conventions until 1.36: `gen_ai.choice` holds the message.
  return role === undefined && inner !== undefined ? isModels(inner) : role === 'assistant'
}
