import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sortHashes } from '../../../rules/features/sort-hashes.ts'

test('hashes come out ascending, few or many, spread evenly or not; what stands behind them stays', () => {
  const even = fc.uint32Array({ maxLength: 3000 })
  const crowded = fc.uint32Array({ maxLength: 600, max: 500 })
  fc.assert(
    fc.property(fc.oneof(even, crowded), (given) => {
      const count = Math.floor(given.length * 0.8)
      const values = given.slice()
      sortHashes(values, count)
      expect([...values.subarray(0, count)]).toEqual([...given.subarray(0, count)].toSorted((a, b) => a - b))
      expect(values.subarray(count)).toEqual(given.subarray(count))
    }),
  )
})
