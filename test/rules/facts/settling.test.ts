import { describe, expect, it } from 'vitest'
import { createMemory, type Step } from '@loop-observer/rules'
import { isLate, nextSettleMs, startOf, takeSettled } from '../../../rules/facts/settling.ts'
import { createLane, type LaneMemory } from '../../../rules/memory/lane-memory.ts'
import { laneOf } from '../../../rules/memory/lanes.ts'
import { draftOf, type EngineState } from '../../../rules/memory/run-memory.ts'

const holdMs = 200

interface Given {
  readonly lane?: string
  /** Start; the step takes no time. */
  readonly at?: number
  readonly endedAt?: number
  readonly received?: number
  readonly sequence?: number
}

function step(id: string, { lane = 'main', at = 0, endedAt = at, received = 10_000, sequence }: Given): Step {
  return {
    id,
    lane,
    kind: 'user',
    startedAtMs: at,
    endedAtMs: endedAt,
    receivedAtMs: received,
    sequence: sequence ?? null,
    traceId: null,
    spanId: null,
  }
}

function stateOf(nowMs: number, pending: readonly Step[]): EngineState {
  const { state } = draftOf(createMemory('run', 'telemetry', 'v'))
  state.nowMs = nowMs
  for (const each of pending) laneOf(state, each.lane)
  state.pending = [...pending]
  return state
}

/** Ids that settle, in the order to judge, and what waits on. */
function settled(nowMs: number, pending: readonly Step[], fence: string | null = null) {
  const state = stateOf(nowMs, pending)
  const taken = takeSettled(state, { holdMs, fence }).map(({ id }) => id)
  return { taken, waiting: state.pending.map(({ id }) => id) }
}

describe('a step without a number', () => {
  it('settles when it has waited for the hold', () => {
    const one = step('a', { received: 1000 })
    expect(settled(1199, [one])).toEqual({ taken: [], waiting: ['a'] })
    expect(settled(1200, [one])).toEqual({ taken: ['a'], waiting: [] })
  })

  it('settles with whatever began before it, in every lane, by the order in which they began', () => {
    const steps = [
      step('late', { at: 30, received: 1100 }),
      step('first', { at: 10, received: 1100 }),
      step('held', { at: 20, received: 1000 }),
      step('other', { at: 15, received: 1100, lane: 'helper' }),
    ]
    expect(settled(1200, steps)).toEqual({ taken: ['first', 'other', 'held'], waiting: ['late'] })
  })

  it('of two that began at once goes first that ended first, then that with the lower id', () => {
    const steps = [
      step('c', { at: 10, endedAt: 12 }),
      step('b', { at: 10, endedAt: 11 }),
      step('a', { at: 10, endedAt: 12 }),
    ]
    expect(settled(99_999, steps).taken).toEqual(['b', 'a', 'c'])
  })

  it('began, for the order, no later than it was received', () => {
    expect(startOf(step('a', { at: 9000, received: 5000 }))).toBe(5000)
    expect(startOf(step('a', { at: 9000, received: 9500 }))).toBe(9000)
    const ahead = step('ahead', { at: 50_000, received: 1000 })
    expect(settled(9999, [step('b', { at: 2000, received: 2000 }), ahead]).taken).toEqual(['ahead', 'b'])
  })
})

describe('numbered steps', () => {
  it('settle at once when no number is missing before them', () => {
    const steps = [1, 0, 3].map((sequence) => step(`n${sequence}`, { sequence, at: 10 - sequence }))
    expect(settled(10_000, steps)).toEqual({ taken: ['n0', 'n1'], waiting: ['n3'] })
  })

  it('wait for a missing number as long as the hold', () => {
    const steps = [
      step('n2', { sequence: 2, received: 1000 }),
      step('n1', { sequence: 1, received: 1100 }),
      step('n4', { sequence: 4, received: 1100 }),
    ]
    expect(settled(1199, steps)).toEqual({ taken: [], waiting: ['n2', 'n1', 'n4'] })
    expect(settled(1200, steps)).toEqual({ taken: ['n1', 'n2'], waiting: ['n4'] })
    expect(settled(1300, steps)).toEqual({ taken: ['n1', 'n2', 'n4'], waiting: [] })
  })

  it('keep their order whatever the clock says, and those of several lanes come by their heads', () => {
    const steps = [
      step('a0', { sequence: 0, at: 50 }),
      step('a1', { sequence: 1, at: 10 }),
      step('b0', { sequence: 0, at: 20, lane: 'helper' }),
      step('b1', { sequence: 1, at: 60, lane: 'helper' }),
    ]
    expect(settled(10_000, steps).taken).toEqual(['b0', 'a0', 'a1', 'b1'])
  })

  it('settle beside steps that have none', () => {
    const steps = [
      step('n0', { sequence: 0, at: 20 }),
      step('plain', { at: 10, received: 1000 }),
      step('fresh', { at: 30, received: 9900 }),
    ]
    expect(settled(10_000, steps)).toEqual({ taken: ['plain', 'n0'], waiting: ['fresh'] })
  })
})

