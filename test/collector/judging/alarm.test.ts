import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createAlarm } from '../../../collector/judging/alarm.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function alarmWithRings() {
  const rings: string[] = []
  const startMs = Date.now()
  const alarm = createAlarm(
    () => Date.now(),
    (key) => rings.push(`${key}@${Date.now() - startMs}`),
  )
  return { alarm, rings, startMs }
}

/** The moment, from the start, at which a ring was. */
function ringMs(ring: string | undefined): number {
  return Number(ring?.split('@')[1])
}

describe('the alarm', () => {
  it('rings once, at the deadline or up to 2 ms after it', () => {
    const { alarm, rings, startMs } = alarmWithRings()
    alarm.set('a', startMs + 205)
    vi.advanceTimersByTime(204)
    expect(rings).toEqual([])
    vi.advanceTimersByTime(1000)
    expect(rings).toHaveLength(1)
    expect(ringMs(rings[0])).toBeGreaterThanOrEqual(205)
    expect(ringMs(rings[0])).toBeLessThanOrEqual(208)
  })

  it('follows a deadline that moves, later or earlier, or goes away', () => {
    const { alarm, rings, startMs } = alarmWithRings()
    alarm.set('later', startMs + 100)
    alarm.set('later', startMs + 500)
    alarm.set('earlier', startMs + 500)
    alarm.set('earlier', startMs + 100)
    alarm.set('gone', startMs + 100)
    alarm.set('gone', null)
    vi.advanceTimersByTime(2000)
    expect(rings.map((ring) => ring.split('@')[0])).toEqual(['earlier', 'later'])
    expect(ringMs(rings[0])).toBeLessThanOrEqual(121)
    expect(ringMs(rings[1])).toBeGreaterThanOrEqual(500)
  })

  it('wakes runs together whose deadlines are close', () => {
    const { alarm, rings, startMs } = alarmWithRings()
    const slot = Math.ceil((startMs + 100) / 2) * 2
    for (let i = 0; i < 2; i += 1) alarm.set(`r${i}`, slot - i)
    vi.advanceTimersByTime(1000)
    expect(new Set(rings.map(ringMs)).size).toBe(1)
  })

  it('leaves what is more than a minute away to the sweeper, and is silent once stopped', () => {
    const { alarm, rings, startMs } = alarmWithRings()
    alarm.set('far', startMs + 120_000)
    expect(alarm.nextMs('far')).toBe(Number.POSITIVE_INFINITY)
    alarm.set('near', startMs + 100)
    alarm.stop()
    vi.advanceTimersByTime(200_000)
    expect(rings).toEqual([])
  })
})
