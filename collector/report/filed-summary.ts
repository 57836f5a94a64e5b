import {
  judge,
  resolvePolicy,
  type AgentLimitStep,
  type Outcome,
  type OutcomeStep,
  type PolicyFile,
  type StepRecord,
} from '@loop-observer/rules'
import { fold } from '../judging/fold.ts'
import { mark } from '../judging/marks.ts'
import { filedRun, filedSpanRun, type FiledRun } from '../replay/recorded-log.ts'
import type { RecordedRun } from '../replay/recorded-run.ts'
import type { SpanRun } from '../replay/span-runs.ts'
import type { RunSummary } from '../store/store.ts'

/**
 * A recorded run as a report sees it: it ended as its record says, for nothing is stopped. Its framework's
 * limit is met when its `end` is `step_limit`; the limits that it records are not looked at, those of the policy
 * are. Where the record does not say how it ended, it counts as answered when it was right, else as lost.
 */
export function recordedSummary(run: RecordedRun, file: PolicyFile): RunSummary {
  const filed = filedRun(run, file)
  const correct = run.success ?? null
  return summaryOf(filed, file, { outcome: outcomeOf(run), correct, met: run.end === 'step_limit' })
}

/** A run put together from spans as a report sees it: of its end no more is known than what its spans tell. */
export function spanSummary(run: SpanRun, file: PolicyFile): RunSummary {
  return summaryOf(filedSpanRun(run, file), file, { outcome: observedEnd(run), correct: null, met: false })
}

/** As the last root says that ended, when nothing began after it. */
function observedEnd({ steps }: SpanRun): Ending['outcome'] {
  const last = steps.findLast((step) => step.kind === 'outcome')
  const goesOn = steps.some(
    ({ kind, startedAtMs }) => kind !== 'outcome' && startedAtMs > (last?.endedAtMs ?? 0),
  )
  return last === undefined || goesOn ? 'lost' : last.outcome
}

interface Ending {
  readonly outcome: Exclude<Outcome, 'open'>
  readonly correct: boolean | null
  /** True when it met the limit of its framework. */
  readonly met: boolean
}

function outcomeOf({ end, success }: RecordedRun): Ending['outcome'] {
  if (end === 'answered') return 'answered'
  if (end === 'step_limit' || end === 'error') return 'failed'
  return success === true ? 'answered' : 'lost'
}

function summaryOf({ intro, policy, records }: FiledRun, file: PolicyFile, ending: Ending): RunSummary {
  const { limits } = resolvePolicy(file, { source: 'replay', agent: intro.agent, attributes: {} })
  const watched = { ...policy, mode: 'shadow' as const, limits }
  return fold(judge, watched, { intro, before: null, records: [...records, ...endOf(records, ending)] })
    .summary
}

function endOf(records: readonly StepRecord[], { outcome, correct, met }: Ending): readonly StepRecord[] {
  const endedAtMs = Math.max(0, ...records.map(({ step }) => step.endedAtMs))
  const limit: AgentLimitStep = {
    ...mark('end:limit', 'main', endedAtMs),
    kind: 'agent_limit',
    limit: 'step_limit',
  }
  const end: OutcomeStep = { ...mark('end:outcome', 'main', endedAtMs), kind: 'outcome', outcome, correct }
  return [...(met ? [limit] : []), end].map((step) => ({ step, preview: null }))
}
