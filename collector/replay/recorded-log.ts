import type { Policy, PolicyFile, StepRecord } from '@loop-observer/rules'
import { preview } from '../binding/preview.ts'
import type { RunIntro } from '../judging/judging.ts'
import { fenceRecord } from '../judging/marks.ts'
import { extractionFor } from './extraction.ts'
import type { RecordedRun, RecordedStep } from './recorded-run.ts'
import { recordedSteps } from './recorded-steps.ts'
import { policyForRecorded, policyForSpans } from './replay.ts'
import type { SpanRun } from './span-runs.ts'

/** A run from a file, as the log of a live run would hold it. */
export interface FiledRun {
  readonly intro: RunIntro
  readonly policy: Policy
  readonly records: readonly StepRecord[]
}

/** A recorded run as a log, with what people may see of its steps. */
export function filedRun(run: RecordedRun, file: PolicyFile): FiledRun {
  return {
    intro: introOf(run.run_id, { agent: run.agent ?? null, task: run.task ?? null }),
    policy: policyForRecorded(run, file),
    records: recordedSteps(run, extractionFor(run.agent, file)).map(({ index, step }) => {
      const recorded = run.steps[index]
      return { step, preview: recorded === undefined ? null : preview(contentOf(recorded), 'preview') }
    }),
  }
}

/** A run put together from spans as a log; at its end everything settles. */
export function filedSpanRun(run: SpanRun, file: PolicyFile): FiledRun {
  const policy = policyForSpans(run, file)
  const endedAtMs = Math.max(0, ...run.steps.map((step) => step.endedAtMs))
  return {
    intro: introOf(run.run, run),
    policy,
    records: [...run.records, fenceRecord('*', endedAtMs + policy.holdMs)],
  }
}

function contentOf({ tool, args, observation, text }: RecordedStep): Parameters<typeof preview>[0] {
  return tool == null ? { text: text ?? null } : { args, observation: observation ?? undefined }
}

function introOf(run: string, { agent, task }: Pick<RunIntro, 'agent' | 'task'>): RunIntro {
  const tenant = 'default'
  const key = `${tenant}/${run}`
  return { key, run, tenant, agent, task, source: 'replay', traceId: null, attributes: {} }
}
