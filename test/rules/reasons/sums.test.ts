import { describe, expect, it } from 'vitest'
import { createMemory, judge, type Limits } from '@loop-observer/rules'
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

describe('the other budgets', () => {
  const limited = (limits: Partial<Limits>) => policyOf('balanced', { limits })

  it('count tool calls', () => {
    expect(judgeOneByOne(new Script().times(9, news).steps, limited({ toolCalls: 8 })).story).toEqual([
      'halt budget_tool_calls @7',
    ])
  })

  it('count tokens, in and out', () => {
    const script = new Script().times(5, (run, index) => run.model(`thought ${index}`, 1000))
    expect(judgeOneByOne(script.steps, limited({ tokens: 3000 })).story).toEqual(['halt budget_tokens @2'])
  })

  it('count effects directly: the third e-mail is one too many', () => {
    const script = new Script().times(3, (run, index) =>
      run.call({ tool: 'send_mail', args: { to: index }, gives: `sent ${index}`, effect: true }),
    )
    expect(judgeOneByOne(script.steps, limited({ effects: 2 })).story).toEqual(['halt budget_effects @2'])
  })

  it('count the seconds of a run by its own clock', () => {
    expect(judgeOneByOne(new Script().times(9, news).steps, limited({ seconds: 5 })).story).toEqual([
      'halt budget_time @5',
    ])
  })

  it('let a tool that hangs meet the limit: the engine asks to be woken then', () => {
    const policy = limited({ seconds: 60 })
    const { steps } = new Script().call({ gives: 'something new' })
    const begun = judge(createMemory('run', 'sdk', policy.version), steps, policy)
    const endMs = (steps[0]?.startedAtMs ?? 0) + 60_000
    expect(begun.wakeAtMs).toBe((steps[0]?.startedAtMs ?? 0) + 48_000)
    const tick = { id: 't', lane: '*', sequence: null, traceId: null, spanId: null, kind: 'tick' } as const
    const at = (timeMs: number) => ({ ...tick, startedAtMs: timeMs, endedAtMs: timeMs, receivedAtMs: timeMs })
    const near = judge(begun.memory, [at(begun.wakeAtMs ?? 0)], policy)
    expect(near.decisions).toEqual([])
    expect(near.budgetWarnings).toMatchObject([{ reason: 'budget_time', used: 48, limit: 60 }])
    expect(near.wakeAtMs).toBe(endMs)
    const early = judge(near.memory, [at(endMs - 1)], policy)
    expect(early.decisions).toEqual([])
    const late = judge(early.memory, [at(endMs)], policy)
    expect(late.decisions).toMatchObject([{ action: 'halt', reason: 'budget_time' }])
    expect(late.wakeAtMs).toBeNull()
  })
})
