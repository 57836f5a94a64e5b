import type { PassVerdict, Verdict } from '@loop-observer/rules'

/** Loops of more passes are counted with those of so many. */
export const mostPasses = 8

/** What the passes of the checks of a run meant. */
export interface PassCounts {
  /** Passes by verdict. */
  readonly verdicts: Readonly<Partial<Record<Verdict, number>>>
  /** Loops by their passes so far: at place 0 those of one pass, at place 7 those of eight or more. */
  readonly loops: readonly number[]
}

/** The counts with one more pass: it begins a loop, or makes one longer. */
export function withPass(counts: PassCounts | undefined, { verdict, pass }: PassVerdict): PassCounts {
  const { verdicts, loops } = counts ?? { verdicts: {}, loops: [] }
  const grown = Array.from(
    { length: Math.max(loops.length, Math.min(pass, mostPasses)) },
    (_, i) => loops[i] ?? 0,
  )
  if (pass <= mostPasses) {
    grown[pass - 1] = (grown[pass - 1] ?? 0) + 1
    // A loop of which the beginning is not known (the memory of its lane was forgotten) has no shorter place.
    if (pass > 1) grown[pass - 2] = Math.max(0, (grown[pass - 2] ?? 0) - 1)
  }
  return { verdicts: { ...verdicts, [verdict]: (verdicts[verdict] ?? 0) + 1 }, loops: grown }
}
