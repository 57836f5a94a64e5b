import { describe, expect, it } from 'vitest'
import { createMemory, judge, type OperatorStep, type OutcomeStep, type Step } from '@loop-observer/rules'
import { policyOf, Script } from '../support/steps.ts'

const calls = new Script().times(2, (run) => run.call({ tool: 'search', args: { q: 'a' }, gives: 'b' })).steps
const [first] = calls as [Step]
const mark = { ...first, lane: '*', sequence: null }

function operator(act: OperatorStep['act']): Step {
  return { ...mark, id: act, kind: 'operator', act, note: null, limits: null } as OperatorStep
}

const answered = { ...mark, id: 'end', kind: 'outcome', outcome: 'answered', correct: null } as OutcomeStep

describe('a run that was answered', () => {
  it.each(['halt', 'resume'] as const)('stays answered though an operator says %s later', (act) => {
    const { memory, decisions } = judge(
      createMemory('run', 'sdk', 'v'),
      [...calls, answered, operator(act)],
      policyOf(),
    )
    expect(memory.outcome).toBe('answered')
    expect(decisions).toEqual([])
  })

  it('was answered though an operator halted it in the same instant', () => {
    const { memory } = judge(
      createMemory('run', 'sdk', 'v'),
      [...calls, operator('halt'), answered],
      policyOf(),
    )
    expect(memory.outcome).toBe('answered')
  })

  it('is open again when its user goes on, and can be halted', () => {
    const at = answered.endedAtMs + 1000
    const user = { ...mark, lane: 'main', id: 'next', kind: 'user', startedAtMs: at, endedAtMs: at } as Step
    const again = judge(createMemory('run', 'hooks', 'v'), [...calls, answered, user], policyOf())
    expect(again.memory.outcome).toBe('open')
    const { memory } = judge(again.memory, [operator('halt')], policyOf())
    expect(memory.outcome).toBe('halted')
  })

  it('stays answered when what its user had said before comes late', () => {
    const user = { ...mark, lane: 'main', id: 'before', kind: 'user' } as Step
    expect(
      judge(createMemory('run', 'hooks', 'v'), [...calls, answered, user], policyOf()).memory.outcome,
    ).toBe('answered')
  })
})

describe("an operator's halt", () => {
  it.each(['enough', 'Enough!'])('is explained in whole sentences (%s)', (note) => {
    const step = { ...operator('halt'), note } as OperatorStep
    const { decisions } = judge(createMemory('run', 'sdk', 'v'), [...calls, step], policyOf())
    expect(decisions[0]?.explanation).toMatch(/enough[.!] [A-Z]/i)
  })
})
