import type { Action, Finding, LimitHit, Totals } from '../words/decision.ts'
import { isLimit, type LimitClass, type Reason } from '../words/reason.ts'

/** What a text is about. */
export interface Occasion {
  readonly action: Exclude<Action, 'continue'>
  readonly finding: Finding
  readonly tried: readonly string[]
  readonly totals: Totals
  /** What the operator wrote, or null. */
  readonly note: string | null
  /** The limit that the run met, or null. */
  readonly limit: LimitHit | null
}

/** How every message to a model begins, so that it is not taken for an order from a stranger. */
const advisory = 'Advisory note from the loop observer that watches this run:'

/**
 * What the model is told: what was seen, then a next action and the new information it should bring.
 * No arguments are repeated, for an echo invites the very call it should prevent
 * (MoonshotAI/kimi-code#1518).
 */
export function messageFor(occasion: Occasion): string {
  const seen = observations[occasion.finding.reason](occasion)
  const next = occasion.action === 'nudge' ? nextStep(occasion) : ending(occasion)
  return `${advisory} ${seen} ${next}`
}

/** What a person is told: the reason, the counts, what was tried. */
export function explanationFor(occasion: Occasion): string {
  const { finding, totals } = occasion
  const seen = observations[finding.reason](occasion)
  const tried =
    occasion.tried.length > 0 ? ` Tried since the last progress: ${occasion.tried.join(', ')}.` : ''
  const after = `After ${totals.steps} model turns and ${totals.toolCalls} tool calls.`
  return `${verb(occasion.action)} (${finding.reason}, lane ${finding.lane}). ${seen}${tried} ${after}${classText(occasion)}`
}

/** Whether the limit was what stood in the way. */
function classText({ finding, limit }: Occasion): string {
  return limit === null || !isLimit(finding.reason) ? '' : ` ${classTexts[limit.class]}`
}

const classTexts: Readonly<Record<LimitClass, string>> = {
  repetition: 'It was repeating itself: a higher limit would not have helped.',
  oscillation: 'It was going back and forth: a higher limit would not have helped.',
  exhaustion: 'It was finding nothing new: a higher limit would not have helped.',
  completion: 'It had what it needed and went on: a higher limit would not have helped.',
  genuine_complexity: 'It was still making progress: a higher limit may have helped.',
}

/** What is not known yet, for a person; empty when nothing can be said. */
export function missingFor(occasion: Occasion): string {
  const { reason } = occasion.finding
  if (reason !== 'exhaustion' && reason !== 'no_progress') return ''
  return occasion.tried.length > 0 ? `Nothing new came from ${occasion.tried.join(', ')}.` : ''
}

function verb(action: Occasion['action']): string {
  if (action === 'nudge') return 'Nudged'
  return action === 'halt' ? 'Halted' : 'Handed over to a person'
}

function nextStep({ finding }: Occasion): string {
  if (finding.reason === 'exhaustion') {
    return 'The answer may not be available here. Say which source you have not consulted yet and why it would hold it; if there is none, answer now with what you have and name what is missing.'
  }
  if (finding.reason === 'completion') {
    return 'If nothing is missing, give your answer now. If something is, name it before the next call.'
  }
  if (finding.reason === 'convergence') {
    return 'Do not repeat the last fix. Say which cause explains the errors that are left and what else would show it; if you cannot, stop and name the open errors.'
  }
  if (finding.reason === 'dependency_down') {
    return 'Another call of the same kind will meet the same cause. Go on with what does not depend on it, or answer now with what you have and name what could not be reached.'
  }
  if (finding.reason === 'oscillation') {
    return 'The two sides will not agree by asking again. Decide which one holds and why, or find a third fact that settles it; otherwise answer with what you have and name the disagreement.'
  }
  return 'Before the next call, say what new information it should bring. If you cannot name any, do something different in kind, or answer now with what you have and say what is missing.'
}

function ending({ action, finding }: Occasion): string {
  if (action === 'escalate')
    return 'The run is handed over. Summarise what you found and what stands open; make no further calls.'
  const whose = finding.loop === '' ? 'The run' : 'This line of work'
  return `${whose} ends here. Make no further calls: give the answer that your findings support and name what is missing.`
}

