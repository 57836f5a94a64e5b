import { verdicts, type Verdict } from '@loop-observer/rules'
import type { RunSummary } from '../store/store.ts'

/** What the checks of some runs said. */
export interface CheckReport {
  /** Runs that had a check. */
  readonly runs: number
  /** Runs that had no check at all: nobody but the agent says that they are done. */
  readonly runsWithout: number
  /** Of those, runs that answered. */
  readonly answeredWithout: number
  readonly passes: number
  /** Passes of one check, up to the clean one or to another check. */
  readonly loops: number
  /** Passes by what they meant. */
  readonly verdicts: Readonly<Partial<Record<Verdict, number>>>
  /** Loops by how many passes they took; the last place stands for eight or more. Empty without loops. */
  readonly passesPerLoop: readonly number[]
}

/** Sums up checks (the two tables of *When should an agent loop stop? When the errors stop shrinking*). */
export function checkReport(summaries: readonly RunSummary[]): CheckReport {
  const without = summaries.filter(({ check }) => check === null)
  const counts = summaries.flatMap(({ passes }) => (passes === undefined ? [] : [passes]))
  const said = verdicts.flatMap((verdict) => {
    const passes = sum(counts.map((each) => each.verdicts[verdict] ?? 0))
    return passes === 0 ? [] : [[verdict, passes] as const]
  })
  const longest = Math.max(0, ...counts.map(({ loops }) => loops.length))
  const passesPerLoop = Array.from({ length: longest }, (_, i) =>
    sum(counts.map(({ loops }) => loops[i] ?? 0)),
  )
  return {
    runs: summaries.length - without.length,
    runsWithout: without.length,
    answeredWithout: without.filter(({ outcome }) => outcome === 'answered').length,
    passes: sum(said.map(([, passes]) => passes)),
    loops: sum(passesPerLoop),
    verdicts: Object.fromEntries(said),
    passesPerLoop,
  }
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
