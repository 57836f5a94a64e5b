import { counted, maskSecrets } from '@loop-observer/rules'
import type { z } from 'zod'
import { nearest } from './nearest.ts'
import { optionKeys, options, type OptionKind } from './options.ts'
import type { Path } from './yaml-source.ts'

/** A zod issue in the user's terms. */
export interface Explained {
  readonly path: Path
  readonly message: string
  /** True when the key, not its value, is wrong. */
  readonly atKey: boolean
}

type Issue = z.core.$ZodIssue

/** What an issue means. `input` is the whole value that was checked, `keysAt` the keys that a place knows. */
export function explainIssue(
  issue: Issue,
  input: unknown,
  keysAt: (path: Path) => readonly string[],
): readonly Explained[] {
  const path = issue.path.map((part) => (typeof part === 'symbol' ? String(part) : part))
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      path: [...path, key],
      message: unknownKey(key, keysAt(path)),
      atKey: true,
    }))
  }
  if (issue.code === 'invalid_union') return explainUnion(issue, input, keysAt, path)
  return [{ path, message: messageOf(issue, shownAt(input, path), valueAt(input, path)), atKey: false }]
}

/** Why a key is not known here, and what was probably meant. */
function unknownKey(key: string, known: readonly string[]): string {
  const meant = nearest(key, known)
  if (meant !== null) return `unknown key; did you mean \`${meant}\`?`
  return known.length === 0 ? 'unknown key' : `unknown key; known here: ${known.join(', ')}`
}

/** The branch that comes closest explains: one whose type fits, else all of them together. */
function explainUnion(
  issue: Extract<Issue, { code: 'invalid_union' }>,
  input: unknown,
  keysAt: (path: Path) => readonly string[],
  path: Path,
): readonly Explained[] {
  const fitting = issue.errors.filter((branch) =>
    branch.every((each) => each.code !== 'invalid_type' || each.path.length > 0),
  )
  const [branch] = fitting.length > 0 ? fitting.toSorted((a, b) => depth(b) - depth(a)) : []
  if (branch === undefined) {
    const wanted = issue.errors
      .flat()
      .map((each) => messageOf(each, shownAt(input, path), valueAt(input, path)))
    return [{ path, message: [...new Set(wanted)].join(', or '), atKey: false }]
  }
  return branch.flatMap((each) =>
    explainIssue({ ...each, path: [...issue.path, ...each.path] }, input, keysAt),
  )
}

function depth(branch: readonly Issue[]): number {
  return Math.max(...branch.map((each) => each.path.length + (each.code === 'unrecognized_keys' ? 1 : 0)))
}

function messageOf(issue: Issue, shown: string, value: unknown): string {
  if (issue.code === 'invalid_type') {
    return `must be ${typeWords[issue.expected] ?? issue.expected}, is ${shown}`
  }
  if (issue.code === 'too_small') {
    return `must be at least ${amountOf(issue.minimum, issue.origin)}, is ${shown}`
  }
  if (issue.code === 'too_big') {
    return `must be at most ${amountOf(issue.maximum, issue.origin)}, is ${shown}`
  }
  if (issue.code !== 'invalid_value') return `${issue.message}; is ${shown}`
  const words = issue.values.map(String)
  const meant = typeof value === 'string' ? nearest(value, words) : null
  const hint = meant === null ? '' : `. Did you mean \`${meant}\`?`
  return `must be one of ${words.join(', ')}; is ${shown}${hint}`
}

const typeWords: Readonly<Record<string, string>> = {
  int: 'a whole number',
  number: 'a number',
  string: 'text',
  boolean: 'true or false',
  array: 'a list',
  object: 'a block of keys',
  record: 'a block of keys',
  null: 'null',
}

function amountOf(bound: number | bigint, origin: string): string {
  if (origin === 'string') return `${counted(Number(bound), 'character')} long`
  return origin === 'array' ? `${counted(Number(bound), 'entry', 'entries')} long` : String(bound)
}

/** The value at `path` in words. What stands under a key that bears a secret is never shown, nor what looks like one elsewhere. */
function shownAt(input: unknown, path: Path): string {
  const value = valueAt(input, path)
  if (value === undefined) return 'missing'
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'object') return 'a block of keys'
  if (bearsSecret(path)) return 'a value that is not shown here'
  return typeof value === 'string'
    ? `the text \`${maskSecrets(value).slice(0, 60)}\``
    : `\`${JSON.stringify(value)}\``
}

function bearsSecret(path: Path): boolean {
  const [section, key] = path
  if (section === 'observer' && optionKeys.some((each) => each === key && isSecret(options[each].takes))) {
    return true
  }
  return path.some((part) => typeof part === 'string' && secretName.test(part))
}

const secretName = /^token$|secret|passw|credential|api_?key|authorization/i

function isSecret({ kind }: OptionKind): boolean {
  return kind === 'secret' || kind === 'tokens'
}

function valueAt(input: unknown, path: Path): unknown {
  let value = input
  for (const part of path) {
    if (typeof value !== 'object' || value === null) return undefined
    value = (value as Readonly<Record<string | number, unknown>>)[part]
  }
  return value
}
