import { judgePass, type CheckStep, type PassSummary, type PolicyFile, type Step } from '@loop-observer/rules'
import { extractionFor } from './extraction.ts'
import type { RecordedRun, RecordedStep } from './recorded-run.ts'
import { recordedSteps } from './recorded-steps.ts'
import { replayRun, replaySpanRun, type Replayed } from './replay.ts'
import type { SpanRun } from './span-runs.ts'

/** A run of a file, judged, beside what is known of how it ended when it was recorded. */
export interface JudgedRun {
  readonly replayed: Replayed
  /** Whether it ended well, had nothing stopped it; null when it is not known. Judging never reads it. */
  readonly success: boolean | null
  /** Runs with the same one are attempts at one task; null when it is not known. */
  readonly task: string | null
  /** The newest pass of a check, had nothing stopped it; null without one. */
  readonly lastPass: PassSummary | null
  /** What came after the stop of the run; null when nothing stopped it. */
  readonly after: Amount | null
}

/** A part of a run. */
interface Amount {
  readonly steps: number
  readonly tokens: number
  readonly costUsd: number
}

/** The decision that ended a run; undefined when none did. */
export function stopOf({ decisions }: Replayed): Replayed['decisions'][number] | undefined {
  return decisions.find(({ action, scope }) => action !== 'nudge' && scope === 'run')
}

/** Judges a recorded run. */
export function judgedRecorded(run: RecordedRun, file: PolicyFile): JudgedRun {
  const extraction = extractionFor(run.agent, file)
  const replayed = replayRun(run, file, extraction)
  const stop = stopOf(replayed)
  return {
    replayed,
    success: run.success ?? null,
    task: run.task_key ?? run.task ?? null,
    lastPass: lastPassOf(recordedSteps(run, extraction).map(({ step }) => step)),
    after: stop === undefined ? null : amountOf(run.steps.slice(stop.step + 1)),
  }
}

/** Judges a run put together from spans: nobody says whether it ended well. */
export function judgedSpans(run: SpanRun, file: PolicyFile): JudgedRun {
  const replayed = replaySpanRun(run, file)
  const stop = stopOf(replayed)
  return {
    replayed,
    success: null,
    task: run.task,
    lastPass: lastPassOf(run.steps),
    after: stop === undefined ? null : spentIn(run.steps.slice(stop.step + 1)),
  }
}

function lastPassOf(steps: readonly Step[]): PassSummary | null {
  const last = steps.findLast((step): step is CheckStep => step.kind === 'check')
  if (last === undefined) return null
  const { check, failures, sets } = judgePass(null, last).passes
  return { check, failures: failures[0] ?? 0, set: sets[0] ?? 0 }
}

function amountOf(steps: readonly RecordedStep[]): Amount {
  return sum(
    steps.length,
    steps.map(({ tokens_in, tokens_out, cost_usd }) => ({
      tokens: (tokens_in ?? 0) + (tokens_out ?? 0),
      costUsd: cost_usd ?? 0,
    })),
  )
}

function spentIn(steps: readonly Step[]): Amount {
  return sum(
    steps.length,
    steps.flatMap((step) =>
      step.kind === 'model'
        ? [{ tokens: (step.tokensIn ?? 0) + (step.tokensOut ?? 0), costUsd: step.costUsd ?? 0 }]
        : [],
    ),
  )
}

function sum(steps: number, parts: readonly Omit<Amount, 'steps'>[]): Amount {
  return {
    steps,
    tokens: parts.reduce((total, { tokens }) => total + tokens, 0),
    costUsd: parts.reduce((total, { costUsd }) => total + costUsd, 0),
  }
}
