/**
 * A bounded set of 32-bit hashes that forgets its oldest half. Its tables (open addressing, plain arrays that
 * a store can pack) are never written to once they are part of a set: a set with more members shares
 * with the one before whatever did not change, so that keeping a memory as it was costs no copy.
 * Zero is no member. Asking is O(1), adding is O(1) on average.
 */
export interface HashSet {
  /** What was added last: few, because they are copied with every addition. */
  readonly fresh: Uint32Array
  readonly freshCount: number
  readonly young: Uint32Array
  readonly youngCount: number
  readonly old: Uint32Array
}

/** Share of a table's places that are taken, at most. */
const FULLEST = 0.8
/** A table that is full grows by this much, because all its members move then. */
const GROWTH = 1.25
/** Most members that are copied with an addition. */
const MOST_FRESH = 128

const none = new Uint32Array(0)

/** An empty set. */
export function createHashSet(): HashSet {
  return { fresh: none, freshCount: 0, young: none, youngCount: 0, old: none }
}

/**
 * The set with these members, and how many of them it did not have. When the young generation has
 * `most` members it becomes the old one, and what was old is forgotten.
 */
export function withHashes(
  set: HashSet,
  hashes: Uint32Array,
  most: number,
): { readonly set: HashSet; readonly unseen: number } {
  const fresh = roomier(set.fresh, set.freshCount + hashes.length)
  let unseen = 0
  for (let i = 0; i < hashes.length; i++) {
    const hash = hashes[i] ?? 0
    if (hash === 0 || holds(set.young, hash) || holds(set.old, hash)) continue
    if (put(fresh, hash)) unseen++
  }
  return {
    set: unseen === 0 ? set : aged({ ...set, fresh, freshCount: set.freshCount + unseen }, most),
    unseen,
  }
}

/** The set as far as it may have at most `most` members in a generation. */
export function withAtMost(set: HashSet, most: number): HashSet {
  const old = set.old.length > Math.ceil((most / FULLEST) * GROWTH) ? none : set.old
  return set.youngCount > most ? { ...set, young: none, youngCount: 0, old } : { ...set, old }
}

/** When there is no room left among the fresh they join the young, or the young become old. */
function aged(set: HashSet, most: number): HashSet {
  const { fresh, freshCount, young, youngCount } = set
  if (freshCount <= Math.min(MOST_FRESH, most / 4)) return set
  const count = youngCount + freshCount
  if (count > most) {
    return {
      fresh: none,
      freshCount: 0,
      young: roomier(fresh, freshCount),
      youngCount: freshCount,
      old: young,
    }
  }
  const both = roomier(young, count)
  for (let i = 0; i < fresh.length; i++) if (fresh[i] !== 0) put(both, fresh[i] ?? 0)
  return { fresh: none, freshCount: 0, young: both, youngCount: count, old: set.old }
}

/** A copy that has places for `count` members, and not many more. */
function roomier(table: Uint32Array, count: number): Uint32Array {
  const places = Math.ceil(count / FULLEST)
  if (places <= table.length) return table.slice()
  const copy = new Uint32Array(Math.max(places, Math.ceil(table.length * GROWTH)))
  for (let i = 0; i < table.length; i++) if (table[i] !== 0) put(copy, table[i] ?? 0)
  return copy
}

function holds(table: Uint32Array, hash: number): boolean {
  if (table.length === 0) return false
  for (let place = home(table, hash); ; place = place + 1 === table.length ? 0 : place + 1) {
    const member = table[place]
    if (member === hash) return true
    if (member === 0) return false
  }
}

/** False when it was there. */
function put(table: Uint32Array, hash: number): boolean {
  for (let place = home(table, hash); ; place = place + 1 === table.length ? 0 : place + 1) {
    const member = table[place]
    if (member === hash) return false
    if (member !== 0) continue
    table[place] = hash
    return true
  }
}

// Members may be the smallest of many hashes, so that their high bits alone tell little.
function home(table: Uint32Array, hash: number): number {
  return (((Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> 0) * table.length) / 2 ** 32) | 0
}
