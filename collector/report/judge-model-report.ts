import type { RunSummary } from '../store/store.ts'

/** What a judge model cost, and what it saved as far as that can be told. */
export interface JudgeModelReport {
  /** Runs that it was asked about. */
  readonly runs: number
  readonly calls: number
  /** Calls that brought no opinion. */
  readonly failedCalls: number
  readonly tokens: number
  /** By the configured prices; null when a call of unknown cost is among them. */
  readonly costUsd: number | null
  /** Runs of which it said that the question can be answered. */
  readonly answerableRuns: number
  /** Runs that were told so, and those that ended on it. */
  readonly nudgedRuns: number
  readonly haltedRuns: number
  /** Model turns that runs made after it had first said so: what acting at once would have saved. */
  readonly turnsAfter: number
  /** Estimate, see {@link judgeModelReport}; null without runs to compare with. */
  readonly turnsSaved: number | null
  /** What those turns would have cost, at what such runs cost for each; null likewise. */
  readonly savedUsd: number | null
}

/**
 * Sums up the runs that a judge model was asked about; null when there are none. What it saved is an estimate:
 * a run that was nudged or stopped on its word would have been as long as the ended runs of the same agent
 * were in which nothing was done on its word. Longer ones count against it.
 */
export function judgeModelReport(summaries: readonly RunSummary[]): JudgeModelReport | null {
  const asked = summaries.flatMap((run) =>
    run.judgeModel === undefined ? [] : [{ run, use: run.judgeModel }],
  )
  if (asked.length === 0) return null
  const sum = (pick: (each: (typeof asked)[number]) => number): number =>
    asked.reduce((total, each) => total + pick(each), 0)
  const count = (holds: (each: (typeof asked)[number]) => boolean): number => asked.filter(holds).length
  const costs = asked.map(({ use }) => use.costUsd)
  return {
    runs: asked.length,
    calls: sum(({ use }) => use.calls),
    failedCalls: sum(({ use }) => use.failed),
    tokens: sum(({ use }) => use.tokens),
    costUsd: costs.reduce((total, cost) => (total === null || cost === null ? null : total + cost), 0),
    answerableRuns: count(({ use }) => use.answerableAt !== null),
    nudgedRuns: count(({ use }) => use.acted === 'nudge'),
    haltedRuns: count(({ use }) => use.acted === 'halt' || use.acted === 'escalate'),
    turnsAfter: sum(({ run, use }) =>
      use.answerableAt === null ? 0 : Math.max(0, run.totals.steps - use.answerableAt),
    ),
    ...savings(summaries),
  }
}

function savings(summaries: readonly RunSummary[]): Pick<JudgeModelReport, 'turnsSaved' | 'savedUsd'> {
  const ended = summaries.filter(({ outcome }) => outcome !== 'open' && outcome !== 'suspended')
  let turnsSaved: number | null = null
  let savedUsd: number | null = null
  for (const runs of Map.groupBy(ended, ({ agent }) => agent).values()) {
    const [acted, others] = [runs.filter(wasActedOn), runs.filter((run) => !wasActedOn(run))]
    const turns = others.reduce((sum, { totals }) => sum + totals.steps, 0)
    if (acted.length === 0 || turns === 0) continue
    const saved = acted.reduce((sum, { totals }) => sum + turns / others.length - totals.steps, 0)
    const costPerTurn = others.reduce((sum, { totals }) => sum + totals.costUsd, 0) / turns
    turnsSaved = (turnsSaved ?? 0) + saved
    savedUsd = (savedUsd ?? 0) + saved * costPerTurn
  }
  return { turnsSaved, savedUsd }
}

function wasActedOn({ judgeModel }: RunSummary): boolean {
  return judgeModel !== undefined && judgeModel.acted !== null
}
