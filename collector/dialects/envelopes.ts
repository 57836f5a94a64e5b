import type { AttributeValue } from '../receiver/span-view.ts'
import { callAnswers } from './call-answers.ts'
import { isRecord } from './fields.ts'
import type { Opened } from './opened.ts'

/** Takes one envelope off; null when there is none. */
export function openEnvelope(value: AttributeValue): Opened | null {
  if (value === null || typeof value !== 'object') return null
  for (const open of envelopes) {
    const opened = open(value)
    if (opened !== null) return opened
  }
  return null
}

type Structure = Exclude<AttributeValue, string | number | boolean | null>
type Fields = { readonly [key: string]: AttributeValue }
type Envelope = (value: Structure) => Opened | null

/** Tried in this order until none fits. */
const envelopes: readonly Envelope[] = [
  langchainMessage,
  callAnswers,
  toolResult,
  typedOutput,
  contentBlocks,
  outputWithContext,
  singleKey,
]

/**
 * LangChain's ToolMessage: as JS serialises it (`{lc: 1, type: 'constructor', kwargs}`), as Python
 * does (`{content, type: 'tool', tool_call_id, …}`, or by `message_to_dict` `{type: 'tool', data}`),
 * or its `repr` (langchain_core/messages/tool.py, base.py).
 */
function langchainMessage(value: Structure): Opened | null {
  if (!isRecord(value)) return null
  const fields = messageFields(value)
  const content = fields['content']
  const callId = fields['tool_call_id']
  if (content === undefined || (typeof callId !== 'string' && fields['type'] !== 'tool')) return null
  const tool = fields['name']
  return {
    value: content,
    failed: fields['status'] === 'error',
    ...(typeof callId === 'string' && callId !== '' ? { callId } : {}),
    ...(typeof tool === 'string' && tool !== '' ? { tool } : {}),
  }
}

function messageFields(value: Fields): Fields {
  const { lc, type, kwargs, data } = value
  if (lc === 1 && isRecord(kwargs)) return kwargs
  return type === 'tool' && isRecord(data) && hasOnly(value, dictKeys) ? data : value
}

const dictKeys: ReadonlySet<string> = new Set(['type', 'data'])

/** MCP `CallToolResult`: `{content: [...], isError?, structuredContent?}` (schema of 2025-06-18). */
function toolResult(value: Structure): Opened | null {
  if (!isRecord(value) || !hasOnly(value, toolResultKeys)) return null
  const failed = value['isError'] === true || value['is_error'] === true
  const content = value['content']
  if (Array.isArray(content)) return { value: content as AttributeValue, failed }
  // A lone `content` of another shape is left to the single-key rule or is data.
  const structured = value['structuredContent']
  return structured === undefined || structured === null ? null : { value: structured, failed }
}

const toolResultKeys: ReadonlySet<string> = new Set([
  'content',
  'isError',
  'is_error',
  'structuredContent',
  '_meta',
])

/** AI SDK 5 and later: `{type: 'json' | 'text' | 'error-text' | …, value}` (vercel/ai LanguageModelV2ToolResultOutput). */
function typedOutput(value: Structure): Opened | null {
  if (!isRecord(value)) return null
  const type = value['type']
  if (typeof type !== 'string' || !outputTypes.has(type)) return null
  const inner = value['value'] ?? value['reason']
  return inner === undefined ? null : { value: inner, failed: failedOutputTypes.has(type) }
}

const failedOutputTypes: ReadonlySet<string> = new Set(['error-text', 'error-json', 'execution-denied'])
const outputTypes: ReadonlySet<string> = new Set(['text', 'json', 'content', ...failedOutputTypes])

/** Text blocks `[{type: 'text', text}]`, `[{text}]`, the conventions' `[{type: 'text', content}]`, or one of them: the texts, one below the other. */
function contentBlocks(value: Structure): Opened | null {
  const blocks: readonly AttributeValue[] = Array.isArray(value)
    ? (value as readonly AttributeValue[])
    : [value]
  if (blocks.length === 0) return null
  const texts: string[] = []
  for (const block of blocks) {
    const text = isRecord(block) && hasOnly(block, blockKeys) ? textOf(block) : null
    if (text === null) return null
    texts.push(text)
  }
  return { value: texts.join('\n'), failed: false }
}

const blockKeys: ReadonlySet<string> = new Set([
  'type',
  'text',
  'content',
  'annotations',
  '_meta',
  'citations',
])

function textOf({ type, text, content }: Fields): string | null {
  if (typeof text === 'string' && content === undefined) return text
  return type === 'text' && typeof content === 'string' && text === undefined ? content : null
}

/** OpenLLMetry's callback handler: `{output, kwargs}`, the latter with ids of runs and tags. */
function outputWithContext(value: Structure): Opened | null {
  if (!isRecord(value) || !isRecord(value['kwargs']) || !hasOnly(value, outputKeys)) return null
  const output = value['output']
  return output === undefined ? null : { value: output, failed: false }
}

const outputKeys: ReadonlySet<string> = new Set(['output', 'kwargs'])

/** `{"result": x}`, `{"output": x}`, LangSmith's `{"outputs": x}` for what is no object, and the like. */
function singleKey(value: Structure): Opened | null {
  if (!isRecord(value)) return null
  const keys = Object.keys(value)
  const key = keys[0]
  if (keys.length !== 1 || key === undefined || !singleKeys.has(key)) return null
  const inner = value[key]
  return inner === undefined ? null : { value: inner, failed: false }
}

const singleKeys: ReadonlySet<string> = new Set(['result', 'output', 'outputs', 'content'])

function hasOnly(value: Fields, keys: ReadonlySet<string>): boolean {
  return Object.keys(value).every((key) => keys.has(key))
}
