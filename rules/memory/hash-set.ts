/**
 * A bounded set of hashes that forgets its oldest half: two generations of an open-addressing
 * table, plain arrays that a store can pack. Zero is no member. Adding and asking are O(1).
 */
export interface HashSet {
  young: Uint32Array | Float64Array
  old: Uint32Array | Float64Array
  youngCount: number
}

const SMALLEST = 32

/** An empty set. `wide` members are whole numbers below 2^53, others below 2^32. */
export function createHashSet(wide = false): HashSet {
  const young = wide ? new Float64Array(SMALLEST) : new Uint32Array(SMALLEST)
  return { young, old: wide ? new Float64Array(0) : new Uint32Array(0), youngCount: 0 }
}

export function copyHashSet(set: HashSet): HashSet {
  return { young: set.young.slice(), old: set.old.slice(), youngCount: set.youngCount }
}

export function hasHash(set: HashSet, hash: number): boolean {
  return find(set.young, hash) || find(set.old, hash)
}

/**
 * Adds a member. The table doubles up to `maxSlots` (a power of two, at least 32); then the young
 * generation becomes the old one and what was old is forgotten.
 */
export function addHash(set: HashSet, hash: number, maxSlots: number): void {
  if (hash === 0 || hasHash(set, hash)) return
  if ((set.youngCount + 1) * 4 > set.young.length * 3) makeRoom(set, maxSlots)
  put(set.young, hash)
  set.youngCount++
}

function makeRoom(set: HashSet, maxSlots: number): void {
  if (set.young.length >= maxSlots) {
    set.old = set.young
    set.young = sameKind(set.young, Math.max(SMALLEST, maxSlots))
    set.youngCount = 0
    return
  }
  const grown = sameKind(set.young, set.young.length * 2)
  for (const member of set.young) if (member !== 0) put(grown, member)
  set.young = grown
}

function sameKind(like: Uint32Array | Float64Array, slots: number): Uint32Array | Float64Array {
  return like instanceof Float64Array ? new Float64Array(slots) : new Uint32Array(slots)
}

function find(table: Uint32Array | Float64Array, hash: number): boolean {
  if (table.length === 0) return false
  const mask = table.length - 1
  for (let slot = spread(hash) & mask; ; slot = (slot + 1) & mask) {
    const member = table[slot]
    if (member === hash) return true
    if (member === 0 || member === undefined) return false
  }
}

function put(table: Uint32Array | Float64Array, hash: number): void {
  const mask = table.length - 1
  let slot = spread(hash) & mask
  while (table[slot] !== 0) slot = (slot + 1) & mask
  table[slot] = hash
}

// Members may be the smallest of many hashes, so that their high bits alone tell little.
function spread(hash: number): number {
  return Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> 12
}
