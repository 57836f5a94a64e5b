/**
 * The ids met last, as whole numbers below 2^53. Its lists are never written to: with one more id it
 * shares what did not change.
 */
export interface RecentIds {
  /** Few, because they are copied with every addition. Oldest first, all younger than `old`. */
  readonly fresh: Float64Array
  readonly old: Float64Array
}

const MOST_FRESH = 32
const MOST_OLD = 384

const none = new Float64Array(0)

/** No ids. */
export function createRecentIds(): RecentIds {
  return { fresh: none, old: none }
}

/** True when the id is among them. */
export function hasId({ fresh, old }: RecentIds, id: number): boolean {
  return fresh.includes(id) || old.includes(id)
}

/** With one more id; the same object when it was there. The last 384 ids at least are remembered. */
export function withId(ids: RecentIds, id: number): RecentIds {
  const { fresh, old } = ids
  if (hasId(ids, id)) return ids
  if (fresh.length < MOST_FRESH) return { fresh: joined(fresh, Float64Array.of(id)), old }
  return { fresh: Float64Array.of(id), old: joined(old.subarray(-(MOST_OLD - MOST_FRESH)), fresh) }
}

function joined(a: Float64Array, b: Float64Array): Float64Array {
  const both = new Float64Array(a.length + b.length)
  both.set(a)
  both.set(b, a.length)
  return both
}
