import type { z } from 'zod'
import type { runDetail } from '../../control/schemas/run.ts'
import type { stepList } from '../../control/schemas/step.ts'

/** A step of a run as the control channel shows it. */
export type StepShown = z.infer<typeof stepList>['steps'][number]
/** A decision as the control channel shows it. */
export type DecisionShown = z.infer<typeof runDetail>['decisions'][number]

/** One line of a timeline. */
export interface TimelineLine {
  readonly step: StepShown
  /** Letter of the call, equal for equal calls; empty for what never comes again. */
  readonly call: string
  /** Letter of the observation, equal for equal ones; empty for what never comes again. */
  readonly answer: string
  /** Decisions made when this step had settled. */
  readonly decisions: readonly DecisionShown[]
}

const shownKinds: ReadonlySet<string> = new Set([
  'tool',
  'model',
  'check',
  'bar',
  'user',
  'progress',
  'agent_limit',
  'effect',
  'operator',
])

const ownRecords: ReadonlySet<string> = new Set(['sdk', 'own_span', 'log'])

/** The steps of a run in the order in which they began, equal calls and answers under equal letters. */
export function timeline(
  steps: readonly StepShown[],
  decisions: readonly DecisionShown[],
): readonly TimelineLine[] {
  // What prompts tell of calls that have records of their own is the same calls once more.
  const recorded = steps.some((step) => step.kind === 'tool' && ownRecords.has(step.rank))
  const shown = steps
    .filter((step) => shownKinds.has(step.kind) || saysWhy(step))
    .filter((step) => !(recorded && step.kind === 'tool' && step.rank === 'prompt'))
    .toSorted((a, b) => a.startedAtMs - b.startedAtMs || a.position - b.position)
  const calls = letters(shown.map(callOf), (index) => String.fromCharCode(65 + index))
  const answers = letters(shown.map(answerOf), (index) => String.fromCharCode(97 + index))
  return shown.map((step, index) => ({
    step,
    call: calls[index] ?? '',
    answer: answers[index] ?? '',
    decisions: decisions.filter((each) => each.step === step.id),
  }))
}

/** An end that says why the run failed. */
function saysWhy(step: StepShown): boolean {
  return step.kind === 'outcome' && step.outcome === 'failed' && step.preview?.text != null
}

function callOf(step: StepShown): string | null {
  return step.kind === 'tool' ? step.call.gist : null
}

function answerOf(step: StepShown): string | null {
  if (step.kind === 'model') return step.text
  if (step.kind !== 'tool' || step.observation.state === 'unknown') return null
  if (step.observation.state === 'empty') return step.error?.signature ?? 'empty'
  return step.observation.fingerprint
}

/** A letter for each value that occurs at least twice; `A1`, `B1`, … after 26 of them. */
function letters(values: readonly (string | null)[], letter: (index: number) => string): readonly string[] {
  const counts = new Map<string, number>()
  for (const value of values) if (value !== null) counts.set(value, (counts.get(value) ?? 0) + 1)
  const names = new Map<string, string>()
  return values.map((value) => {
    if (value === null || (counts.get(value) ?? 0) < 2) return ''
    const known = names.get(value)
    if (known !== undefined) return known
    const round = Math.floor(names.size / 26)
    const name = letter(names.size % 26) + (round === 0 ? '' : String(round))
    names.set(value, name)
    return name
  })
}
