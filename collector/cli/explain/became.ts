import { counted } from '@loop-observer/rules'
import type { DecisionShown, TimelineLine } from './timeline.ts'

/** What is needed to say what became of a nudge. */
export interface Aftermath {
  /** All decisions of the run. */
  readonly decisions: readonly DecisionShown[]
  readonly lines: readonly TimelineLine[]
  readonly outcome: string
}

/** What followed a nudge that the agent may have had, as a sentence; null for anything else. */
export function becameOf(decision: DecisionShown, { decisions, lines, outcome }: Aftermath): string | null {
  if (decision.action !== 'nudge' || !decision.enforced) return null
  const later = decisions.filter(
    ({ seq, lane, scope, enforced }) =>
      seq > decision.seq && enforced && (lane === decision.lane || scope === 'run'),
  )
  const stop = later.find(({ action }) => action !== 'nudge')
  const after = `after ${counted(stepsBetween(lines, decision, stop), 'more step')}`
  if (stop?.reason === 'operator') return `a person stopped the run ${after}`
  if (stop !== undefined) {
    const act = stop.action === 'halt' ? 'halted' : 'handed over'
    return stop.reason === decision.reason
      ? `did not help: ${act} for ${stop.reason} ${after}`
      : `that loop did not come back; ${act} for ${stop.reason} ${after}`
  }
  if (later.some(({ loop, reason }) => loop === decision.loop && reason === decision.reason))
    return 'did not help: the loop came back'
  if (outcome === 'answered') return `helped: answered ${after}`
  return outcome === 'open'
    ? `the loop has not come back ${after}`
    : `the loop did not come back; ${outcome} ${after}`
}

function stepsBetween(
  lines: readonly TimelineLine[],
  from: DecisionShown,
  to: DecisionShown | undefined,
): number {
  const place = (id: string): number => lines.findIndex(({ step }) => step.id === id)
  const [first, last] = [place(from.step), to === undefined ? lines.length - 1 : place(to.step)]
  return lines.filter(
    ({ step }, index) =>
      index > first &&
      index <= last &&
      step.lane === from.lane &&
      (step.kind === 'tool' || step.kind === 'check'),
  ).length
}
