import { counted } from '@loop-observer/rules'
import { styleText } from 'node:util'
import type { z } from 'zod'
import type { runDetail } from '../../control/schemas/run.ts'
import { nudgesText } from '../nudges-text.ts'
import { span, table } from '../table.ts'
import { visibleIn } from '../visible.ts'
import { rulesText, type ThinkingShown } from './rules-text.ts'
import { wrapped } from './wrapped.ts'
import { timeline, type DecisionShown, type StepShown, type TimelineLine } from './timeline.ts'

const INDENT = '   '

/** Everything that is known of a run. */
export interface Explained {
  readonly detail: z.infer<typeof runDetail>
  readonly steps: readonly StepShown[]
  /** Steps that were trimmed from the log. */
  readonly trimmed: number
  /** How it was found out what each rule thought; absent when nobody asked. */
  readonly thinking?: ThinkingShown
}

/**
 * The story of a run for a person: what ended it and on what evidence, what was tried, each step.
 * `command` is how the person calls us; null where nothing can be done about the run.
 */
export function explanation(
  explained: Explained,
  human: boolean,
  command: string | null = 'loop-observer',
): string {
  // Agents, tools and models choose these words: none of them may steer the terminal.
  const { detail, steps, trimmed } = visibleIn(explained)
  const lines = timeline(steps, detail.decisions)
  return [
    emphasised(headline(detail), human),
    ...summaryLines(detail),
    '',
    ...(detail.decisions.length === 0
      ? ['No decision was made about this run.']
      : detail.decisions.map((each) => decisionText(each, lines, human))),
    '',
    emphasised('Timeline', human) + ' (equal calls: equal capitals; equal observations: equal small letters)',
    ...(trimmed > 0
      ? [trimmed === 1 ? '… 1 older step is no longer kept' : `… ${trimmed} older steps are no longer kept`]
      : []),
    timelineTable(lines),
    ...(explained.thinking === undefined
      ? []
      : [
          '',
          emphasised('What each rule thought', human) + ' (rules that had nothing to say are left out)',
          rulesText(steps, lines, { ...detail, thinking: explained.thinking }),
        ]),
    ...(command === null ? [] : next(detail, command)),
  ].join('\n')
}

function headline({ run, summary }: Explained['detail']): string {
  if (summary === null) return `${run}: received, not judged yet`
  const why = summary.reason === null ? '' : ` (${summary.reason})`
  return `${run}: ${summary.outcome}${why}`
}

function summaryLines({ summary, mode, policyVersion }: Explained['detail']): readonly string[] {
  if (summary === null) return []
  const { totals } = summary
  const took = span(summary.updatedAtMs - summary.startedAtMs)
  return [
    [
      ...(summary.agent === null ? [] : [`agent ${summary.agent}`]),
      ...(summary.task === null ? [] : [`task ${summary.task}`]),
      `${counted(totals.steps, 'model turn')}, ${counted(totals.toolCalls, 'tool call')}, ${counted(totals.tokens, 'token')}, $${totals.costUsd.toFixed(4)}, ${took}`,
    ].join(' · '),
    `mode ${mode ?? 'not known'} · policy ${policyVersion ?? 'not known'} · nudges ${nudgesText(summary)}` +
      (summary.ranPastHalt > 0 ? ` · ran ${counted(summary.ranPastHalt, 'step')} past the halt` : ''),
    ...(summary.limit === null ? [] : [`met ${summary.limit.reason} · doing then: ${summary.limit.class}`]),
    ...summary.budgetWarnings.map(({ reason, used, limit }) => `warned of ${reason} at ${used} of ${limit}`),
    ...(summary.traceIds.length > 0 ? [`trace ${summary.traceIds.join(', ')}`] : []),
  ]
}

function decisionText(decision: DecisionShown, lines: readonly TimelineLine[], human: boolean): string {
  const places = decision.evidence.steps
    .map((id) => lines.findIndex(({ step }) => step.id === id))
    .filter((index) => index >= 0)
    .map((index) => `#${index + 1}`)
  const counts = Object.entries(decision.evidence.counts).map(
    ([name, value]) => `${name.replaceAll('_', ' ')} ${value}`,
  )
  const evidence = [places.length > 0 ? `steps ${places.join(' ')}` : '', ...counts]
  const title = `${decision.seq}. ${decision.action} · ${decision.reason} · ${decision.scope} ${decision.lane}`
  const parts = [
    decision.explanation,
    `evidence: ${evidence.filter((part) => part !== '').join(', ')}`,
    ...(decision.tried.length > 0 ? [`tried: ${decision.tried.join(', ')}`] : []),
    ...(decision.missing === '' ? [] : [`missing: ${decision.missing}`]),
    `${decision.enforced ? 'for the model' : 'for the model, had it been told'}: ${decision.message}`,
  ]
  return [
    emphasised(title, human) + (decision.enforced ? '' : ' · recorded only, the mode forbids acting on it'),
    ...parts.map((part) => (human ? wrapped(part, INDENT) : `${INDENT}${part}`)),
  ].join('\n')
}

