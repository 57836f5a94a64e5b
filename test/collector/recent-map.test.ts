import fc from 'fast-check'
import { expect, test } from 'vitest'
import { RecentMap } from '../../collector/recent-map.ts'

test('what was written or read among the last entries is there, and memory is bounded', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(30), { maxLength: 200 }), (keys) => {
      const map = new RecentMap<number, number>(5)
      let recent: number[] = []
      for (const [time, key] of keys.entries()) {
        map.set(key, time)
        recent = [...recent.filter((other) => other !== key), key].slice(-5)
        for (const known of recent) expect(map.get(known)).toBe(keys.lastIndexOf(known, time))
        expect(map.size).toBeLessThanOrEqual(12)
      }
    }),
  )
})

test('an entry that is read stays', () => {
  const map = new RecentMap<string, number>(3)
  map.set('kept', 1)
  for (let index = 0; index < 100; index++) {
    map.set(`other ${index}`, index)
    expect(map.get('kept')).toBe(1)
  }
  expect(map.get('other 0')).toBeUndefined()
})
