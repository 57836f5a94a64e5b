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
 * A criterion that is a number may grow: with tests that are deleted or skipped it shrinks. The parent
 * run's criteria need not be restated, and what a person has retired is not looked at.
 */
export function raiseBar(
  state: { readonly bar: FrozenBar; readonly retired?: readonly string[] },
  shown: Readonly<Record<string, string>> | null,
): readonly string[] {
  if (shown === null) return []
  const lowered: string[] = []
  for (const [index, frozen] of state.bar.entries()) {
    const now = shown[frozen.name]
    const risen = now === undefined ? null : heldBy(frozen, now)
    if (risen !== null) state.bar[index] = risen
    else if (now !== undefined || frozen.inherited !== true) lowered.push(frozen.name.slice(0, MOST_CHARS))
  }
  add(state.bar, criteriaOf(shown), state.retired ?? [])
  return lowered
}

/** How a number stands in a bar, where texts have the digest of their content. */
export function numberInBar(value: number): string {
  return `${NUMBER}${value}`
}

const NUMBER = 'number:'

function numberOf(content: string): number | undefined {
  const value = content.startsWith(NUMBER) ? Number(content.slice(NUMBER.length)) : Number.NaN
  return Number.isFinite(value) ? value : undefined
}

/** The frozen criterion as it stands now, perhaps higher; null when what is shown is another or a lower one. */
function heldBy(frozen: Criterion, now: string): Criterion | null {
  const value = numberOf(now)
  if (frozen.atLeast === undefined)
    return value === undefined && hashId(now) === frozen.digest ? frozen : null
  return value !== undefined && value >= frozen.atLeast ? { ...frozen, atLeast: value } : null
}

function criteriaOf(shown: Readonly<Record<string, string>>): readonly Criterion[] {
  return Object.entries(shown).map(([name, content]) => {
    const atLeast = numberOf(content)
    return atLeast === undefined ? { name, digest: hashId(content) } : { name, digest: 0, atLeast }
  })
}

/** Takes in what is told from outside of the run: it may raise the bar; only what is retired lowers it. */
export function frameBar(state: BarState, step: BarStep): void {
  const { inherited = [], retired = [] } = step
  if (retired.length > 0) {
    state.retired = [...new Set([...state.retired, ...retired])].slice(-MOST_CRITERIA)
    state.bar = state.bar.filter(({ name }) => !retired.includes(name))
  }
  for (const [index, frozen] of state.bar.entries()) {
    const now = step.bar[frozen.name]
    state.bar[index] = (now === undefined ? null : heldBy(frozen, now)) ?? frozen
  }
  const referenced = inherited.map((criterion) => ({ ...criterion, inherited: true }))
  add(state.bar, [...referenced, ...criteriaOf(step.bar)], state.retired)
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