function emphasised(text: string, human: boolean): string {
  return human ? styleText('bold', text) : text
}

function timelineTable(lines: readonly TimelineLine[]): string {
  const firstMs = lines[0]?.step.startedAtMs ?? 0
  const lanes = new Set(lines.map(({ step }) => step.lane))
  const numbered = lines.map((line, index) => ({ line, number: index + 1 }))
  return table(numbered, [
    { heading: '#', cell: ({ number }) => String(number), right: true },
    {
      heading: 'AT',
      cell: ({ line }) => `+${((line.step.startedAtMs - firstMs) / 1000).toFixed(1)}s`,
      right: true,
    },
    ...(lanes.size > 1
      ? [{ heading: 'LANE', cell: ({ line }: { line: TimelineLine }) => line.step.lane }]
      : []),
    { heading: 'CALL', cell: ({ line }) => line.call },
    { heading: 'OBS', cell: ({ line }) => line.answer },
    { heading: 'STEP', cell: ({ line }) => stepText(line.step) },
    { heading: 'CAME BACK', cell: ({ line }) => answerText(line.step) },
    {
      heading: '',
      cell: ({ line }) => line.decisions.map(({ action, reason }) => `◀ ${action}: ${reason}`).join(' '),
    },
  ])
}

function stepText(step: StepShown): string {
  if (step.kind === 'tool')
    return shorten(
      `${step.tool}(${step.preview?.args ?? (step.call.gist === null ? 'arguments not captured' : '…')})`,
    )
  if (step.kind === 'model')
    return shorten(`model ${step.model ?? ''}${step.preview?.text == null ? '' : `: ${step.preview.text}`}`)
  if (step.kind === 'check') return `check ${step.check}: ${counted(step.failures.length, 'failure')}`
  if (step.kind === 'bar') return shorten(barText(step))
  if (step.kind === 'effect')
    return shorten(`effect ${step.effect} ${step.act}${step.note === null ? '' : `: ${step.note}`}`)
  if (step.kind === 'agent_limit') return `limit of the framework: ${step.limit}`
  if (step.kind === 'operator') return `a person: ${step.act}${step.note === null ? '' : ` (${step.note})`}`
  if (step.kind === 'opinion') return opinionText(step)
  return step.kind
}

function opinionText({ answerable, failure }: Extract<StepShown, { kind: 'opinion' }>): string {
  if (answerable === null) return `judge model: no opinion (${failure ?? 'unknown'})`
  return `judge model: ${answerable ? 'can be answered' : 'cannot be answered yet'}`
}

function barText({ bar, inherited = [], retired = [] }: Extract<StepShown, { kind: 'bar' }>): string {
  const held = [...Object.keys(bar), ...inherited.map((name) => `${name} (of the parent)`)]
  return [
    ...(held.length > 0 ? [`bar: ${held.join(', ')}`] : []),
    ...(retired.length > 0 ? [`a person retired ${retired.join(', ')}`] : []),
  ].join('; ')
}

function answerText(step: StepShown): string {
  if (step.kind !== 'tool') return ''
  const failed =
    step.ok === false || step.error !== null
      ? `failed${step.error === null ? '' : ` (${step.error.class})`} `
      : ''
  if (step.observation.state === 'unknown' && step.resultSize !== undefined)
    return `${failed}not captured, size ${step.resultSize}`
  if (step.observation.state !== 'known')
    return `${failed}${step.observation.state === 'empty' ? 'empty' : failed === '' ? 'not captured' : ''}`.trim()
  return shorten(`${failed}${step.preview?.observation ?? counted(step.observation.lineCount, 'line')}`)
}

function shorten(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length > 60 ? `${line.slice(0, 59)}…` : line
}

function next({ run, summary, effects }: Explained['detail'], command: string): readonly string[] {
  const waiting = effects.filter(({ state }) => state === 'waiting')
  if (waiting.length > 0) {
    return ['', ...waiting.map(({ id }) => `To let it happen: ${command} approve ${run} ${id} [--no]`)]
  }
  if (summary?.halted !== true) return []
  return ['', `To let it go on: ${command} resume ${run} [--steps COUNT]`]
}
