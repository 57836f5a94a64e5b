import { toldFailure } from '@loop-observer/rules'

/**
 * A value as rules may see it: JSON or text. Undefined when it cannot be seen without changing
 * it (streams, class instances without enumerable fields, circular structures), or when reading it
 * throws. Never throws.
 */
export function toObservable(value: unknown): unknown {
  switch (typeof value) {
    case 'string':
    case 'number':
    case 'boolean':
      return value
    case 'bigint':
      return value.toString()
    case 'object':
      return value === null ? null : readable(() => objectValue(value))
    case 'undefined':
    case 'function':
    case 'symbol':
      return undefined
  }
}

/** The value as text, at most `limitChars` long. Never throws: empty when there is no such text. */
export function toText(value: unknown, limitChars: number): string {
  const text = typeof value === 'string' ? value : (readable(() => JSON.stringify(value)) ?? '')
  return text.length <= limitChars ? text : copied(`${text.slice(0, limitChars - 1)}…`)
}

/** A part of a text keeps the whole text in memory; a copy does not. */
function copied(text: string): string {
  return JSON.parse(JSON.stringify(text)) as string
}

/** A name as text; `otherwise` for what is no name: plain JavaScript may give anything, even what cannot become text. */
export function nameOf(name: unknown, otherwise: string): string {
  if (typeof name === 'string') return name === '' ? otherwise : name
  return typeof name === 'number' || typeof name === 'bigint' ? String(name) : otherwise
}

/** Name and message of whatever was thrown. Never throws. */
export function errorText(error: unknown): string {
  const text = readable(() => (error instanceof Error ? `${error.name}: ${error.message}` : undefined))
  return text ?? toText(toObservable(error) ?? typeof error, 4000)
}

/**
 * What identifies whatever was thrown: its words, or what its cause, code or HTTP status tell where its own words
 * tell less. Never throws.
 */
export function failureText(error: unknown): string {
  const text = errorText(error)
  const signals = readable(() => {
    if (!(error instanceof Error)) return undefined
    const { code, status } = error as { readonly code?: unknown; readonly status?: unknown }
    return {
      words: [text, error.cause === undefined ? null : errorText(error.cause)],
      types: [code, status].map((type) => (typeof type === 'number' ? String(type) : nameOf(type, ''))),
    }
  })
  return (signals === undefined ? null : toldFailure(signals)) ?? text
}

/** As OpenTelemetry's `error.type` has it: the name of an error, `_OTHER` for anything else. Never throws. */
export function errorType(error: unknown): string {
  const name = readable(() => (error instanceof Error ? error.name : undefined))
  return typeof name === 'string' && name !== '' ? name : '_OTHER'
}

/** The error text of a result in the shape of MCP's `CallToolResult` with `isError`; null otherwise. Never throws. */
export function reportedFailure(value: unknown): string | null {
  return readable(() => failureIn(value)) ?? null
}

/** What `read` gives; undefined when what it reads throws, as getters and proxies may. */
function readable<Value>(read: () => Value): Value | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}

function failureIn(value: unknown): string | null {
  if (typeof value !== 'object' || value === null || !('isError' in value) || value.isError !== true)
    return null
  const content = 'content' in value && Array.isArray(value.content) ? value.content : []
  const texts = content.flatMap((part: unknown) =>
    typeof part === 'object' && part !== null && 'text' in part && typeof part.text === 'string'
      ? [part.text]
      : [],
  )
  return texts.join('\n')
}

function objectValue(value: object): unknown {
  if (value instanceof Uint8Array) return new TextDecoder().decode(value)
  if (value instanceof Error) return errorText(value)
  if (value instanceof Map) return jsonValue([...value])
  if (value instanceof Set) return jsonValue([...value])
  if (!Array.isArray(value) && !isPlain(value) && !hasContent(value)) return undefined
  return jsonValue(value)
}

/** Most values looked at before the way through JSON is taken. */
const plainLimit = 500

/** As it is when it is JSON already, else through JSON once: `toJSON` is honoured, cycles are refused. */
function jsonValue(value: object): unknown {
  if (isJson(value, { left: plainLimit })) return value
  try {
    return JSON.parse(JSON.stringify(value))
  } catch {
    return undefined
  }
}

/** A cycle uses up what is left. */
function isJson(value: unknown, budget: { left: number }): boolean {
  budget.left -= 1
  if (budget.left < 0) return false
  if (typeof value === 'string' || typeof value === 'boolean' || value === null) return true
  if (typeof value === 'number') return Number.isFinite(value)
  if (Array.isArray(value)) return value.every((item) => isJson(item, budget))
  if (typeof value !== 'object' || !isPlain(value) || 'toJSON' in value) return false
  return Object.values(value).every((item) => isJson(item, budget))
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || prototype === Object.prototype
}

function hasContent(value: object): boolean {
  return Object.keys(value).length > 0 || 'toJSON' in value
}
