import type { AttributeValue } from '../receiver/span-view.ts'
import { answersIn, type Answer } from './answers.ts'
import { isRecord } from './fields.ts'
import { messageOf } from './message.ts'
import type { Opened } from './opened.ts'

/**
 * A result that is written as the messages which go back to the model: one of any vocabulary, a part
 * of one, or a list of nothing else; LangChain's in a graph's state or in a `Command` that changes it.
 * Ids of calls differ every time, and a mark of failure stands beside the words.
 */
export function callAnswers(value: AttributeValue): Opened | null {
  const list = Array.isArray(value) ? (value as readonly AttributeValue[]) : messagesOf(value)
  if (list.length === 0) return null
  const opened: Opened[] = []
  for (const each of list) {
    const answers = answersOf(each)
    if (answers.length === 0) return null
    opened.push(...answers)
  }
  const [first, ...rest] = opened
  if (first === undefined || rest.length === 0) return first ?? null
  return { value: opened.map((each) => each.value), failed: opened.every(({ failed }) => failed) }
}

/** `{messages}` of a state, `{lg_name: 'Command', update: {messages}, …}` (langgraph types), or the value alone. */
function messagesOf(value: AttributeValue): readonly AttributeValue[] {
  if (!isRecord(value)) return []
  const update = value['update']
  const isCommand = isRecord(update) && Object.keys(value).every((key) => commandKeys.has(key))
  const state = isCommand ? update : value
  const { messages } = state
  const isAlone = Array.isArray(messages) && Object.keys(state).length === 1
  return isAlone ? (messages as readonly AttributeValue[]) : [value]
}

const commandKeys: ReadonlySet<string> = new Set([
  'lg_name',
  'lc_direct_tool_output',
  'update',
  'graph',
  'goto',
  'resume',
])

function answersOf(value: AttributeValue): readonly Opened[] {
  if (!isRecord(value)) return []
  const part = answersIn({ role: '', fields: { content: [value] } }).filter(isNamed)
  const message = messageOf(value)
  const answers = part.length > 0 ? part : message === null ? [] : answersIn(message)
  // Data may have a role, a type and an id: the id of a call has a name of its own.
  const isPlain = part.length === 0 && message?.fields['parts'] === undefined
  if (isPlain && !idNames.some((name) => typeof message?.fields[name] === 'string')) return []
  return answers.map(({ value: inner, failed, callId, tool }) => ({
    value: inner,
    failed,
    ...(callId === null ? {} : { callId }),
    ...(tool === null ? {} : { tool }),
  }))
}

function isNamed({ callId, tool }: Answer): boolean {
  return callId !== null || tool !== null
}

const idNames = ['tool_call_id', 'toolCallId', 'tool_use_id', 'toolUseId', 'call_id'] as const
