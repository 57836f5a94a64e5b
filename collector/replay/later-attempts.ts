import { goesOn, judgeSeries, type Reason, type Verdict } from '@loop-observer/rules'
import { stopOf, type JudgedRun } from './judged-run.ts'

/** What became of a task after attempts at it had been stopped. */
interface LaterRow {
  /** Of the stop; `none` for attempts that failed and that nothing stopped, to compare with. */
  readonly reason: Reason | 'all' | 'none'
  readonly stopped: number
  /** Of those, with an attempt at the same task after them. */
  readonly withLater: number
  /** Of those, where a later attempt succeeded. */
  readonly laterSucceeded: number
  /** Steps that the stop saved in those with a later attempt. */
  readonly stepsSaved: number
}

/** What the rule about series of attempts would have said, from the newest check of each. */
interface SeriesRow {
  readonly verdict: Verdict
  /** Attempts after which it was said. */
  readonly said: number
  /** Of those, with an attempt after them. */
  readonly withLater: number
  readonly laterSucceeded: number
  /** Attempts made after it was said. */
  readonly attemptsAfter: number
}

/** The documents' question: after a stop, did a later attempt at the same task succeed? */
export interface LaterAttempts {
  /** Tasks with more than one attempt. */
  readonly tasks: number
  readonly rows: readonly LaterRow[]
  /** Verdicts over attempts with a check; empty when fewer than two attempts of any task had one. */
  readonly series: readonly SeriesRow[]
}

/**
 * Looks what became of tasks (*When should an agent loop stop? When the errors stop shrinking*: "after a
 * stop verdict, did any later attempt succeed?"). Attempts are in the order in which they stand in the
 * files. Whether one succeeded is known from the record alone: judging never reads it.
 */
export function laterAttempts(all: readonly JudgedRun[]): LaterAttempts {
  const byTask = Map.groupBy(all, ({ task }) => task)
  byTask.delete(null)
  const tasks = [...byTask.values()].filter(({ length }) => length > 1)
  const followed = all.map((run) => ({ run, later: laterThan(run, byTask.get(run.task) ?? []) }))
  const reasons = new Set(all.flatMap(({ replayed }) => stopOf(replayed)?.reason ?? []))
  return {
    tasks: tasks.length,
    rows: [...reasons, 'all' as const, 'none' as const].map((reason) => rowOf(reason, followed)),
    series: seriesRows(tasks),
  }
}

interface Followed {
  readonly run: JudgedRun
  readonly later: readonly JudgedRun[]
}

function laterThan(run: JudgedRun, attempts: readonly JudgedRun[]): readonly JudgedRun[] {
  return attempts.slice(attempts.indexOf(run) + 1)
}

function rowOf(reason: LaterRow['reason'], all: readonly Followed[]): LaterRow {
  const row = { reason, stopped: 0, withLater: 0, laterSucceeded: 0, stepsSaved: 0 }
  for (const { run, later } of all) {
    if (!belongs(run, reason)) continue
    row.stopped++
    if (later.length === 0) continue
    row.withLater++
    row.stepsSaved += run.after?.steps ?? 0
    if (later.some(({ success }) => success === true)) row.laterSucceeded++
  }
  return row
}

function belongs({ replayed, success }: JudgedRun, reason: LaterRow['reason']): boolean {
  const stop = stopOf(replayed)
  if (reason === 'none') return stop === undefined && success === false
  return stop !== undefined && (reason === 'all' || stop.reason === reason)
}

function seriesRows(tasks: readonly (readonly JudgedRun[])[]): readonly SeriesRow[] {
  const rows = new Map<Verdict, { -readonly [Key in keyof SeriesRow]: SeriesRow[Key] }>()
  for (const attempts of tasks) {
    const checked = attempts.flatMap((run, place) =>
      run.lastPass === null ? [] : [{ pass: run.lastPass, later: attempts.slice(place + 1) }],
    )
    for (const [index, { later }] of checked.entries()) {
      const verdict = judgeSeries(checked.slice(0, index + 1).map(({ pass }) => pass))?.verdict
      if (verdict === undefined || checked.length < 2) continue
      const row = rows.get(verdict) ?? { verdict, said: 0, withLater: 0, laterSucceeded: 0, attemptsAfter: 0 }
      rows.set(verdict, row)
      row.said++
      row.attemptsAfter += later.length
      if (later.length > 0) row.withLater++
      if (later.some(({ success }) => success === true)) row.laterSucceeded++
    }
  }
  return [...rows.values()].toSorted((a, b) => Number(goesOn(a.verdict)) - Number(goesOn(b.verdict)))
}
