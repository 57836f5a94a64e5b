import type { LimitClass, Outcome, Reason } from '@loop-observer/rules'
import type { Principal } from '../http/principal.ts'
import type { HttpRequest, RouteContext } from '../http/request.ts'
import { json, type BodyResponse } from '../http/response.ts'
import type { RunSummary } from '../store/store.ts'
import type { ControlContext } from './context.ts'
import { judgeModelReport } from './judge-model-report.ts'
import { pointInTime } from './query.ts'

/** How runs of one outcome and reason went. */
interface ReportRow {
  readonly outcome: Outcome
  readonly reason: Reason | null
  readonly runs: number
  readonly averageSteps: number
  readonly averageCostUsd: number
  /** Of the runs of which it is known; null when it is known of none. */
  readonly correctRatio: number | null
  readonly correctKnown: number
}

/** Runs that one limit ended. */
interface LimitRow {
  readonly reason: Reason
  readonly runs: number
  /** Runs by what they were doing when they met it. */
  readonly classes: Readonly<Partial<Record<LimitClass, number>>>
  /** Ids of the newest, at most 20. */
  readonly newest: readonly string[]
}

const thirtyDaysMs = 30 * 86_400_000
/** The store lists no more. */
const mostRuns = 1000

/**
 * `GET /v1/report`: how the runs since `since` (default 30 days) ended, and which limits were hit.
 * Covers the newest 1000 runs; `complete` is false, and `sinceMs` later, when there were more.
 */
export async function report(
  { store }: ControlContext,
  { query }: HttpRequest,
  { principal }: RouteContext<Principal>,
): Promise<BodyResponse> {
  const nowMs = store.now()
  const sinceMs = pointInTime(query, 'since', nowMs) ?? nowMs - thirtyDaysMs
  const summaries = await store.list({ tenant: principal.tenant, sinceMs, limit: mostRuns })
  const complete = summaries.length < mostRuns
  return json(200, {
    nowMs,
    sinceMs: complete ? sinceMs : Math.min(...summaries.map(({ updatedAtMs }) => updatedAtMs)),
    complete,
    runs: summaries.length,
    terminations: terminations(summaries),
    limitHits: limitHits(summaries),
    higherLimitWouldHelpRatio: helpedRatio(summaries),
    judgeModel: judgeModelReport(summaries),
  })
}

/** One row for each outcome and reason, most runs first. */
function terminations(summaries: readonly RunSummary[]): readonly ReportRow[] {
  const groups = Map.groupBy(summaries, ({ outcome, reason }) => `${outcome} ${reason ?? ''}`)
  return [...groups.values()].map(rowOf).sort((a, b) => b.runs - a.runs)
}

/** One row for each limit that was hit, ours or the agent's own, most runs first. */
function limitHits(summaries: readonly RunSummary[]): readonly LimitRow[] {
  const hits = summaries.flatMap(({ run, limit, updatedAtMs }) =>
    limit === null ? [] : [{ run, ...limit, updatedAtMs }],
  )
  return [...Map.groupBy(hits, ({ reason }) => reason)]
    .map(([reason, group]) => ({
      reason,
      runs: group.length,
      classes: countBy(group.map((hit) => hit.class)),
      newest: group
        .sort((a, b) => b.updatedAtMs - a.updatedAtMs)
        .slice(0, 20)
        .map(({ run }) => run),
    }))
    .sort((a, b) => b.runs - a.runs)
}

function countBy(classes: readonly LimitClass[]): Partial<Record<LimitClass, number>> {
  const counts: Partial<Record<LimitClass, number>> = {}
  for (const each of classes) counts[each] = (counts[each] ?? 0) + 1
  return counts
}

/** "The only one a bigger limit helps" (*Termination, and the agent that never stops*). */
function helpedRatio(summaries: readonly RunSummary[]): number | null {
  const hits = summaries.flatMap(({ limit }) => (limit === null ? [] : [limit.class]))
  return hits.length === 0 ? null : hits.filter((each) => each === 'genuine_complexity').length / hits.length
}

function rowOf(group: readonly RunSummary[]): ReportRow {
  const judged = group.flatMap(({ correct }) => (correct === null ? [] : [correct]))
  const mean = (pick: (summary: RunSummary) => number): number =>
    group.reduce((sum, summary) => sum + pick(summary), 0) / group.length
  return {
    outcome: group[0]?.outcome ?? 'open',
    reason: group[0]?.reason ?? null,
    runs: group.length,
    averageSteps: mean(({ totals }) => totals.steps),
    averageCostUsd: mean(({ totals }) => totals.costUsd),
    correctRatio: judged.length === 0 ? null : judged.filter(Boolean).length / judged.length,
    correctKnown: judged.length,
  }
}
