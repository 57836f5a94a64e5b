/**
 * A value as rules may see it: JSON or text. Undefined when it cannot be seen without changing
 * it (streams, class instances without enumerable fields, circular structures).
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
      return value === null ? null : objectValue(value)
    case 'undefined':
    case 'function':
    case 'symbol':
      return undefined
  }
}

/** The value as text, at most `limitChars` long. */
export function toText(value: unknown, limitChars: number): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  return text.length <= limitChars ? text : `${text.slice(0, limitChars - 1)}…`
}

/** Name and message of whatever was thrown. */
export function errorText(error: unknown): string {
  if (error instanceof Error) return `${error.name}: ${error.message}`
  return toText(toObservable(error) ?? typeof error, 4000)
}

/** The error text of a result in the shape of MCP's `CallToolResult` with `isError`; null otherwise. */
export function reportedFailure(value: unknown): string | null {
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

/** Through JSON once: `toJSON` is honoured, what JSON cannot say is dropped, cycles are refused. */
function jsonValue(value: object): unknown {
  try {
    return JSON.parse(JSON.stringify(value))
  } catch {
    return undefined
  }
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || prototype === Object.prototype
}

function hasContent(value: object): boolean {
  return Object.keys(value).length > 0 || 'toJSON' in value
}
