import { counted, evidenceTexts } from '@loop-observer/rules'
import { styleText } from 'node:util'
import { nudgesText } from '../nudges-text.ts'
import { span } from '../table.ts'
import { visibleIn } from '../visible.ts'
import { budgetUse } from './budget-use.ts'
import type { Explained } from './explained.ts'
import { evidenceLines } from './evidence-lines.ts'
import { foundLines } from './found.ts'
import { localTime } from './local-time.ts'
import { nextLines, type CalledAs } from './next.ts'
import { rulesText } from './rules-text.ts'
import { timelineTable } from './timeline-table.ts'
import { timeline, type DecisionShown, type TimelineLine } from './timeline.ts'
import { wrapped } from './wrapped.ts'

const INDENT = '   '

type Summary = NonNullable<Explained['detail']['summary']>

/** How a story is told. */
export interface ExplanationStyle {
  /** How the person calls us; null where nothing can be done about the run. Default `loop-observer`. */
  readonly called?: CalledAs | null
  /** Every step of a long run, also for a person. Default false. */
  readonly all?: boolean
}

/**
 * The story of a run for a person: what ended it and on what evidence, what was tried and found, what to do, each
 * step. Where no person reads, nothing is coloured or left out.
 */
export function explanation(
  explained: Explained,
  human: boolean,
  { called = { command: 'loop-observer', options: '' }, all = false }: ExplanationStyle = {},
): string {
  // Agents, tools and models choose these words: none of them may steer the terminal.
  const { detail, steps, trimmed } = visibleIn(explained)
  const lines = timeline(steps, detail.decisions)
  return [
    emphasised(headline(detail), human),
    ...summaryLines(detail, lines),
    '',
    ...decisionLines(detail, lines, human),
    ...nextLines(detail, called).map((line) =>
      human && line.startsWith('What to do') ? wrapped(line, '') : line,
    ),
    '',
    emphasised('Timeline', human) + ' (equal calls: equal capitals; equal observations: equal small letters)',
    ...(trimmed > 0
      ? [trimmed === 1 ? '… 1 older step is no longer kept' : `… ${trimmed} older steps are no longer kept`]
      : []),
    lines.length === 0 && detail.steps > 0
      ? 'Its steps are no longer kept, only how it ended.'
      : timelineTable(lines, { human, around: human && !all ? toldOf(lines) : null }),
    ...(explained.thinking === undefined
      ? []
      : [
          '',
          emphasised('What each rule thought', human) + ' (rules that had nothing to say are left out)',
          rulesText(steps, lines, { ...detail, thinking: explained.thinking }),
        ]),
  ].join('\n')
}

function headline({ run, summary }: Explained['detail']): string {
  if (summary === null) return `${run}: received, not judged yet`
  const why = summary.reason === null ? '' : ` (${summary.reason})`
  return `${run}: ${summary.outcome}${why}`
}

function summaryLines(
  { summary, mode, policyVersion, limits, found }: Explained['detail'],
  lines: readonly TimelineLine[],
): readonly string[] {
  if (summary === null) return []
  const { totals } = summary
  const budget = budgetUse(totals, limits)
  return [
    [
      ...(summary.agent === null ? [] : [`agent ${summary.agent}`]),
      ...(summary.task === null ? [] : [`task ${summary.task}`]),
      usedText(totals, lines),
    ].join(' · '),
    timeText(summary, lines),
    `mode ${mode ?? 'not known'} · policy ${policyVersion ?? 'not known'} · nudges ${nudgesText(summary)}` +
      (summary.ranPastHalt > 0 ? ` · ran ${counted(summary.ranPastHalt, 'step')} past the halt` : ''),
    ...(budget === null ? [] : [`budget: ${budget}`]),
    ...(summary.limit === null ? [] : [`met ${summary.limit.reason} · doing then: ${summary.limit.class}`]),
    ...summary.budgetWarnings.map(
      ({ reason, used, limit }) =>
        `warned of ${reason} at ${evidenceTexts(reason, { counts: { used, limit } }).join('')}`,
    ),
    ...(summary.traceIds.length > 0 ? [`trace ${summary.traceIds.join(', ')}`] : []),
    ...(lines.length > 0 ? foundLines(found, lines) : []),
  ]
}

