/** Longer names are read up to here, characters. */
const LONGEST_NAME_CHARS = 256
const wordForm = /\p{Lu}+(?!\p{Ll})|\p{Lu}?[\p{Ll}\p{Lo}\p{Lm}\p{M}]+|\p{Lu}|\d+/gu

/** A tool's name in lower-case words. */
export interface NameParts {
  /** Those after the last `.` or `:`. */
  readonly last: readonly string[]
  /** All of them, without the server. */
  readonly whole: readonly string[]
}

/** Splits `mcp__github__create_issue`, `gmail.users.messages.send`, `HTTPGet`, `Read a file` into words. */
export function nameParts(tool: string): NameParts {
  const name = withoutServer(tool.slice(0, LONGEST_NAME_CHARS))
  const parts = name
    .split(/[.:]/)
    .map(wordsOf)
    .filter((words) => words.length > 0)
  return { last: parts.at(-1) ?? [], whole: parts.flat() }
}

function withoutServer(name: string): string {
  const trimmed = name.replace(/[/_]+$/, '')
  const end = Math.max(trimmed.lastIndexOf('/') + 1, trimmed.lastIndexOf('__') + 2)
  return end > 1 ? trimmed.slice(end) : trimmed
}

function wordsOf(text: string): readonly string[] {
  return (text.match(wordForm) ?? []).map((word) => word.toLowerCase())
}
