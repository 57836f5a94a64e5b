import { describe, expect, it } from 'vitest'
import { judgeOneByOne, policyOf, Script } from '../../support/steps.ts'

const news = (run: Script, index: number): Script =>
  run.call({ tool: 'read', args: { page: index }, gives: `page ${index} is new` })

describe('budget_steps', () => {
  const policy = policyOf('balanced', { limits: { steps: 10 } })

  it('halts at the limit on model turns', () => {
    expect(judgeOneByOne(new Script().times(12, news).steps, policy).story).toEqual(['halt budget_steps @9'])
  })

  it('counts a round of calls with no model step recorded as one turn', () => {
    const script = new Script().times(12, (run, index) =>
      run.call({
        tool: 'read',
        args: { page: index },
        gives: `page ${index} is new`,
        round: `r${index % 4}`,
      }),
    )
    expect(judgeOneByOne(script.steps, policy).memory.totals.steps).toBe(4)
  })

  it('counts the turns of all lanes together', () => {
    const script = new Script().times(10, (run, index) =>
      run.call({
        tool: 'read',
        args: { page: index },
        gives: `page ${index}`,
        lane: index % 2 === 0 ? 'main' : 'helper',
      }),
    )
    expect(judgeOneByOne(script.steps, policy).story).toEqual(['halt budget_steps @9'])
  })

  it("goes by the operator's limit after a resume", () => {
    const script = new Script().times(10, news).operator('resume', null, { steps: 20 }).times(5, news)
    const { story, memory } = judgeOneByOne(script.steps, policy)
    expect(story).toEqual(['halt budget_steps @9'])
    expect(memory.outcome).toBe('open')
  })
})

describe('operator', () => {
  it("halts at a person's word in every mode, and says why", () => {
    const script = new Script().call({ gives: 'x' }).operator('halt', 'wrong customer')
    const { decisions } = judgeOneByOne(script.steps, policyOf('balanced', { mode: 'shadow' }))
    expect(decisions).toMatchObject([{ action: 'halt', reason: 'operator', scope: 'run', enforced: true }])
    expect(decisions[0]?.explanation).toContain('wrong customer')
  })
})

describe('agent_limit', () => {
  it("records a limit of the agent's own framework without a decision", () => {
    const { findings, story } = judgeOneByOne(new Script().agentLimit('GraphRecursionError').steps)
    expect(findings).toMatchObject([{ reason: 'agent_limit' }])
    expect(story).toEqual([])
  })
})