/** `7 model turns, 9 tool calls, 1200 tokens, $0.0100`; what nothing was reported of is said so. */
function usedText(
  { steps, toolCalls, tokens, costUsd }: Summary['totals'],
  lines: readonly TimelineLine[],
): string {
  const unseen = lines.length > 0 && !lines.some(({ step }) => step.kind === 'model')
  const turns = unseen
    ? `${counted(steps, 'round')} of calls (no model call was reported)`
    : counted(steps, 'model turn')
  const notReported = [...(tokens === 0 ? ['tokens'] : []), ...(costUsd === 0 ? ['cost'] : [])]
  return [
    turns,
    counted(toolCalls, 'tool call'),
    ...(tokens === 0 ? [] : [counted(tokens, 'token')]),
    ...(costUsd === 0 ? [] : [`$${costUsd.toFixed(4)}`]),
    ...(notReported.length === 0 ? [] : [`${notReported.join(' and ')} not reported`]),
  ].join(', ')
}

function tookText(seconds: number): string {
  return seconds < 10 ? `${Number(seconds.toFixed(1))} s` : span(seconds * 1000)
}

/** Recorded runs may have times that are no dates. */
const earliestMs = Date.UTC(2001, 0)

/** When it began and ended on the clock of its steps, and how long that is without waiting for a person. */
function timeText({ startedAtMs, totals }: Summary, lines: readonly TimelineLine[]): string {
  const beganMs = lines.reduce((ms, { step }) => Math.min(ms, step.startedAtMs), startedAtMs)
  const endedMs = lines.reduce((ms, { step }) => Math.max(ms, step.endedAtMs), beganMs)
  const ended = lines.length === 0 ? '' : ` · last step ended ${localTime(endedMs)}`
  const took = `its steps took ${tookText(totals.seconds)}`
  if (beganMs < earliestMs) return took
  return `began ${localTime(beganMs)}${ended} · ${took}`
}

function decisionLines(
  detail: Explained['detail'],
  lines: readonly TimelineLine[],
  human: boolean,
): readonly string[] {
  const { decisions, summary } = detail
  const own = stoppedItself(detail)
    ? ['It stopped itself, by a rule of its own; the observer did not end it.']
    : []
  if (decisions.length > 0) return [...decisions.map((each) => decisionText(each, { lines, human })), ...own]
  if (own.length > 0) return own
  return (summary?.seq ?? 0) > 0
    ? ['What was decided about it is no longer kept, only how it ended.']
    : ['No decision was made about this run.']
}

/** True for a run that has a reason but no decision that ended it, as far as decisions are kept. */
function stoppedItself({ decisions, summary }: Explained['detail']): boolean {
  if (summary === null || summary.reason === null || (summary.seq > 0 && decisions.length === 0)) return false
  return decisions.every(({ action, enforced }) => action === 'nudge' || !enforced)
}

/** Numbers of the lines that decisions and their evidence are about. */
function toldOf(lines: readonly TimelineLine[]): ReadonlySet<number> {
  const decisions = lines.flatMap((line) => line.decisions)
  const evidence = new Set(decisions.flatMap((decision) => [decision.step, ...decision.evidence.steps]))
  return new Set(lines.flatMap(({ step }, index) => (evidence.has(step.id) ? [index + 1] : [])))
}

function decisionText(
  decision: DecisionShown,
  { lines, human }: { readonly lines: readonly TimelineLine[]; readonly human: boolean },
): string {
  const became = decision.became?.text ?? ''
  const title = `${decision.seq}. ${decision.action} · ${decision.reason} · ${decision.scope} ${decision.lane}`
  const parts = [
    decision.explanation,
    ...evidenceLines(decision, lines),
    ...(decision.tried.length > 0 ? [`tried: ${decision.tried.join(', ')}`] : []),
    ...(decision.missing === '' ? [] : [`missing: ${decision.missing}`]),
    `${decision.enforced ? 'for the model' : 'for the model, had it been told'}: ${decision.message}`,
    ...(isUnacknowledged(decision)
      ? ['delivered: not as far as is known, the agent has not confirmed it']
      : []),
    ...(became === '' ? [] : [`what followed: ${became}`]),
  ]
  return [
    emphasised(title, human) + (decision.enforced ? '' : ' · recorded only, the mode forbids acting on it'),
    ...parts.map((part) => (human ? wrapped(part, INDENT) : `${INDENT}${part}`)),
  ].join('\n')
}

/** A nudge that nobody is known to have heard: whether it helped cannot be told from what followed alone. */
function isUnacknowledged({ action, enforced, became }: DecisionShown): boolean {
  return action === 'nudge' && enforced && became !== undefined && became.told === null
}

function emphasised(text: string, human: boolean): string {
  return human ? styleText('bold', text) : text
}
