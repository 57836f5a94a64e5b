import type { Decision } from '@loop-observer/rules'
import { becameOf, type Became, type Ending } from './became.ts'
import { foundIn, type Found } from './found.ts'
import type { StoryStep } from './story-step.ts'

/** What is worked out from the log of a run for whoever looks at it. */
export interface Story<Told extends Decision> {
  /** Null before the first call, and where no log is left. */
  readonly found: Found | null
  readonly decisions: readonly (Told & { readonly became: Became })[]
}

/** What a run had found, and what became of its decisions. `log` in the order of arrival, as far as it is kept. */
export function storyOf<Told extends Decision>(
  log: readonly StoryStep[],
  decisions: readonly Told[],
  ending: Ending,
): Story<Told> {
  const steps = log.toSorted((a, b) => a.startedAtMs - b.startedAtMs)
  return {
    found: foundIn(steps),
    decisions: decisions.map((each) => ({ ...each, became: becameOf(each, decisions, { steps, ending }) })),
  }
}
