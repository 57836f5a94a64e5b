import { anthropicMessages } from './anthropic-messages.ts'
import { openaiChat } from './openai-chat.ts'
import { openaiResponses } from './openai-responses.ts'
import type { Protocol } from './protocol.ts'

/** Every protocol that the guard understands; what is of none is only forwarded. */
export const protocols: readonly Protocol[] = [openaiChat, openaiResponses, anthropicMessages]
