import { isLimit, type LimitClass } from '../words/reason.ts'
import { counted, ofNames } from './counting.ts'
import { nextAction } from './next-action.ts'
import type { Occasion } from './occasion.ts'
import { seenText } from './seen.ts'

/** A text as a model is given it: marked as advisory, so that it is not taken for an order from a stranger. */
export function asAdvisory(text: string): string {
  return `Advisory note from the loop observer that watches this run: ${text}`
}

/** What the model is told instead of the result of a call with a tool that an operator took away on resuming the run. */
export function takenAwayText(tool: string): string {
  return `${tool} was not run: the person who let this run go on has taken this tool away. Use another, or answer with what you have.`
}

/**
 * What the model is told: what was seen, then a next action and the new information it should bring.
 * No arguments are repeated, for an echo invites the very call it should prevent
 * (MoonshotAI/kimi-code#1518).
 */
export function messageFor(occasion: Occasion): string {
  return asAdvisory(`${seenText(occasion)} ${nextAction(occasion)}`)
}

/** What a person is told: the reason, the counts, what was tried; of a limit also what the run was doing. */
export function explanationFor(occasion: Occasion): string {
  const { action, enforced, finding, tried, totals, limit } = occasion
  const sentences = [
    `${(enforced ? verbs : wouldVerbs)[action]} (${finding.reason}, lane ${finding.lane}).`,
    seenText(occasion),
  ]
  if (tried.length > 0) sentences.push(`Tried since the last progress: ${tried.join(', ')}.`)
  sentences.push(
    `After ${counted(totals.steps, 'model turn')} and ${counted(totals.toolCalls, 'tool call')}.`,
  )
  if (limit !== null && isLimit(finding.reason)) sentences.push(classTexts[limit.class])
  return sentences.join(' ')
}

/** What is not known yet, for a person; empty when nothing can be said. */
export function missingFor({ finding, tried }: Occasion): string {
  const { reason, tools, evidence } = finding
  const failures = evidence.counts['failures'] ?? 0
  const isSearch = reason === 'exhaustion' || reason === 'no_progress'
  if (isSearch && tried.length > 0) return `Nothing new came from ${tried.join(', ')}.`
  if (reason === 'convergence' || reason === 'livelock') {
    return `Open: ${counted(failures, 'failure')}${ofNames(tools)}.`
  }
  return reason === 'dependency_down' && tools.length > 0 ? `No answer came from ${tools.join(', ')}.` : ''
}

const verbs: Readonly<Record<Occasion['action'], string>> = {
  nudge: 'Nudged',
  halt: 'Halted',
  escalate: 'Handed over to a person',
}

const wouldVerbs: typeof verbs = {
  nudge: 'Would have nudged',
  halt: 'Would have halted',
  escalate: 'Would have handed over to a person',
}

/** Whether the limit was what stood in the way. */
const classTexts: Readonly<Record<LimitClass, string>> = {
  repetition: 'It was repeating itself: a higher limit would not have helped.',
  oscillation: 'It was going back and forth: a higher limit would not have helped.',
  exhaustion: 'Nothing new was coming: a higher limit would not have helped.',
  completion: 'It had what it needed and went on: a higher limit would not have helped.',
  genuine_complexity:
    'New results kept coming; whether they served the task is not known. If they did, a higher limit may have helped.',
}
