import { counted } from '@loop-observer/rules'
import { oneLine } from '../one-line.ts'
import type { Explained } from './explained.ts'
import type { TimelineLine } from './timeline.ts'

const longestChars = 100

/** What a run had found, the newest results under the numbers of their lines. */
export function foundLines(
  found: Explained['detail']['found'],
  lines: readonly TimelineLine[],
): readonly string[] {
  if (found === undefined) return []
  if (found === null || found.results === 0) return ['found: nothing']
  const named = found.newest.map(({ step: id, tool, text }) => {
    const number = lines.findIndex(({ step }) => step.id === id) + 1
    const place = number === 0 ? '' : `#${number} `
    return `   ${place}${tool}${text === null ? '' : `: ${oneLine(text, longestChars)}`}`
  })
  const newest = found.results > found.newest.length ? ', the newest of them' : ''
  return [`found: ${counted(found.results, 'different result')}${newest}`, ...named]
}
