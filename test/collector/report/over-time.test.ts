import { describe, expect, it } from 'vitest'
import { overTime } from '../../../collector/report/over-time.ts'
import { summary } from './summaries.ts'

const hourMs = 3_600_000
const nowMs = 1_796_000_000_000

describe('runs over time', () => {
  it('are counted in stretches of equal length without a gap, limit hits by class', () => {
    const limit = (kind: 'exhaustion' | 'repetition') => ({ reason: 'agent_limit', class: kind }) as const
    const { stepMs, rows } = overTime(
      [
        summary({ updatedAtMs: nowMs, limit: limit('exhaustion') }),
        summary({ updatedAtMs: nowMs - 1000, limit: limit('repetition') }),
        summary({ updatedAtMs: nowMs - 3 * hourMs, outcome: 'halted', limit: limit('exhaustion') }),
        summary({ updatedAtMs: nowMs - 3 * hourMs }),
      ],
      { sinceMs: nowMs - 24 * hourMs, nowMs },
    )
    expect(stepMs).toBe(hourMs)
    expect(rows.length).toBe(25)
    expect(rows.map(({ fromMs }) => fromMs % hourMs)).toEqual(rows.map(() => 0))
    expect(rows.at(-1)).toMatchObject({ runs: 2, stopped: 0, classes: { exhaustion: 1, repetition: 1 } })
    expect(rows.at(-4)).toMatchObject({ runs: 2, stopped: 1, classes: { exhaustion: 1 } })
    expect(rows.reduce((sum, { runs }) => sum + runs, 0)).toBe(4)
  })

  it('take the shortest stretch that needs at most 60', () => {
    const lengths = [0.5, 24, 30 * 24, 400 * 24, 4000 * 24].map((hours) => {
      const { stepMs, rows } = overTime([summary({ updatedAtMs: nowMs })], {
        sinceMs: nowMs - hours * hourMs,
        nowMs,
      })
      expect(rows.length).toBeLessThanOrEqual(61)
      return stepMs / hourMs
    })
    expect(lengths).toEqual([1 / 60, 1, 24, 7 * 24, 10 * 7 * 24])
  })

  it('are none without runs', () => {
    expect(overTime([], { sinceMs: nowMs - hourMs, nowMs }).rows).toEqual([])
  })
})