const count = (finding: Finding, name: string): number => finding.evidence.counts[name] ?? 0

const many = (n: number, one: string, more = `${one}s`): string => `${n} ${n === 1 ? one : more}`

function verdictText(finding: Finding): string {
  const failures = count(finding, 'failures')
  const before = count(finding, 'failures_before')
  if (count(finding, 'stuck') > 0)
    return `The check fails with exactly the same ${many(failures, 'error')} as before`
  if (count(finding, 'oscillating') > 0) return 'The check is back at the errors of two passes ago'
  if (count(finding, 'growing') > 0) return `The errors grow: ${before} before, ${failures} now`
  return `As many errors as before (${failures}), but others: nothing shrinks`
}

/** One sentence about what was seen, true for a model and for a person alike. */
const observations: Readonly<Record<Reason, (occasion: Occasion) => string>> = {
  repetition: ({ finding }) => {
    if (count(finding, 'phrases') >= 2 && count(finding, 'messages') < 2) {
      return `One phrase occurs ${count(finding, 'phrases')} times in the last message.`
    }
    if (finding.tools.length === 0)
      return `The same message came ${count(finding, 'messages')} times in a row without a call.`
    return `The same call of ${finding.tools.join(', ')} was made ${count(finding, 'repeats')} times without bringing anything new.`
  },
  oscillation: ({ finding }) =>
    `${many(count(finding, 'period'), 'call')} (${finding.tools.join(', ')}) have come round ${count(finding, 'rounds')} times with the same results.`,
  exhaustion: ({ finding }) =>
    `The last ${many(count(finding, 'calls_without_progress'), 'call')}, over ${many(count(finding, 'tools'), 'tool')} (${finding.tools.join(', ')}), found nothing new.`,
  no_progress: ({ finding }) =>
    `Recent calls (${finding.tools.join(', ')}) returned what was already known: errors met before, empty answers or the same lines.`,
  budget_steps: ({ finding }) => `The limit of ${count(finding, 'limit')} model turns is reached.`,
  budget_tool_calls: ({ finding }) => `The limit of ${count(finding, 'limit')} tool calls is reached.`,
  budget_tokens: ({ finding }) => `The limit of ${count(finding, 'limit')} tokens is reached.`,
  budget_cost: ({ finding }) => `The limit of ${count(finding, 'limit')} US dollars is reached.`,
  budget_time: ({ finding }) => `The limit of ${count(finding, 'limit')} seconds is reached.`,
  budget_effects: ({ finding }) => `The limit of ${count(finding, 'limit')} effects is reached.`,
  agent_limit: () => "The agent's own framework ended the run at its limit.",
  completion: ({ finding }) =>
    count(finding, 'messages') > 0
      ? `The same conclusion was stated ${count(finding, 'messages')} times.`
      : `The check has passed, and ${many(count(finding, 'calls_after_check'), 'call')} since then changed nothing.`,
  convergence: ({ finding }) =>
    `${verdictText(finding)} (${many(count(finding, 'passes'), 'pass', 'passes')} of ${finding.tools.join(', ')}).`,
  livelock: ({ finding }) =>
    `${count(finding, 'failed_checks')} checks in a row failed: this loop does not close the gap. Open: ${many(count(finding, 'failures'), 'failure')} of ${finding.tools.join(', ')}.`,
  bar_lowered: ({ finding }) =>
    `${many(count(finding, 'criteria'), 'criterion', 'criteria')} of the bar (${finding.tools.join(', ')}) ${count(finding, 'criteria') === 1 ? 'was' : 'were'} removed or changed. A bar may rise and not fall; this pass does not count.`,
  operator: ({ note }) =>
    note === null || note === '' ? 'A person stopped the run.' : `A person stopped the run: ${note}`,
  dependency_down: ({ finding }) =>
    `The last ${many(count(finding, 'failures'), 'failure')} of ${finding.tools.join(', ')} have one cause: something that they depend on does not answer, or refuses.`,
}
