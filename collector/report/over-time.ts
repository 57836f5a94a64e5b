import type { LimitClass } from '@loop-observer/rules'
import type { RunSummary } from '../store/store.ts'

/** The runs of one stretch of time, by when they were last updated. */
interface TimeRow {
  readonly fromMs: number
  readonly runs: number
  /** Runs that were halted or escalated. */
  readonly stopped: number
  /** Runs that met a limit, by what they were doing then. */
  readonly classes: Readonly<Partial<Record<LimitClass, number>>>
}

/** Runs over time. */
export interface OverTime {
  /** Length of a stretch, milliseconds. */
  readonly stepMs: number
  /** Oldest first, without a gap, at most 61; none without runs. */
  readonly rows: readonly TimeRow[]
}

const mostRows = 60
const minuteMs = 60_000
const stepsMs = [1, 5, 15, 60, 6 * 60, 24 * 60, 7 * 24 * 60].map((minutes) => minutes * minuteMs)

/** Counts runs in stretches of equal length from `sinceMs` to `nowMs`: the shortest length that needs at most 60. */
export function overTime(
  summaries: readonly RunSummary[],
  { sinceMs, nowMs }: { readonly sinceMs: number; readonly nowMs: number },
): OverTime {
  const fits = (stepMs: number): boolean => (nowMs - sinceMs) / stepMs <= mostRows
  const longestMs = stepsMs.at(-1) ?? minuteMs
  const stepMs = stepsMs.find(fits) ?? Math.ceil((nowMs - sinceMs) / mostRows / longestMs) * longestMs
  if (summaries.length === 0) return { stepMs, rows: [] }
  const first = Math.floor(sinceMs / stepMs)
  const last = Math.max(first, Math.floor(nowMs / stepMs))
  const groups = Map.groupBy(summaries, ({ updatedAtMs }) =>
    Math.min(last, Math.max(first, Math.floor(updatedAtMs / stepMs))),
  )
  const rows = Array.from({ length: last - first + 1 }, (_, i) =>
    rowOf((first + i) * stepMs, groups.get(first + i) ?? []),
  )
  return { stepMs, rows }
}

function rowOf(fromMs: number, runs: readonly RunSummary[]): TimeRow {
  const classes: Partial<Record<LimitClass, number>> = {}
  for (const { limit } of runs) if (limit !== null) classes[limit.class] = (classes[limit.class] ?? 0) + 1
  const stopped = runs.filter(({ outcome }) => outcome === 'halted' || outcome === 'escalated').length
  return { fromMs, runs: runs.length, stopped, classes }
}
