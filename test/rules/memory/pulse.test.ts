import { describe, expect, it } from 'vitest'
import { createMemory, judge, placeOf, pulseOf, type RunMemory } from '@loop-observer/rules'
import { policyOf, Script } from '../../support/steps.ts'

function after(script: Script): RunMemory {
  return judge(createMemory('r', 'sdk', 'x'), script.steps, policyOf()).memory
}

const script = new Script()
  .call({ tool: 'read', gives: 'something that is new' })
  .call({ tool: 'read', gives: 'something that is new' })
  .call({ tool: 'find', gives: '' })
  .call({ tool: 'find', fails: 'no such file' })
  .call({ tool: 'look' })

describe('the pulse of a run', () => {
  it('is what its newest calls brought, oldest first', () => {
    expect(pulseOf(after(script), 24)).toEqual(['progress', 'stale', 'empty', 'failed', 'unknown'])
    expect(pulseOf(after(script), 2)).toEqual(['failed', 'unknown'])
    expect(pulseOf(createMemory('r', 'sdk', 'x'), 24)).toEqual([])
  })

  it('goes by when calls ended, whatever their lane', () => {
    const lanes = new Script()
      .call({ lane: 'a', at: 1000, gives: 'the first is new' })
      .call({ lane: 'b', at: 2000, gives: '' })
      .call({ lane: 'a', at: 3000, fails: 'broken' })
    expect(pulseOf(after(lanes), 24)).toEqual(['progress', 'empty', 'failed'])
  })
})

describe('the place of a run', () => {
  it('is how far main has come, or where there is none the first lane; null before the first step', () => {
    expect(placeOf(createMemory('r', 'sdk', 'x'))).toBeNull()
    expect(placeOf(after(script))).toEqual({ lane: 'main', turn: 5, ordinal: 5, calls: 5 })
    const others = new Script().call({ lane: 'a' }).call({ lane: 'b' }).call({ lane: 'b' })
    expect(placeOf(after(others))).toEqual({ lane: 'a', turn: 1, ordinal: 1, calls: 1 })
    const named = new Script().call({ lane: 'a' }).call({ lane: 'main' }).call({ lane: 'main' })
    expect(placeOf(after(named))).toEqual({ lane: 'main', turn: 2, ordinal: 2, calls: 2 })
  })
})
