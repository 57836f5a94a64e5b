import { judgeModelReport, type JudgeModelReport } from './judge-model-report.ts'
import type { RunSummary } from '../store/store.ts'
import { checkReport, type CheckReport } from './checks.ts'
import { higherLimit, limitHits, type HigherLimit, type LimitRow } from './limit-hits.ts'
import { terminations, type TerminationRow } from './terminations.ts'

/** How some runs ended, and why. */
export interface Report {
  readonly runs: number
  readonly terminations: readonly TerminationRow[]
  /** One row for each limit that was hit, ours or the agent's own, most runs first. */
  readonly limitHits: readonly LimitRow[]
  /** Share of the runs that met a limit and that a higher one may have helped, for new results kept coming; null when none met one. */
  readonly higherLimitWouldHelpRatio: number | null
  /** The same with what a higher limit would cost; null when none met one. */
  readonly higherLimit: HigherLimit | null
  readonly checks: CheckReport
  /** What the judge model cost against what it saved; null when it was asked about no run. */
  readonly judgeModel: JudgeModelReport | null
}

/** Sums up runs, live ones or those of files. */
export function reportOf(summaries: readonly RunSummary[]): Report {
  const higher = higherLimit(summaries)
  return {
    runs: summaries.length,
    terminations: terminations(summaries),
    limitHits: limitHits(summaries),
    higherLimitWouldHelpRatio: higher === null ? null : higher.helpedRatio,
    higherLimit: higher,
    checks: checkReport(summaries),
    judgeModel: judgeModelReport(summaries),
  }
}
