import type { Vocabulary } from '../collector/dialects/vocabulary.ts'

/** Whether results of tools are captured, in words. */
export const results = { on: 'captured by default', off: 'only when switched on', never: 'never' } as const

/** How a vocabulary is known, in words. */
const proofs: Readonly<Record<Vocabulary['proof'][number], string>> = {
  live: 'tested live (`npm run test:live`)',
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

/** One row for each vocabulary: what it is, whether it has results, how it is known. */
export function overviewOf(
  vocabularies: readonly Pick<Vocabulary, 'name' | 'title' | 'covers' | 'capture' | 'proof'>[],
): readonly string[] {
  return tableOf(
    ['vocabulary', 'what it is', 'read from', 'results of tools', 'how sure'],
    vocabularies.map(({ name, title, covers, capture, proof }) => [
      `[\`${name}\`](#${name})`,
      title,
      covers,
      results[capture.results],
      proof.map((mark) => proofs[mark]).join('; '),
    ]),
  )
}
