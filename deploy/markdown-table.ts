import type { Proof } from '../collector/dialects/vocabulary.ts'

/** Whether results of tools are captured, in words. */
export const results = { on: 'captured by default', off: 'only when switched on', never: 'never' } as const

/** How a vocabulary is known, in words. */
export const proofs: Readonly<Record<Proof, string>> = {
  run: 'run, and its export read',
  trace: 'seen in a recorded trace',
  source: 'read in its source',
  binary: 'read in the shipped program',
  docs: 'documentation only',
}

/** A Markdown table, line by line. */
export function tableOf(
  headings: readonly string[],
  rows: readonly (readonly string[])[],
): readonly string[] {
  const row = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', String.raw`\|`)).join(' | ')} |`
  return [row(headings), row(headings.map(() => '---')), ...rows.map(row)]
}
