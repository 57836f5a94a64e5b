import { describe, expect, it } from 'vitest'
import { createMemory } from '@loop-observer/rules'
import { createLane, turnsOf, toolIndex, type LaneMemory } from '../../../rules/memory/lane-memory.ts'
import { isRootLane, laneOf, learn, rowsFor } from '../../../rules/memory/lanes.ts'
import { appendRow } from '../../../rules/memory/call-table.ts'
import type { EngineState } from '../../../rules/memory/run-memory.ts'
import { Script } from '../../support/steps.ts'

/** The state of a run with these lanes, the first of which is the one that was silent longest. */
function stateWith(count: number): EngineState {
  const state = createMemory('r', 'sdk', 'x').state as EngineState
  for (let i = 0; i < count; i++) laneOf(state, `lane ${i}`).lastEndMs = 1000 + i
  return state
}

const names = (state: EngineState): readonly string[] => state.lanes.map(({ lane }) => lane)
const values = { gist: 1, observation: 2, tool: 0, resource: 0, error: 0, flags: 0, round: 1, epoch: 0 }

function addRow(lane: LaneMemory, ordinal: number): void {
  const row = { ...values, ordinal, startMs: 0, endMs: 0, size: 0 }
  appendRow(lane.calls, 64, row, { step: `s${ordinal}`, span: null, call: null })
}

describe('the lanes of a run', () => {
  it('are made on first sight, and the same from then on', () => {
    const state = stateWith(2)
    expect(laneOf(state, 'lane 1')).toBe(state.lanes[1])
    expect(names(state)).toEqual(['lane 0', 'lane 1'])
  })

  it('are 24: for one more that which was silent longest is forgotten, its turns counted on', () => {
    const state = stateWith(24)
    const [, second, third] = state.lanes
    if (second === undefined || third === undefined) throw new Error('there are 24')
    second.modelSteps = 3
    third.lastEndMs = 500
    third.rounds = 2
    laneOf(state, 'one more').lastEndMs = 2000
    expect(names(state)).toHaveLength(24)
    expect(names(state)).not.toContain('lane 2')
    expect(state.forgottenTurns).toBe(2)
    laneOf(state, 'and one')
    expect(names(state)).not.toContain('lane 1')
    expect(state.forgottenTurns).toBe(5)
  })

  it('keep the first, those of which steps wait, and halted ones before others', () => {
    const state = stateWith(24)
    const [, second, third] = state.lanes
    if (second === undefined || third === undefined) throw new Error('there are 24')
    second.halted = true
    const [waiting] = new Script().call({ lane: 'lane 2' }).steps
    if (waiting !== undefined) state.pending.push(waiting)
    laneOf(state, 'one more')
    expect(names(state)).toEqual(expect.arrayContaining(['lane 0', 'lane 1', 'lane 2']))
    expect(names(state)).not.toContain('lane 3')
  })

  it('that are all halted make room all the same', () => {
    const state = stateWith(24)
    for (const lane of state.lanes) lane.halted = true
    laneOf(state, 'one more')
    expect(names(state)).not.toContain('lane 1')
    expect(names(state)).toHaveLength(24)
  })

  it('of which steps of each wait are all kept', () => {
    const state = stateWith(24)
    for (const { lane } of state.lanes) {
      const [waiting] = new Script().call({ lane }).steps
      if (waiting !== undefined) state.pending.push(waiting)
    }
    laneOf(state, 'one more')
    expect(names(state)).toHaveLength(25)
  })

  it('share the rows of calls: 64 each for one or two, 8 for many', () => {
    expect([1, 2, 4, 16, 24].map((count) => rowsFor(stateWith(count)))).toEqual([64, 64, 32, 8, 8])
    expect(rowsFor(stateWith(0))).toBe(64)
  })

  it('give up rows and lines when another comes', () => {
    const state = stateWith(2)
    const [lane] = state.lanes
    if (lane === undefined) throw new Error('there are two')
    for (let i = 0; i < 64; i++) addRow(lane, i)
    learn(
      lane,
      Uint32Array.from({ length: 1500 }, (_, i) => i + 1),
      state,
    )
    for (let i = 2; i < 4; i++) laneOf(state, `lane ${i}`)
    expect(lane.calls.count).toBe(32)
    for (let i = 4; i < 24; i++) laneOf(state, `lane ${i}`)
    expect(lane.calls.count).toBe(8)
    expect(learn(lane, Uint32Array.of(1, 2), state)).toBe(2)
  })

  it('learn lines: how many were new', () => {
    const state = stateWith(1)
    const [lane] = state.lanes
    if (lane === undefined) throw new Error('there is one')
    expect(learn(lane, Uint32Array.of(1, 2, 3), state)).toBe(3)
    expect(learn(lane, Uint32Array.of(2, 3, 4), state)).toBe(1)
    expect(
      learn(
        lane,
        Uint32Array.from({ length: 3000 }, (_, i) => 10 + i),
        state,
      ),
    ).toBe(3000)
    expect(learn(lane, Uint32Array.of(1, 2, 3), state)).toBe(0)
  })
})

describe('the lane that began a run', () => {
  it('is main, or where there is none the one that began first', () => {
    const [main, early, late] = [createLane('main'), createLane('a'), createLane('b')]
    early.firstStartMs = 1
    late.firstStartMs = 2
    expect(isRootLane(main, [early, late, main])).toBe(true)
    expect(isRootLane(early, [early, late, main])).toBe(false)
    expect(isRootLane(early, [late, early])).toBe(true)
    expect(isRootLane(late, [late, early])).toBe(false)
  })
})

describe('a lane', () => {
  it('counts model turns, and where no model step is recorded, rounds and loose calls', () => {
    const turns = (parts: Partial<LaneMemory>): number => turnsOf({ ...createLane('a'), ...parts })
    expect(turns({ rounds: 2, looseCalls: 3 })).toBe(5)
    expect(turns({ modelSteps: 4, rounds: 2, looseCalls: 3 })).toBe(4)
    expect(turns({ modelSteps: 1, rounds: 2, looseCalls: 3 })).toBe(2)
    expect(turns({})).toBe(0)
  })

  it('tells 24 tools apart; the last place is shared by all others', () => {
    const lane = createLane('a')
    const indices = Array.from({ length: 30 }, (_, i) => toolIndex(lane, `tool ${i}`))
    expect(indices.slice(0, 24)).toEqual(Array.from({ length: 24 }, (_, i) => i))
    expect(indices.slice(24)).toEqual([23, 23, 23, 23, 23, 23])
    expect(lane.toolNames).toHaveLength(24)
    expect(lane.toolNames.slice(22)).toEqual(['tool 22', 'other tools'])
    expect(toolIndex(lane, 'tool 7')).toBe(7)
  })

  it('has met no context yet', () => {
    expect(createLane('a').contextTokens).toBe(-1)
  })
})
