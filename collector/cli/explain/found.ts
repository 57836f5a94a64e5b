import { counted } from '@loop-observer/rules'
import { oneLine } from '../one-line.ts'
import type { TimelineLine } from './timeline.ts'

/** Results named at most, the newest. */
const mostNamed = 3
const longestChars = 100

/** What a run had found: its different results, failures and empty answers left out; the newest by name. */
export function foundLines(lines: readonly TimelineLine[]): readonly string[] {
  const seen = new Set<string>()
  const results = lines.flatMap(({ step }, index) => {
    if (step.kind !== 'tool' || step.observation.state !== 'known' || step.error !== null) return []
    if (step.ok === false || seen.has(step.observation.fingerprint)) return []
    seen.add(step.observation.fingerprint)
    return [{ number: index + 1, tool: step.tool, text: step.preview?.observation ?? null }]
  })
  if (results.length === 0) return ['found: nothing']
  const named = results
    .slice(-mostNamed)
    .map(
      ({ number, tool, text }) =>
        `   #${number} ${tool}${text === null ? '' : `: ${oneLine(text, longestChars)}`}`,
    )
  const newest = results.length > mostNamed ? ', the newest of them' : ''
  return [`found: ${counted(results.length, 'different result')}${newest}`, ...named]
}
