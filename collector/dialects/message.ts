import type { AttributeValue } from '../receiver/span-view.ts'
import { isRecord } from './fields.ts'

/** An object of JSON. */
export type JsonObject = { readonly [key: string]: AttributeValue }

/** Who speaks, and the message without its wrappers. */
export interface Message {
  readonly role: string
  readonly fields: JsonObject
}

/**
 * A message of any vocabulary, out of its wrappers: LangChain's constructors, OpenInference's
 * `message`. Null for what is no object.
 */
export function messageOf(value: AttributeValue): Message | null {
  if (!isRecord(value)) return null
  const constructed = value['kwargs']
  if (value['lc'] === 1 && isRecord(constructed)) {
    const id = value['id']
    const name: unknown = Array.isArray(id) ? id.at(-1) : null
    return { role: roleOf(typeof name === 'string' ? name : ''), fields: constructed }
  }
  const inner = value['message']
  const fields = isRecord(inner) ? inner : value
  const role = fields['role'] ?? fields['type']
  return { role: roleOf(typeof role === 'string' ? role : ''), fields }
}

/** True for the model's own messages, and for what it asks for. */
export function isModels({ role }: Message): boolean {
  return role === 'assistant'
}

/** One name for one speaker. */
function roleOf(name: string): string {
  return roles.get(name) ?? name
}

const roles: ReadonlyMap<string, string> = new Map([
  ['model', 'assistant'],
  ['ai', 'assistant'],
  ['AIMessage', 'assistant'],
  ['AIMessageChunk', 'assistant'],
  ['function_call', 'assistant'], // OpenAI Responses: an item of its own
  ['function', 'tool'],
  ['ToolMessage', 'tool'],
  ['FunctionMessage', 'tool'],
  ['function_call_output', 'tool'],
])
