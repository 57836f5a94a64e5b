import { describe, expect, it } from 'vitest'
import { createMemory, judge, type Step } from '@loop-observer/rules'
import { cell } from '../../../rules/memory/call-table.ts'
import type { LaneMemory } from '../../../rules/memory/lane-memory.ts'
import { policyOf, Script } from '../../support/steps.ts'

function laneAfter(steps: readonly Step[]): LaneMemory {
  const policy = policyOf()
  const [lane] = judge(createMemory('run', 'sdk', policy.version), steps, policy).memory.state.lanes
  if (lane === undefined) throw new Error('there is one')
  return lane
}

/** For each call the place of the first call of its round. */
function roundsOf(steps: readonly Step[]): readonly number[] {
  const { calls } = laneAfter(steps)
  const rounds = Array.from({ length: calls.count }, (_, row) => cell(calls, row, 'round'))
  return rounds.map((round) => rounds.indexOf(round))
}

describe('the round of a call', () => {
  it('is what its source says', () => {
    const script = new Script().call({ round: 'a' }).call({ round: 'b' }).call({ round: 'a' })
    expect(roundsOf(script.steps)).toEqual([0, 1, 0])
  })

  it('is else that of the calls between two model calls', () => {
    const script = new Script().model('one').call().call().model('two').call()
    expect(roundsOf(script.steps)).toEqual([0, 0, 2])
  })

  it('is else that of the calls which overlap in time', () => {
    const overlapping = new Script()
      .call({ at: 1000, tookMs: 500 })
      .call({ at: 1100, tookMs: 100 })
      .call({ at: 1400, tookMs: 50 })
      .call({ at: 1500, tookMs: 100 })
    expect(roundsOf(overlapping.steps)).toEqual([0, 0, 0, 3])
  })

  it('ends, by a clock that runs ahead, when the call was received', () => {
    const script = new Script().call({ at: 1000, tookMs: 9000 }).call({ at: 2000, tookMs: 100 })
    const steps = script.steps.map((step, i) => ({ ...step, receivedAtMs: i === 0 ? 1500 : 2100 }))
    expect(roundsOf(steps)).toEqual([0, 1])
  })

  it('is one chance to change course', () => {
    expect(laneAfter(new Script().call({ round: 'a' }).call({ round: 'a' }).steps).acts).toBe(1)
    expect(laneAfter(new Script().call({ round: 'a' }).call({ round: 'b' }).steps).acts).toBe(2)
    expect(laneAfter(new Script().call().call().steps).acts).toBe(2)
  })
})
