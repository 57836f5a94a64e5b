import type { AttributeValue } from '../receiver/span-view.ts'
import { isRecord, parsed } from './fields.ts'

/** A value taken out of its envelope. */
export interface Unwrapped {
  readonly value: AttributeValue
  /** True when the envelope says that the call failed. */
  readonly failed: boolean
}

/**
 * Takes a result out of its envelopes: message objects with changing ids, content blocks,
 * single-key wrappers. Text without the look of an envelope is left as it is, unparsed.
 */
export function unwrap(value: AttributeValue): Unwrapped {
  let current = typeof value === 'string' ? openText(value) : value
  let failed = false
  for (let depth = 0; depth < deepest; depth++) {
    const opened = openOnce(current)
    if (opened === null) break
    failed ||= opened.failed
    current = typeof opened.value === 'string' ? openText(opened.value) : opened.value
  }
  return { value: current, failed }
}

const deepest = 6

function openOnce(value: AttributeValue): Unwrapped | null {
  if (value === null || typeof value !== 'object') return null
  for (const open of wrappers) {
    const opened = open(value)
    if (opened !== null) return opened
  }
  return null
}

/** Parses JSON text only when its head looks like an envelope, or when it is quoted once more. */
function openText(text: string): AttributeValue {
  let value: AttributeValue = text
  for (let depth = 0; depth < 3 && typeof value === 'string' && envelopeHead.test(value); depth++) {
    const inner = parsed(value)
    if (inner === value) break
    value = inner
  }
  return value
}

// Keys with which the envelopes below begin, in any order that their writers use.
const envelopeHead =
  /^\s*(?:"|[[{]\s*\{?\s*"(?:result|output|content|structuredContent|isError|is_error|_meta|type|text|value)"\s*:)/

type Wrapper = (value: Exclude<AttributeValue, string | number | boolean | null>) => Unwrapped | null

/** Tried in this order until none fits. */
const wrappers: readonly Wrapper[] = [toolResult, typedOutput, contentBlocks, singleKey]

/** MCP `CallToolResult`: `{content: [...], isError?, structuredContent?}` (schema of 2025-06-18). */
function toolResult(value: AttributeValue): Unwrapped | null {
  if (!isRecord(value) || !Object.keys(value).every((key) => toolResultKeys.has(key))) return null
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
function typedOutput(value: AttributeValue): Unwrapped | null {
  if (!isRecord(value)) return null
  const type = value['type']
  if (typeof type !== 'string' || !outputTypes.has(type)) return null
  const inner = value['value'] ?? value['reason']
  return inner === undefined ? null : { value: inner, failed: failedOutputTypes.has(type) }
}

const failedOutputTypes: ReadonlySet<string> = new Set(['error-text', 'error-json', 'execution-denied'])
const outputTypes: ReadonlySet<string> = new Set(['text', 'json', 'content', ...failedOutputTypes])

/** Text blocks `[{type: 'text', text}]`, `[{text}]` or one of them: the texts, one below the other. */
function contentBlocks(value: AttributeValue): Unwrapped | null {
  const blocks: readonly AttributeValue[] = Array.isArray(value)
    ? (value as readonly AttributeValue[])
    : [value]
  if (blocks.length === 0) return null
  const texts: string[] = []
  for (const block of blocks) {
    if (!isRecord(block) || typeof block['text'] !== 'string') return null
    if (!Object.keys(block).every((key) => blockKeys.has(key))) return null
    texts.push(block['text'])
  }
  return { value: texts.join('\n'), failed: false }
}

const blockKeys: ReadonlySet<string> = new Set(['type', 'text', 'annotations', '_meta'])

/** `{"result": x}`, `{"output": x}` and the like. */
function singleKey(value: AttributeValue): Unwrapped | null {
  if (!isRecord(value)) return null
  const keys = Object.keys(value)
  const key = keys[0]
  if (keys.length !== 1 || key === undefined || !singleKeys.has(key)) return null
  const inner = value[key]
  return inner === undefined ? null : { value: inner, failed: false }
}

const singleKeys: ReadonlySet<string> = new Set(['result', 'output', 'content'])
