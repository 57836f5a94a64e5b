import { counted } from '@loop-observer/rules'
import type { z } from 'zod'
import type { thinking as thinkingShape } from '../../control/schemas/thought.ts'
import { table } from '../table.ts'
import type { StepShown, TimelineLine } from './timeline.ts'

/** How it was found out what the rules thought; null when nothing is kept that could be judged once more. */
export type ThinkingShown = z.infer<typeof thinkingShape> | null

/** What the run was judged by; null when it is not known. */
interface JudgedBy {
  readonly engineVersion: string | null
  readonly policyVersion: string | null
}

interface Row {
  readonly number: string
  readonly step: StepShown
  readonly reason: string
  readonly text: string
}

/**
 * What each rule thought of each step, one line a thought, rules that had nothing to say left out; numbers are
 * those of the timeline.
 */
export function rulesText(
  steps: readonly StepShown[],
  lines: readonly TimelineLine[],
  { thinking, ...judgedBy }: { readonly thinking: ThinkingShown } & JudgedBy,
): string {
  if (thinking === null) return 'What the rules thought can no longer be worked out: the log is not kept.'
  const numbers = new Map(lines.map(({ step }, index) => [step.id, index + 1]))
  const rows = steps
    .flatMap((step) => rowsOf(step, String(numbers.get(step.id) ?? '')))
    .toSorted((a, b) => Number(a.number || Infinity) - Number(b.number || Infinity) || 0)
  return [
    ...reservations(thinking, judgedBy),
    rows.length === 0
      ? 'No rule had anything to say.'
      : table(rows, [
          { heading: '#', cell: ({ number }) => number, right: true },
          { heading: 'STEP', cell: ({ step }) => nameOf(step) },
          { heading: 'RULE', cell: ({ reason }) => reason },
          { heading: 'WHAT IT SAW', cell: ({ text }) => text },
        ]),
  ].join('\n')
}

function rowsOf(step: StepShown, number: string): readonly Row[] {
  const late =
    step.late === true
      ? [{ number, step, reason: '-', text: 'came too late for its place: it counts in sums only' }]
      : []
  return [...late, ...(step.thoughts ?? []).map(({ reason, text }) => ({ number, step, reason, text }))]
}

function nameOf(step: StepShown): string {
  if (step.kind === 'tool') return step.tool
  return step.kind === 'check' ? `check ${step.check}` : step.kind
}

function reservations(
  { from, agrees, engineVersion, policyVersion }: NonNullable<ThinkingShown>,
  ofRun: JudgedBy,
): readonly string[] {
  return [
    ...(from > 0
      ? [
          `Worked out from record ${from} of the log on: the ${counted(from, 'record')} before it ${from === 1 ? 'is' : 'are'} no longer kept, so counts begin there.`,
        ]
      : []),
    ...(agrees
      ? []
      : ['Judged once more, the run would be decided otherwise than it was: take this with care.']),
    ...(ofRun.engineVersion !== null && ofRun.engineVersion !== engineVersion
      ? [
          `The run was judged by version ${ofRun.engineVersion} of the rules, this is what version ${engineVersion} thinks.`,
        ]
      : []),
    ...(ofRun.policyVersion !== null && ofRun.policyVersion !== policyVersion
      ? [
          `The policy ${ofRun.policyVersion} that judged it is not known here: this is what ${policyVersion} says.`,
        ]
      : []),
  ]
}
