import { expect, test } from 'vitest'
import { Breaker } from '../../../sdk/client/breaker.ts'

function breakerAt() {
  const clock = { ms: 0 }
  return { clock, breaker: new Breaker(() => clock.ms) }
}

test('three failures in a row open the circuit, a success in between does not', () => {
  const { breaker } = breakerAt()
  breaker.fail(null)
  breaker.fail(null)
  breaker.succeed()
  breaker.fail(null)
  breaker.fail(null)
  expect(breaker.admit()).toBe(true)
  breaker.fail(null)
  expect([breaker.admit(), breaker.isOpen]).toEqual([false, true])
})

test('after the pause one request is tried, and its success closes the circuit', () => {
  const { breaker, clock } = breakerAt()
  for (let failure = 0; failure < 3; failure += 1) breaker.fail(null)
  clock.ms = 999
  expect(breaker.admit()).toBe(false)
  clock.ms = 1000
  expect([breaker.admit(), breaker.admit(), breaker.isOpen]).toEqual([true, false, true])
  breaker.succeed()
  expect([breaker.admit(), breaker.admit(), breaker.isOpen]).toEqual([true, true, false])
})

test('each failed try doubles the pause, up to 30 seconds', () => {
  const { breaker, clock } = breakerAt()
  for (let failure = 0; failure < 3; failure += 1) breaker.fail(null)
  const pauses: number[] = []
  for (let trial = 0; trial < 7; trial += 1) {
    const openedMs = clock.ms
    while (!breaker.admit()) clock.ms += 500
    pauses.push(clock.ms - openedMs)
    breaker.fail(null)
  }
  expect(pauses).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000])
})

test('an observer that asks to be left alone is, at once', () => {
  const { breaker, clock } = breakerAt()
  breaker.fail(5000)
  clock.ms = 4999
  expect(breaker.admit()).toBe(false)
  clock.ms = 5000
  expect(breaker.admit()).toBe(true)
})
