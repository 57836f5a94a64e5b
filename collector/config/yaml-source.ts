import { isMap, isPair, isScalar, LineCounter, parseDocument, type Document } from 'yaml'
import type { Problem } from './problems.ts'

/** A path into a file: keys and indices. */
export type Path = readonly (string | number)[]

/** A YAML file as plain values that remember where they stand. */
export interface YamlSource {
  /** Plain values; `{}` for an empty file. */
  readonly value: unknown
  /** What is wrong with it as YAML: syntax, keys given twice. When there is anything, `value` is not to be used. */
  readonly problems: readonly Problem[]
  /** A problem with the value at `path`, or with the key itself when `atKey`. */
  problem(path: Path, message: string, atKey?: boolean): Problem
}

/** Reads YAML 1.2. `file` is the name to show. */
export function readYaml(text: string, file: string): YamlSource {
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, uniqueKeys: true })
  const at = (offset: number): { line: number; column: number } => {
    const { line, col } = lines.linePos(offset)
    return { line, column: col }
  }
  const problems: Problem[] = [...document.errors, ...document.warnings].map((error) => ({
    source: file,
    ...at(error.pos[0]),
    key: error.code === 'DUPLICATE_KEY' ? wordAt(text, error.pos[0]) : '',
    message:
      error.code === 'DUPLICATE_KEY'
        ? 'this key is given twice'
        : `not valid YAML: ${unquoted(error.message)}`,
  }))
  let value: unknown = {}
  if (problems.length === 0) {
    try {
      value = (document.toJS({ maxAliasCount: 100 }) as unknown) ?? {}
    } catch {
      const message = 'not usable: an alias names no anchor before it, or aliases are nested too deeply'
      problems.push({ source: file, line: 1, column: 1, key: '', message })
    }
  }
  return {
    value,
    problems,
    problem(path, message, atKey = false) {
      const offset = offsetOf(document, path, atKey)
      const place = offset === null ? { line: 1, column: 1 } : at(offset)
      return { source: file, ...place, key: path.join('.'), message }
    },
  }
}

/** Behind a colon the library quotes what stands in the file, perhaps a secret. */
function unquoted(message: string): string {
  return message.split(': ')[0] ?? ''
}

/** Where a path stands: its value, or its key when asked for or when it has no value of its own. */
function offsetOf(document: Document, path: Path, atKey: boolean): number | null {
  const parent = document.getIn(path.slice(0, -1), true)
  const last = path.at(-1)
  if (isMap(parent) && last !== undefined) {
    const pair = parent.items.find(
      (item) => isPair(item) && isScalar(item.key) && String(item.key.value) === String(last),
    )
    const key = pair?.key
    const keyOffset = isScalar(key) ? (key.range?.[0] ?? null) : null
    if (atKey || pair?.value === null) return keyOffset
  }
  return rangeStart(document.getIn(path, true)) ?? rangeStart(parent) ?? rangeStart(document.contents)
}

function rangeStart(node: unknown): number | null {
  if (typeof node !== 'object' || node === null || !('range' in node) || !Array.isArray(node.range))
    return null
  const [start] = node.range as readonly unknown[]
  return typeof start === 'number' ? start : null
}

function wordAt(text: string, offset: number): string {
  return /^["']?([\w.-]+)/.exec(text.slice(offset))?.[1] ?? ''
}
