import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createHashSet, withAtMost, withHashes, type HashSet } from '../../../rules/memory/hash-set.ts'

const hashes = fc.uint32Array({ min: 1, maxLength: 64 })

/** Asks without changing anything. */
function unseen(set: HashSet, members: Uint32Array, most = 100_000): number {
  return withHashes(set, members, most).unseen
}

test('knows every member until it has more than it may have, and counts the new ones', () => {
  fc.assert(
    fc.property(fc.array(hashes, { maxLength: 20 }), (batches) => {
      const model = new Set<number>()
      let set = createHashSet()
      for (const batch of batches) {
        const fresh = new Set(batch.filter((hash) => !model.has(hash)))
        const grown = withHashes(set, batch, 100_000)
        expect(grown.unseen).toBe(fresh.size)
        set = grown.set
        for (const hash of batch) model.add(hash)
      }
      expect(unseen(set, Uint32Array.from(model))).toBe(0)
    }),
  )
})

test('a set is not changed by what is added to it', () => {
  fc.assert(
    fc.property(fc.array(hashes, { maxLength: 8 }), hashes, (batches, last) => {
      const set = batches.reduce((each, batch) => withHashes(each, batch, 64).set, createHashSet())
      const before = structuredClone(set)
      withHashes(set, last, 64)
      withAtMost(set, 16)
      expect(set).toEqual(before)
    }),
  )
})

test('forgets the oldest half, never what came last, and stays bounded', () => {
  let set = createHashSet()
  const most = 200
  for (let i = 1; i <= 5000; i += 20) {
    const batch = Uint32Array.from({ length: 20 }, (_, k) => i + k)
    set = withHashes(set, batch, most).set
    const newest = Uint32Array.from({ length: Math.min(i + 19, most) }, (_, k) => i + 19 - k)
    expect(unseen(set, newest)).toBe(0)
    const places = set.fresh.length + set.young.length + set.old.length
    expect(places).toBeLessThan(most * 4)
  }
  expect(unseen(set, Uint32Array.of(1, 2, 3))).toBe(3)
})
