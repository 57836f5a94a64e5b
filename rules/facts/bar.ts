import { hashId } from '../memory/hash.ts'
import type { FrozenBar } from '../memory/run-memory.ts'

const MOST_CRITERIA = 128
const MOST_CHARS = 64

/**
 * Takes in a bar that is shown and returns the criteria of the frozen one that it lacks or has changed.
 * The first bar shown is frozen; it may gain criteria and never lose or change one: bars rise, never fall.
 */
export function raiseBar(
  state: { readonly bar: FrozenBar },
  shown: Readonly<Record<string, string>> | null,
): readonly string[] {
  if (shown === null) return []
  const lowered: string[] = []
  for (const { name, digest } of state.bar) {
    const now = shown[name]
    if (now === undefined || hashId(now) !== digest) lowered.push(name.slice(0, MOST_CHARS))
  }
  const known = new Set(state.bar.map(({ name }) => name))
  for (const [name, content] of Object.entries(shown)) {
    if (!known.has(name) && state.bar.length < MOST_CRITERIA)
      state.bar.push({ name, digest: hashId(content) })
  }
  return lowered
}
