import { expect, test } from 'vitest'
import { createRecentIds, withId } from '../../../rules/memory/recent-ids.ts'

test('the last few hundred ids are known; adding one changes no earlier list', () => {
  let ids = createRecentIds()
  for (let id = 1; id <= 2000; id++) {
    const before = structuredClone(ids)
    const next = withId(ids, id)
    expect(ids).toEqual(before)
    ids = next
    for (const known of [id, Math.max(1, id - 350)]) expect(withId(ids, known)).toBe(ids)
    expect(ids.fresh.length + ids.old.length).toBeLessThanOrEqual(416)
  }
  expect(withId(ids, 1)).not.toBe(ids)
})
