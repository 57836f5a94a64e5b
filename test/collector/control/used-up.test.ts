import { expect, test } from 'vitest'
import { usedUp } from '../../../collector/control/used-up.ts'

const none = { steps: null, toolCalls: null, tokens: null, costUsd: null, seconds: null, effects: null }
const totals = { steps: 30, toolCalls: 40, tokens: 60_350, costUsd: 0.28, seconds: 61.2, effects: 3 }

test.each([
  [{ tokens: 60_000 }, { name: 'tokens', used: 60_350, limit: 60_000, larger: 120_000 }],
  [{ costUsd: 0.26 }, { name: 'costUsd', used: 0.28, limit: 0.26, larger: 0.52 }],
  [{ seconds: 20 }, { name: 'seconds', used: 61.2, limit: 20, larger: 92 }],
  [{ steps: 5 }, { name: 'steps', used: 30, limit: 5, larger: 45 }],
  [{ effects: 2 }, { name: 'effects', used: 3, limit: 2, larger: 5 }],
])('of the limits %j the one that is used up is told, with a larger one', (limits, told) => {
  expect(usedUp(totals, { ...none, ...limits })).toEqual([told])
})

test('what is left of a limit stops nothing, and all effects that are allowed may be made', () => {
  expect(usedUp(totals, { ...none, steps: 31, effects: 3, tokens: 60_351 })).toEqual([])
})
