import { isLimit, type Decision, type StepRecord } from '@loop-observer/rules'
import { agentLabels } from '../metrics/agent-label.ts'
import type { Metrics } from '../metrics/metrics.ts'
import type { RunSummary } from '../store/store.ts'
import type { Folded } from './fold.ts'

/** Counts what became of a run in a stretch of judging. `before` is null for a run that began. */
export type CountRun = (
  records: readonly StepRecord[],
  before: RunSummary | null,
  folded: Pick<Folded, 'summary' | 'decisions' | 'budgetWarnings' | 'policy'>,
) => void

/** Makes the counter of one observer. */
export function runCounter(metrics: Metrics): CountRun {
  const label = agentLabels()
  return (records, before, { summary, decisions, budgetWarnings, policy }) => {
    const agent = label(summary.agent)
    for (const { reason } of budgetWarnings) metrics.count('budget_warnings_total', { reason, agent })
    const { limit, outcome } = summary
    const reason = summary.reason ?? 'none'
    if (limit !== null && before?.limit?.reason !== limit.reason) {
      metrics.count('limit_hits_total', { reason: limit.reason, class: limit.class, agent })
    }
    if (outcome !== 'open' && outcome !== (before?.outcome ?? 'open')) {
      metrics.count('runs_ended_total', { outcome, reason, agent })
    }
    if (summary.correct !== null && summary.correct !== (before?.correct ?? null)) {
      metrics.count('runs_marked_total', { outcome, reason, correct: String(summary.correct) })
    }
    countNudges(metrics, records, before, { summary, decisions })
    for (const decision of decisions) countSaved(metrics, decision, policy.limits.steps)
  }
}

function countNudges(
  metrics: Metrics,
  records: readonly StepRecord[],
  before: RunSummary | null,
  { summary, decisions }: Pick<Folded, 'summary' | 'decisions'>,
): void {
  const count = (result: string, by: number): void => {
    if (by > 0) metrics.count('nudges_total', { result }, by)
  }
  count('told', summary.nudges - (before?.nudges ?? 0))
  const isNudged = (before?.nudges ?? 0) > 0 && before?.halted === false
  // Of a run that is not halted, nudges are all that there is to acknowledge.
  const acks = records.filter(({ step }) => step.kind === 'ack' && step.stage === 'delivered')
  if (isNudged) count('delivered', acks.length)
  const wasStopped = decisions.some(stopsForLoop)
  const hasEnded = summary.outcome === 'answered' && (before?.outcome ?? 'open') === 'open'
  if (wasStopped) count('ignored', Math.min(1, summary.nudges))
  else if (hasEnded && !summary.halted) count('obeyed', summary.nudges)
}

/** Limits and persons stop runs whether they heed nudges or not. */
function stopsForLoop({ action, enforced, reason }: Decision): boolean {
  return enforced && action !== 'nudge' && !isLimit(reason) && reason !== 'operator'
}

function countSaved(metrics: Metrics, decision: Decision, limit: number | null): void {
  const { action, scope, reason, enforced, totals } = decision
  if (action === 'nudge' || scope !== 'run' || isLimit(reason) || limit === null) return
  const steps = Math.max(0, limit - totals.steps)
  const labels = { reason, enforced: String(enforced) }
  metrics.count('steps_saved_estimate_total', labels, steps)
  if (totals.steps > 0) {
    metrics.count('cost_saved_estimate_usd_total', labels, (totals.costUsd / totals.steps) * steps)
  }
}
