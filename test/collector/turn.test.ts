import { expect, it } from 'vitest'
import { Turn } from '../../collector/turn.ts'

it('a turn is long after some milliseconds, and begins anew once others were heard', async () => {
  const turn = new Turn()
  expect(turn.isLong).toBe(false)
  const beganMs = performance.now()
  while (performance.now() - beganMs < 20);
  expect(turn.isLong).toBe(true)
  let heard = false
  setImmediate(() => (heard = true))
  await turn.pass()
  expect(heard).toBe(true)
})
