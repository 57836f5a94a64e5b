import { hashId } from '../memory/hash.ts'
import type { FrozenBar, RunMemory } from '../memory/run-memory.ts'
import type { BarStep, Criterion } from '../words/step.ts'

const MOST_CRITERIA = 128
const MOST_CHARS = 64

/** A bar as a run remembers it. */
interface BarState {
  bar: FrozenBar
  retired: readonly string[]
}

/**
 * Takes in a bar that is shown and returns the criteria of the frozen one that it lacks or has changed.
 * The first bar shown is frozen; it may gain criteria and never lose or change one: bars rise, never fall.
 * The parent run's criteria need not be restated, and what a person has retired is not looked at.
 */
export function raiseBar(
  state: { readonly bar: FrozenBar; readonly retired?: readonly string[] },
  shown: Readonly<Record<string, string>> | null,
): readonly string[] {
  if (shown === null) return []
  const lowered: string[] = []
  for (const { name, digest, inherited } of state.bar) {
    const now = shown[name]
    const holds = now === undefined ? inherited === true : hashId(now) === digest
    if (!holds) lowered.push(name.slice(0, MOST_CHARS))
  }
  const added = Object.entries(shown).map(([name, content]) => ({ name, digest: hashId(content) }))
  add(state.bar, added, state.retired ?? [])
  return lowered
}

/** Takes in what is told from outside of the run: it may raise the bar; only what is retired lowers it. */
export function frameBar(state: BarState, step: BarStep): void {
  const { inherited = [], retired = [] } = step
  if (retired.length > 0) {
    state.retired = [...new Set([...state.retired, ...retired])].slice(-MOST_CRITERIA)
    state.bar = state.bar.filter(({ name }) => !retired.includes(name))
  }
  const registered = Object.entries(step.bar).map(([name, content]) => ({ name, digest: hashId(content) }))
  const referenced = inherited.map(({ name, digest }) => ({ name, digest, inherited: true }))
  add(state.bar, [...referenced, ...registered], state.retired)
}

/** The bar of a run: what its checks measure against, and what a person has retired. */
export function barOf({ state }: RunMemory): {
  readonly criteria: readonly Criterion[]
  readonly retired: readonly string[]
} {
  return { criteria: state.bar, retired: state.retired }
}

function add(bar: FrozenBar, criteria: readonly Criterion[], retired: readonly string[]): void {
  const known = new Set([...bar.map(({ name }) => name), ...retired])
  for (const criterion of criteria) {
    if (known.has(criterion.name) || bar.length >= MOST_CRITERIA) continue
    known.add(criterion.name)
    bar.push(criterion)
  }
}
