import { counted, evidenceTexts } from '@loop-observer/rules'
import { oneLine } from '../one-line.ts'
import type { DecisionShown, TimelineLine } from './timeline.ts'

/** Different calls named at most. */
const mostNamed = 3
const longestChars = 90

/**
 * What a decision rests on, for a person: the calls by name and arguments, how often and how far apart, then the
 * steps and what was counted.
 */
export function evidenceLines(decision: DecisionShown, lines: readonly TimelineLine[]): readonly string[] {
  const { reason, evidence } = decision
  const places = evidence.steps.flatMap((id) => {
    const index = lines.findIndex(({ step }) => step.id === id)
    return index < 0 ? [] : [index]
  })
  const calls = callsText(
    places.flatMap((index) => {
      const line = lines[index]
      return line === undefined ? [] : [line]
    }),
  )
  const steps = places.length === 0 ? [] : [`steps ${places.map((index) => `#${index + 1}`).join(' ')}`]
  const told = [...steps, ...evidenceTexts(reason, evidence)]
  return [
    ...(calls === null ? [] : [`calls: ${calls}`]),
    ...(told.length === 0 ? [] : [`evidence: ${told.join(' · ')}`]),
  ]
}

/** `search({"q":"a"}) 5 times, about 2.5 s apart`; null when no calls are among the lines. */
function callsText(lines: readonly TimelineLine[]): string | null {
  const counts = new Map<string, number>()
  const startsMs: number[] = []
  for (const { step } of lines) {
    if (step.kind !== 'tool') continue
    startsMs.push(step.startedAtMs)
    const args = step.preview?.args ?? null
    const name = oneLine(args === null ? step.tool : `${step.tool}(${args})`, longestChars)
    counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  if (counts.size === 0) return null
  const named = [...counts]
    .slice(0, mostNamed)
    .map(([name, count]) => `${name} ${count === 1 ? 'once' : counted(count, 'time')}`)
  const more = counts.size - named.length
  const rest = more === 0 ? '' : `, and ${counted(more, 'other call')}`
  const gap = usualGapMs(startsMs)
  return `${named.join(', ')}${rest}${gap === null ? '' : `${counts.size === 1 ? ',' : ';'} ${apart(gap)}`}`
}

/** The gap in the middle, from start to start; null for fewer than two calls. */
function usualGapMs(startsMs: readonly number[]): number | null {
  const sorted = startsMs.toSorted((a, b) => a - b)
  const gaps = sorted.slice(1).map((ms, index) => ms - (sorted[index] ?? ms))
  return gaps.toSorted((a, b) => a - b)[Math.floor((gaps.length - 1) / 2)] ?? null
}

function apart(gapMs: number): string {
  if (gapMs < 50) return 'one right after the other'
  if (gapMs < 100_000) return `about ${Number((gapMs / 1000).toFixed(gapMs < 10_000 ? 1 : 0))} s apart`
  return `about ${Math.round(gapMs / 60_000)} min apart`
}