describe('a fence', () => {
  const steps = [
    step('m', { at: 20 }),
    step('m5', { at: 25, sequence: 5 }),
    step('h', { at: 10, lane: 'helper' }),
  ]

  it('settles all of its lane, numbers missing or not', () => {
    expect(settled(10_000, steps, 'main')).toEqual({ taken: ['m', 'm5'], waiting: ['h'] })
    expect(settled(10_000, steps, 'helper')).toEqual({ taken: ['h'], waiting: ['m', 'm5'] })
  })

  it('of all lanes settles everything', () => {
    expect(settled(10_000, steps, '*')).toEqual({ taken: ['h', 'm', 'm5'], waiting: [] })
  })

  it('of another lane settles nothing', () => {
    expect(settled(10_000, steps, 'third')).toEqual({ taken: [], waiting: ['m', 'm5', 'h'] })
  })
})

describe('more than 1024 steps that wait', () => {
  const many = (count: number, sequence?: number): readonly Step[] =>
    Array.from({ length: count }, (_, k) =>
      step(`s${k}`, { at: k, ...(sequence === undefined ? {} : { sequence: sequence + k }) }),
    )

  it('all settle, numbered or not', () => {
    expect(settled(10_000, many(1024)).taken).toHaveLength(0)
    expect(settled(10_000, many(1025)).taken).toHaveLength(1025)
    expect(settled(10_000, many(1024, 7)).taken).toHaveLength(0)
    expect(settled(10_000, many(1025, 7)).taken).toHaveLength(1025)
  })
})

describe('when the next step settles', () => {
  it('is when the one received first has waited; never, when none waits', () => {
    const pending = [
      step('a', { received: 1500 }),
      step('b', { received: 1400 }),
      step('c', { received: 1600 }),
    ]
    expect(nextSettleMs(stateOf(0, pending), holdMs)).toBe(1600)
    expect(nextSettleMs(stateOf(0, []), holdMs)).toBeNull()
  })
})

describe('a step that comes late', () => {
  const laneAt = (change: Partial<LaneMemory>): LaneMemory => ({ ...createLane('main'), ...change })

  it('began before one of its lane that has settled, or has a number that has passed', () => {
    const lane = laneAt({ settledMarkMs: 100, nextSequence: 3 })
    expect(isLate(step('a', { at: 100 }), lane)).toBe(false)
    expect(isLate(step('a', { at: 99 }), lane)).toBe(true)
    expect(isLate(step('a', { sequence: 3 }), lane)).toBe(false)
    expect(isLate(step('a', { sequence: 2 }), lane)).toBe(true)
  })

  it('as the third in a row moves the mark back: a lane must not go blind', () => {
    const lane = laneAt({ settledMarkMs: 100, roundEndMs: 90 })
    expect([10, 20, 30, 25].map((at) => isLate(step('a', { at }), lane))).toEqual([true, true, false, true])
    expect(lane).toMatchObject({ settledMarkMs: 30, roundEndMs: 0, lateInRow: 1 })
    const numbered = laneAt({ nextSequence: 9 })
    expect([1, 2, 3].map((sequence) => isLate(step('a', { sequence }), numbered))).toEqual([
      true,
      true,
      false,
    ])
    expect(numbered.nextSequence).toBe(3)
  })

  it('moves nothing when one in time comes between', () => {
    const lane = laneAt({ settledMarkMs: 100, roundEndMs: 90 })
    expect([10, 20, 200, 30, 40].map((at) => isLate(step('a', { at }), lane))).toEqual([
      true,
      true,
      false,
      true,
      true,
    ])
    expect(lane).toMatchObject({ settledMarkMs: 100, roundEndMs: 90 })
  })
})
