import type { Evidence } from '../words/decision.ts'
import type { Reason } from '../words/reason.ts'
import { counted } from './counting.ts'

/**
 * What the evidence of a decision counts, each with its unit: `5 equal calls of the 9 in its lane`, `0.28 of 0.26 US
 * dollars`. A count without a word of its own comes under its name.
 */
export function evidenceTexts(reason: Reason, { counts }: Pick<Evidence, 'counts'>): readonly string[] {
  return Object.entries(counts).flatMap(([name, value]) => {
    const text = textOf(name, value, { reason, counts })
    return text === null ? [] : [text]
  })
}

interface Counted {
  readonly reason: Reason
  readonly counts: Evidence['counts']
}

function textOf(name: string, value: number, about: Counted): string | null {
  const text = texts[name]
  return text === undefined ? `${name.replaceAll('_', ' ')} ${number(value)}` : text(value, about)
}

/** The words for each count; null for one that is told with another. */
const texts: Readonly<Record<string, (value: number, about: Counted) => string | null>> = {
  repeats: (value, { counts }) =>
    counts['of'] === undefined
      ? counted(value, 'equal call')
      : `${counted(value, 'equal call')} of the ${counts['of']} in its lane`,
  of: (value, { counts }) => (counts['repeats'] === undefined ? `of ${value}` : null),
  failed: (value) => `${value} of them failed`,
  effects: (value) => `made ${counted(value, 'time')}, an effect each time`,
  answers: (value) => counted(value, 'different answer'),
  volatile: (value) => `${counted(value, 'answer')} differing only in values that are another every time`,
  messages: (value) => (value === 0 ? null : `${counted(value, 'message')} that said the same`),
  phrases: (value) => (value === 0 ? null : `one phrase ${counted(value, 'time')} in a message`),
  period: (value) => `a circle of ${counted(value, 'call')}`,
  rounds: (value) => `gone round ${counted(value, 'time')}`,
  calls_without_progress: (value) => `${counted(value, 'call')} without progress`,
  tools: (value) => counted(value, 'tool'),
  level: (value, { counts }) =>
    counts['line'] === undefined
      ? `${number(value)} points for bringing nothing new`
      : `${number(value)} points for bringing nothing new (it is stopped at ${number(counts['line'])})`,
  line: (value, { counts }) => (counts['level'] === undefined ? `stopped at ${number(value)} points` : null),
  not_captured: (value) => `${counted(value, 'result')} not captured`,
  passes: (value) => counted(value, 'pass', 'passes'),
  failures: (value, { reason }) =>
    reason === 'dependency_down' ? `${counted(value, 'failure')} with one cause` : counted(value, 'failure'),
  failures_before: (value) => `${value} at the pass before`,
  calls: (value) => counted(value, 'different call'),
  failed_checks: (value) => `${counted(value, 'failed check')} in a row`,
  criteria: (value) => counted(value, 'criterion', 'criteria'),
  calls_after_check: (value) => `${counted(value, 'call')} since the check passed`,
  opinions: (value) => `held for answerable ${counted(value, 'time')} in a row`,
  turn: (value) => `at model turn ${value}`,
  stuck: () => 'the same failures as before',
  oscillating: () => 'the failures of two passes ago',
  growing: () => 'more failures than before',
  flat: () => 'as many failures as before, but others',
  used: (value, { reason, counts }) => {
    const limit = counts['limit']
    const unit = units[reason] ?? 'used'
    return limit === undefined ? `${number(value)} ${unit}` : `${number(value)} of ${number(limit)} ${unit}`
  },
  limit: (value, { reason, counts }) =>
    counts['used'] === undefined ? `limit ${number(value)} ${units[reason] ?? ''}`.trim() : null,
}

const units: Readonly<Partial<Record<Reason, string>>> = {
  budget_steps: 'model turns',
  budget_tool_calls: 'tool calls',
  budget_tokens: 'tokens',
  budget_cost: 'US dollars',
  budget_time: 'seconds',
  budget_effects: 'effects',
}

/** At most four digits behind the point, and none that say nothing. */
function number(value: number): string {
  return String(Math.round(value * 10_000) / 10_000)
}
