import type { AttributeValue } from '../receiver/span-view.ts'
import { isRecord } from './fields.ts'
import type { JsonObject } from './message.ts'
import type { ToolRequest } from './reading.ts'

/** Tool calls that a model's answer asks for, in any vocabulary's shape; at most 32. */
export function requestsIn(output: AttributeValue | undefined): readonly ToolRequest[] {
  const requests: ToolRequest[] = []
  collect(output, requests, 0)
  return requests.filter((each, at) => !isRepeated(each, requests.slice(0, at))).slice(0, mostRequests)
}

/** LangChain's messages of Anthropic's models hold each call twice: among the contents and among the calls. Ids alone may be none. */
function isRepeated({ callId, tool, args }: ToolRequest, before: readonly ToolRequest[]): boolean {
  return (
    callId !== null &&
    before.some(
      (each) =>
        each.callId === callId && each.tool === tool && JSON.stringify(each.args) === JSON.stringify(args),
    )
  )
}

const mostRequests = 32
const deepest = 8

function collect(value: AttributeValue | undefined, requests: ToolRequest[], depth: number): void {
  if (depth > deepest || requests.length >= mostRequests) return
  if (Array.isArray(value)) {
    for (const element of value as readonly AttributeValue[]) collect(element, requests, depth + 1)
    return
  }
  if (!isRecord(value)) return
  const request = requestOf(value)
  if (request !== null) requests.push(request)
  else for (const key of containers) collect(value[key], requests, depth + 1)
}

/** Where messages keep their parts and calls. */
const containers = [
  'parts',
  'content',
  'tool_calls',
  'toolCalls',
  'message',
  'messages',
  'generations',
  'choices',
  'output',
  'kwargs',
] as const

// Where a call stands in a key of its own: OpenInference, Google, Bedrock.
const wrappers = ['tool_call', 'functionCall', 'function_call', 'toolUse'] as const

function requestOf(value: JsonObject): ToolRequest | null {
  for (const key of wrappers) {
    const inner = value[key]
    if (isRecord(inner)) return callOf(inner, true)
  }
  return callOf(value, false)
}

/** `isCall`: nothing else it can be, even without arguments. */
function callOf(value: JsonObject, isCall: boolean): ToolRequest | null {
  const called = value['function']
  const fields = isRecord(called) ? called : value
  const tool = fields['toolName'] ?? fields['name']
  const args = fields['arguments'] ?? fields['args'] ?? fields['input']
  const { type } = value
  const isNamedCall = isCall || (typeof type === 'string' && callTypes.has(type))
  if (typeof tool !== 'string' || tool === '' || (args === undefined && !isNamedCall)) return null
  const id = value['toolCallId'] ?? value['toolUseId'] ?? value['call_id'] ?? value['id']
  return { callId: typeof id === 'string' && id !== '' ? id : null, tool, args }
}

/** Parts that are calls, without arguments too: the conventions', OpenAI's, the AI SDK's, Anthropic's. */
const callTypes: ReadonlySet<string> = new Set(['tool_call', 'function_call', 'tool-call', 'tool_use'])
