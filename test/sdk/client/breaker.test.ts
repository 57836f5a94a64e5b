import { expect, test } from 'vitest'
import { Breaker, unadmitted, type Attempt } from '../../../sdk/client/breaker.ts'

function breakerAt() {
  const clock = { ms: 0 }
  return { clock, breaker: new Breaker(() => clock.ms) }
}

function admitted(breaker: Breaker): Attempt {
  const attempt = breaker.admit()
  expect(attempt).not.toBeNull()
  return attempt ?? unadmitted
}

function open(breaker: Breaker): void {
  for (let failure = 0; failure < 3; failure += 1) breaker.fail(admitted(breaker), null)
  expect(breaker.isOpen).toBe(true)
}

test('three failures in a row open the circuit, a success in between does not', () => {
  const { breaker } = breakerAt()
  breaker.fail(admitted(breaker), null)
  breaker.fail(admitted(breaker), null)
  breaker.succeed()
  breaker.fail(admitted(breaker), null)
  breaker.fail(admitted(breaker), null)
  breaker.fail(admitted(breaker), null)
  expect([breaker.admit(), breaker.isOpen]).toEqual([null, true])
})

test('after the pause one request is tried, and its success closes the circuit', () => {
  const { breaker, clock } = breakerAt()
  open(breaker)
  clock.ms = 249
  expect(breaker.admit()).toBeNull()
  clock.ms = 250
  expect([breaker.admit(), breaker.admit(), breaker.isOpen]).toEqual([1, null, true])
  breaker.succeed()
  expect([breaker.admit(), breaker.admit(), breaker.isOpen]).toEqual([1, 1, false])
})

test('each failed try doubles the pause, up to 10 seconds; a success makes it short again', () => {
  const { breaker, clock } = breakerAt()
  open(breaker)
  const pauses: number[] = []
  const pauseMs = (): number => {
    const openedMs = clock.ms
    for (;;) {
      const attempt = breaker.admit()
      if (attempt !== null) {
        breaker.fail(attempt, null)
        return clock.ms - openedMs
      }
      clock.ms += 50
    }
  }
  for (let trial = 0; trial < 8; trial += 1) pauses.push(pauseMs())
  expect(pauses).toEqual([250, 500, 1000, 2000, 4000, 8000, 10_000, 10_000])
  breaker.succeed()
  open(breaker)
  expect(pauseMs()).toBe(250)
})

test('of forty requests that fail together, the pause is that of one', () => {
  const { breaker, clock } = breakerAt()
  const burst = Array.from({ length: 40 }, () => admitted(breaker))
  for (const attempt of burst) breaker.fail(attempt, 5000)
  clock.ms = 5000
  const probe = admitted(breaker)
  for (const attempt of burst) breaker.fail(attempt, null)
  expect(breaker.isOpen).toBe(true)
  breaker.succeed()
  for (const attempt of burst) breaker.fail(attempt, null)
  breaker.fail(probe, null)
  breaker.fail(probe, null)
  expect(breaker.isOpen).toBe(false)
})

test('what was sent though the circuit is open does not lengthen the pause, and closes it when it is answered', () => {
  const { breaker, clock } = breakerAt()
  open(breaker)
  for (let end = 0; end < 20; end += 1) breaker.fail(unadmitted, 60_000)
  clock.ms = 250
  expect(breaker.isOpen).toBe(false)
  breaker.fail(admitted(breaker), null)
  expect(breaker.isOpen).toBe(true)
  breaker.succeed()
  expect(breaker.isOpen).toBe(false)
})

test('an observer that asks to be left alone is, at once, and for 10 seconds at most', () => {
  const { breaker, clock } = breakerAt()
  breaker.fail(admitted(breaker), 5000)
  clock.ms = 4999
  expect(breaker.admit()).toBeNull()
  clock.ms = 5000
  breaker.fail(admitted(breaker), 3_600_000)
  clock.ms = 14_999
  expect(breaker.admit()).toBeNull()
  clock.ms = 15_000
  expect(breaker.admit()).not.toBeNull()
})
