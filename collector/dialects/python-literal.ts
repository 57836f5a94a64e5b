import type { AttributeValue } from '../receiver/span-view.ts'

/**
 * The value of a text that Python's `repr` wrote of dicts, lists, tuples, sets, texts, numbers, True,
 * False, None, and of LangChain's `ToolMessage(…)` and `Command(…)`; undefined for any other text, and for one that is cut off.
 */
export function pythonLiteral(text: string): AttributeValue | undefined {
  if (text.length > longest) return undefined
  const reader = new LiteralReader(text)
  const value = reader.value(0)
  return value !== undefined && reader.isAtEnd() ? value : undefined
}

/** The object that `content='…' name='…'` spells, as `repr` writes pydantic's messages; undefined for any other text. */
export function pythonKeywords(text: string): Readonly<Record<string, AttributeValue>> | undefined {
  if (text.length > longest) return undefined
  const reader = new LiteralReader(text)
  const entries: [string, AttributeValue][] = []
  while (!reader.isAtEnd()) {
    const key = reader.match(/(\w+)=/y)?.[1]
    const value = key === undefined ? undefined : reader.value(0)
    if (key === undefined || value === undefined) return undefined
    entries.push([key, value])
  }
  return entries.length === 0 ? undefined : Object.fromEntries(entries)
}

const longest = 262_144
const deepest = 32

/** Reads from a position onwards; undefined stands for what is no literal. */
class LiteralReader {
  readonly #text: string
  #at = 0

  constructor(text: string) {
    this.#text = text
  }

  isAtEnd(): boolean {
    this.#skipSpace()
    return this.#at >= this.#text.length
  }

  /** Matches a sticky pattern and moves behind it. */
  match(pattern: RegExp): RegExpExecArray | null {
    this.#skipSpace()
    pattern.lastIndex = this.#at
    const found = pattern.exec(this.#text)
    if (found !== null) this.#at = pattern.lastIndex
    return found
  }

  value(depth: number): AttributeValue | undefined {
    if (depth > deepest) return undefined
    this.#skipSpace()
    switch (this.#text.charAt(this.#at)) {
      case '{':
        return this.#dict(depth)
      case '[':
        return this.#list(']', depth)
      case '(':
        return this.#list(')', depth)
      case "'":
      case '"':
        return this.#string()
      default:
        return this.#word(depth)
    }
  }

  #dict(depth: number): AttributeValue | undefined {
    this.#at++
    const entries: [string, AttributeValue][] = []
    while (!this.#takes('}')) {
      const key = this.value(depth + 1)
      if (key === undefined || !this.#takes(':')) return undefined
      const value = this.value(depth + 1)
      if (value === undefined) return undefined
      entries.push([typeof key === 'string' ? key : JSON.stringify(key), value])
      if (!this.#takes(',') && !this.#isNext('}')) return undefined
    }
    return Object.fromEntries(entries)
  }

  #list(close: string, depth: number): AttributeValue | undefined {
    this.#at++
    const values: AttributeValue[] = []
    while (!this.#takes(close)) {
      const value = this.value(depth + 1)
      if (value === undefined) return undefined
      values.push(value)
      if (!this.#takes(',') && !this.#isNext(close)) return undefined
    }
    return values
  }

  #string(): string | undefined {
    const quoted = this.match(/'((?:[^'\\]|\\[^])*)'|"((?:[^"\\]|\\[^])*)"/y)
    if (quoted === null) return undefined
    return (quoted[1] ?? quoted[2] ?? '').replace(escape, unescaped)
  }

  /** `Name(key=value, …)`, of which the name was read: the object that its keywords spell. */
  #constructed(entries: [string, AttributeValue][], depth: number): AttributeValue | undefined {
    while (!this.#takes(')')) {
      const key = this.match(/(\w+)=/y)?.[1]
      const value = key === undefined ? undefined : this.value(depth + 1)
      if (key === undefined || value === undefined) return undefined
      entries.push([key, value])
      if (!this.#takes(',') && !this.#isNext(')')) return undefined
    }
    return Object.fromEntries(entries)
  }

  #word(depth: number): AttributeValue | undefined {
    const name = this.match(/(ToolMessage|Command)\(/y)?.[1]
    if (name !== undefined) return this.#constructed(name === 'ToolMessage' ? [['type', 'tool']] : [], depth)
    const word = this.match(/True|False|None|-?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?/y)?.[0]
    if (word === undefined) return undefined
    if (word === 'None') return null
    if (word === 'True' || word === 'False') return word === 'True'
    // As in JSON: an integer that a number cannot hold is its digits.
    return /^-?\d{16,}$/.test(word) && String(Number(word)) !== word ? word : Number(word)
  }

  #takes(character: string): boolean {
    if (!this.#isNext(character)) return false
    this.#at++
    return true
  }

  #isNext(character: string): boolean {
    this.#skipSpace()
    return this.#text[this.#at] === character
  }

  #skipSpace(): void {
    while (this.#text.charCodeAt(this.#at) <= 32) this.#at++
  }
}

const escape = /\\(x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|[^])/g
const named: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', '0': '\0', '\n': '' }

function unescaped(_: string, code: string): string {
  if (code.length > 1) {
    const point = Number.parseInt(code.slice(1), 16)
    return point <= 0x10_ffff ? String.fromCodePoint(point) : '\ufffd'
  }
  return named[code] ?? (code === '\\' || code === "'" || code === '"' ? code : `\\${code}`)
}
