import type { LimitClass, LimitHit, Reason } from '@loop-observer/rules'
import type { RunSummary } from '../store/store.ts'

/** What a higher limit would do for runs that met one. */
export interface HigherLimit {
  /** Runs that met it. */
  readonly runs: number
  /** Of those, runs that still made progress: "the only one a bigger limit helps". */
  readonly helped: number
  readonly helpedRatio: number
  /** Model turns and cost of such a run, all taken together. */
  readonly averageSteps: number
  readonly averageCostUsd: number
  /**
   * What the others have spent, which a higher limit would not have helped: twice the limit costs them
   * at least as much again, for later turns cost more than earlier ones.
   */
  readonly otherTokens: number
  readonly otherCostUsd: number
}

/** Runs that one limit ended, of all agents or of one route. */
interface LimitGroup extends HigherLimit {
  /** Runs by what they were doing when they met it. */
  readonly classes: Readonly<Partial<Record<LimitClass, number>>>
}

/** Runs of one agent that met a limit. */
export interface RouteRow extends LimitGroup {
  readonly agent: string | null
  /** Those that chose the policy's route. */
  readonly attributes: Readonly<Record<string, string>>
}

/** Runs that one limit ended. */
export interface LimitRow extends LimitGroup {
  readonly reason: Reason
  /** Ids of the newest, at most 20. */
  readonly newest: readonly string[]
  /** By agent and attributes, most runs first, at most 20: a limit is raised for a route, not for all. */
  readonly routes: readonly RouteRow[]
}

const mostNamed = 20

type Hit = RunSummary & { readonly limit: LimitHit }

/** One row for each limit that was hit, ours or the agent's own, most runs first. */
export function limitHits(summaries: readonly RunSummary[]): readonly LimitRow[] {
  const rows = [...Map.groupBy(summaries.filter(isHit), ({ limit }) => limit.reason)].map(
    ([reason, hits]): LimitRow => ({
      reason,
      ...groupOf(hits),
      newest: hits
        .toSorted((a, b) => b.updatedAtMs - a.updatedAtMs)
        .slice(0, mostNamed)
        .map(({ run }) => run),
      routes: routesOf(hits),
    }),
  )
  return rows.toSorted(byRuns)
}

/** What a higher limit would do for all runs that met one; null when none did. */
export function higherLimit(summaries: readonly RunSummary[]): HigherLimit | null {
  const hits = summaries.filter(isHit)
  if (hits.length === 0) return null
  const { classes: _classes, ...higher } = groupOf(hits)
  return higher
}

function isHit(run: RunSummary): run is Hit {
  return run.limit !== null
}

function routesOf(hits: readonly Hit[]): readonly RouteRow[] {
  const groups = Map.groupBy(hits, ({ agent, attributes }) => JSON.stringify([agent, attributes ?? {}]))
  return [...groups.values()]
    .map((group): RouteRow => {
      const [first] = group
      return { agent: first?.agent ?? null, attributes: first?.attributes ?? {}, ...groupOf(group) }
    })
    .toSorted(byRuns)
    .slice(0, mostNamed)
}

function byRuns(a: { readonly runs: number }, b: { readonly runs: number }): number {
  return b.runs - a.runs
}

function groupOf(hits: readonly Hit[]): LimitGroup {
  const others = hits.filter(({ limit }) => limit.class !== 'genuine_complexity')
  const helped = hits.length - others.length
  return {
    runs: hits.length,
    classes: countBy(hits.map(({ limit }) => limit.class)),
    helped,
    helpedRatio: helped / hits.length,
    averageSteps: sum(hits.map(({ totals }) => totals.steps)) / hits.length,
    averageCostUsd: sum(hits.map(({ totals }) => totals.costUsd)) / hits.length,
    otherTokens: sum(others.map(({ totals }) => totals.tokens)),
    otherCostUsd: sum(others.map(({ totals }) => totals.costUsd)),
  }
}

function countBy(classes: readonly LimitClass[]): Partial<Record<LimitClass, number>> {
  const counts: Partial<Record<LimitClass, number>> = {}
  for (const each of classes) counts[each] = (counts[each] ?? 0) + 1
  return counts
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
