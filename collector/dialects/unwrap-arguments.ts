import type { AttributeValue } from '../receiver/span-view.ts'
import { isRecord, parsed } from './fields.ts'
import { openText } from './open-text.ts'

/**
 * Takes arguments out of the envelopes of instrumentations: `{args, kwargs}` of a decorated function,
 * LangChain's callback with its step counters, `{input}` around an object, `{tool_name, arguments}`, JSON quoted once more,
 * Python's `repr`. Other text is left as it is, unparsed.
 */
export function unwrapArguments(value: AttributeValue): AttributeValue {
  let current = opened(value)
  for (let depth = 0; depth < 3; depth++) {
    const inner = isRecord(current) ? openEnvelope(current) : undefined
    if (inner === undefined) break
    current = opened(inner)
  }
  return current
}

const envelopeHead =
  /^\s*(?:"|\{\s*"(?:args|kwargs|sanitize_inputs_outputs|input_str|inputs|input|tags|metadata|tool_name|arguments)"\s*:)/

function opened(value: AttributeValue): AttributeValue {
  if (typeof value !== 'string') return value
  const inner = openText(value, envelopeHead) ?? value
  if (inner !== value) return inner
  const input = inputBeforeCut(value)
  return input === undefined ? value : (whole(input) ?? input)
}

/** A callback's envelope that an exporter cut off: without what would be different in every call. */
function inputBeforeCut(text: string): string | undefined {
  const input = /^\s*\{\s*"input_str"\s*:\s*("(?:[^"\\]|\\.)*)/.exec(text)?.[1]
  const inner = input === undefined ? undefined : parsed(`${input}"`)
  return typeof inner === 'string' ? inner : undefined
}

type Fields = { readonly [key: string]: AttributeValue }

function openEnvelope(value: Fields): AttributeValue | undefined {
  return callOf(value) ?? callbackInput(value) ?? soleInput(value) ?? namedCall(value)
}

/** OpenLLMetry's decorators, smolagents under OpenInference: how a function was called. */
function callOf(value: Fields): AttributeValue | undefined {
  if (!Object.keys(value).every((key) => callKeys.has(key))) return undefined
  const { args = [], kwargs = {} } = value
  if (!Array.isArray(args) || !isRecord(kwargs)) return undefined
  const named = Object.keys(kwargs).length > 0
  if (args.length === 0) return named || 'kwargs' in value ? kwargs : undefined
  if (named) return 'args' in value && Object.keys(value).length === 2 ? undefined : { args, kwargs }
  const [first] = args as readonly AttributeValue[]
  const only = args.length === 1 && first !== undefined ? whole(first) : undefined
  return only !== undefined && isRecord(only) ? only : (args as AttributeValue)
}

const callKeys: ReadonlySet<string> = new Set(['args', 'kwargs', 'sanitize_inputs_outputs'])

/** The value of a text that is an object of JSON or Python. */
function whole(value: AttributeValue): AttributeValue | undefined {
  return typeof value === 'string' ? openText(value, /^\s*\{/) : value
}

/** OpenLLMetry's callback handler: `{input_str, tags, metadata, inputs, kwargs}`; metadata counts the steps. */
function callbackInput(value: Fields): AttributeValue | undefined {
  const text = value['input_str']
  if (typeof text !== 'string') return undefined
  const inputs = value['inputs']
  return isRecord(inputs) && Object.keys(inputs).length > 0 ? inputs : (whole(text) ?? text)
}

/** LangChain and LangSmith: the run's input, of which the tool's arguments are all. */
function soleInput(value: Fields): AttributeValue | undefined {
  const inner = value['input']
  if (inner === undefined || Object.keys(value).length !== 1) return undefined
  const input = whole(inner)
  return input !== undefined && isRecord(input) ? input : undefined
}

/** A request to an MCP server as Laminar and OpenLLMetry write it: the tool is named beside it. */
function namedCall(value: Fields): AttributeValue | undefined {
  const { tool_name: tool, arguments: args } = value
  return typeof tool === 'string' && isRecord(args) && Object.keys(value).length === 2 ? args : undefined
}
