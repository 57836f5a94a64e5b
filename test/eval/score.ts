import { upperBound } from '../../collector/calibrate/exact-bound.ts'
import type { Replayed } from '../../collector/replay/replay.ts'
import type { Labels } from './labels.ts'

/** One judged run with what became of it. */
export interface JudgedRun extends Labels {
  readonly set: string
  readonly success: boolean | null
  readonly steps: number
  readonly replayed: Replayed
}

/** Figures over some runs. Ratios are 0 to 1; null where there is nothing to divide by. */
export interface Score {
  readonly runs: number
  readonly failed: number
  readonly good: number
  /** Good runs ended by a halt or escalation of the run. */
  readonly goodHalted: number
  readonly goodHaltedRatio: number | null
  /** Exact one-sided 95 % upper bound (Clopper and Pearson). */
  readonly goodHaltedUpper95: number | null
  readonly failedHaltedRatio: number | null
  /** Steps after the halt in failed runs, of all their steps. */
  readonly stepsSavedRatio: number | null
  readonly goodNudgedRatio: number | null
  readonly failedNudgedRatio: number | null
  /** Runs with an injected fault in which a decision, or a halt, falls on the fault or the two steps after it. */
  readonly faultRuns: number
  readonly faultSpokenRatio: number | null
  readonly faultHaltedRatio: number | null
  /** Runs in which a person marked repetitions, and those with a decision up to two steps after the last. */
  readonly repetitionRuns: number
  readonly repetitionFoundRatio: number | null
}

const GRACE = 2

/** Scores judged runs. A halt of a lane lets the run go on and counts as a nudge. */
export function score(runs: readonly JudgedRun[]): Score {
  const failed = runs.filter(({ success }) => success === false)
  const good = runs.filter(({ success }) => success === true)
  const goodHalted = good.filter(haltOf).length
  const faults = runs.filter(({ injectedFaults }) => injectedFaults.length > 0)
  const repetitions = runs.filter(({ lastRepetition }) => lastRepetition !== null)
  return {
    runs: runs.length,
    failed: failed.length,
    good: good.length,
    goodHalted,
    goodHaltedRatio: ratio(goodHalted, good.length),
    goodHaltedUpper95: good.length > 0 ? upperBound(goodHalted, good.length) : null,
    failedHaltedRatio: ratio(failed.filter(haltOf).length, failed.length),
    stepsSavedRatio: ratio(sum(failed.map(savedOf)), sum(failed.map(({ steps }) => steps))),
    goodNudgedRatio: ratio(good.filter(isNudged).length, good.length),
    failedNudgedRatio: ratio(failed.filter(isNudged).length, failed.length),
    faultRuns: faults.length,
    faultSpokenRatio: ratio(faults.filter((run) => speaksAtFault(run, false)).length, faults.length),
    faultHaltedRatio: ratio(faults.filter((run) => speaksAtFault(run, true)).length, faults.length),
    repetitionRuns: repetitions.length,
    repetitionFoundRatio: ratio(repetitions.filter(findsRepetition).length, repetitions.length),
  }
}

function haltOf({ replayed }: JudgedRun): Replayed['decisions'][number] | undefined {
  return replayed.decisions.find(({ action, scope }) => action !== 'nudge' && scope === 'run')
}

function savedOf(run: JudgedRun): number {
  const halt = haltOf(run)
  return halt === undefined ? 0 : run.steps - 1 - halt.step
}

function isNudged({ replayed }: JudgedRun): boolean {
  return replayed.decisions.some(({ action, scope }) => action === 'nudge' || scope === 'lane')
}

function speaksAtFault({ replayed, injectedFaults }: JudgedRun, halting: boolean): boolean {
  return replayed.decisions.some(
    ({ step, action, scope }) =>
      injectedFaults.some((fault) => step >= fault && step <= fault + GRACE) &&
      (!halting || (action !== 'nudge' && scope === 'run')),
  )
}

function findsRepetition({ replayed, lastRepetition }: JudgedRun): boolean {
  return replayed.decisions.some(({ step }) => step <= (lastRepetition ?? -1) + GRACE)
}

function ratio(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
