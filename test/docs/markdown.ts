import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'

/** The project's root. */
export const root = resolve(import.meta.dirname, '../..')

/** The README and the pages beside the code that it leads to: what a user reads. */
export const pagesOfUsers = [
  'README.md',
  'sdk/README.md',
  'rules/README.md',
  'collector/README.md',
  'collector/receiver/README.md',
  'collector/dialects/README.md',
  'collector/control/README.md',
  'collector/control/hooks/README.md',
  'collector/guard/README.md',
  'collector/config/README.md',
  'collector/judge-model/README.md',
  'collector/cli/README.md',
  'collector/store/README.md',
] as const

/** A Markdown file of the project, as far as tests look at it. */
export interface Page {
  readonly name: string
  readonly text: string
  /** Fenced blocks of a language, each without its fences. */
  fences(language: string): readonly string[]
  /** Body rows of the table whose first heading is given, cell by cell. Throws when there is none. */
  table(firstHeading: string): readonly (readonly string[])[]
}

/** Reads a Markdown file, named from the root. */
export function page(name: string): Page {
  const text = readFileSync(resolve(root, name), 'utf8')
  return {
    name,
    text,
    fences: (language) =>
      [...text.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].flatMap(([, is, body]) =>
        is === language && body !== undefined ? [body] : [],
      ),
    table(firstHeading) {
      const lines = text.split('\n')
      const head = lines.findIndex((line) => cellsOf(line)[0] === firstHeading)
      if (head === -1) throw new Error(`${name} has no table that begins with ${firstHeading}`)
      const body = lines.slice(head + 2)
      const end = body.findIndex((line) => !line.startsWith('|'))
      return body.slice(0, end === -1 ? undefined : end).map(cellsOf)
    },
  }
}

/** Words in backticks. */
export function codeIn(text: string): readonly string[] {
  return [...text.matchAll(/`([^`\n]+)`/g)].map(([, code]) => code ?? '')
}

/** Anchor of a heading, as GitHub makes it. */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')
}

function cellsOf(line: string): readonly string[] {
  if (!line.startsWith('|')) return []
  return line
    .slice(1, -1)
    .split('|')
    .map((cell) => cell.trim())
}
