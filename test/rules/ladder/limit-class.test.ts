import { describe, expect, it } from 'vitest'
import type { PolicyFile } from '@loop-observer/rules'
import { judgeOneByOne, policyOf, Script } from '../../support/steps.ts'

const news = (run: Script, index: number): Script =>
  run.call({ tool: 'read', args: { page: index }, gives: `page ${index} is all new` })

/** What a run was doing when it met a limit on tool calls; the loop rules only record unless told otherwise. */
function classAt(script: Script, toolCalls: number, file: Partial<PolicyFile> = {}): string | undefined {
  const policy = policyOf('balanced', { limits: { toolCalls }, mode: 'shadow', ...file })
  const { decisions, memory } = judgeOneByOne(script.steps, policy)
  const halt = decisions.find(({ reason }) => reason === 'budget_tool_calls')
  if (halt !== undefined) expect(memory.limit).toEqual({ reason: 'budget_tool_calls', class: halt.class })
  return memory.limit?.class
}

describe('a run that meets a limit', () => {
  it('is genuinely complex when its calls keep bringing something new', () => {
    expect(classAt(new Script().times(8, news), 8)).toBe('genuine_complexity')
  })

  it('is repetition when it makes the same call again and again', () => {
    const script = new Script().times(3, news).times(4, (run) => run.call({ gives: 'the same' }))
    expect(classAt(script, 7)).toBe('repetition')
  })

  it('is oscillation when it goes to and fro', () => {
    const script = new Script().times(8, (run, index) =>
      run.call({ tool: index % 2 === 0 ? 'a' : 'b', gives: `side ${index % 2}` }),
    )
    expect(classAt(script, 8)).toBe('oscillation')
  })

  it('is exhaustion when tool after tool finds nothing', () => {
    const script = new Script().times(6, (run, index) =>
      run.call({ tool: `search_${index % 3}`, args: { q: index }, gives: '' }),
    )
    expect(classAt(script, 6)).toBe('exhaustion')
  })

  it('is completion when a check has passed and it goes on', () => {
    const script = new Script()
      .call({ gives: 'the fix' })
      .check('tests', [])
      .times(5, (run) => run.call({ gives: 'the fix' }))
    const { memory } = judgeOneByOne(
      script.steps,
      policyOf('balanced', {
        limits: { toolCalls: 6 },
        mode: 'shadow',
        rules: { repetition: { enabled: false } },
      }),
    )
    expect(memory.limit?.class).toBe('completion')
  })

  it('forgets what a rule said once calls bring something new again', () => {
    const script = new Script().times(4, (run) => run.call({ gives: 'the same' })).times(4, news)
    expect(classAt(script, 8)).toBe('genuine_complexity')
  })

  it('is classified by its newest calls when no rule has spoken', () => {
    const off = { enabled: false }
    const rules = { repetition: off, oscillation: off, exhaustion: off, no_progress: off, completion: off }
    const same = new Script().times(6, (run) => run.call({ gives: 'the same' }))
    expect(classAt(same, 6, { rules })).toBe('repetition')
    const nothing = new Script().times(6, (run, index) => run.call({ args: { q: index }, gives: '' }))
    expect(classAt(nothing, 6, { rules })).toBe('exhaustion')
    const toAndFro = new Script().times(8, (run, index) =>
      run.call({ tool: index % 2 === 0 ? 'a' : 'b', gives: `side ${index % 2}` }),
    )
    expect(classAt(toAndFro, 8, { rules })).toBe('oscillation')
  })

  it('of its own framework is classified too, though nothing is decided', () => {
    const script = new Script().times(6, (run, index) => run.call({ args: { q: index }, gives: '' }))
    const { memory, decisions } = judgeOneByOne(
      script.agentLimit('GraphRecursionError').steps,
      policyOf('balanced', { mode: 'shadow' }),
    )
    expect(memory.limit).toEqual({ reason: 'agent_limit', class: 'exhaustion' })
    expect(decisions.some(({ reason }) => reason === 'agent_limit')).toBe(false)
  })

  it('says in its explanation whether a higher limit would have helped', () => {
    const { decisions } = judgeOneByOne(
      new Script().times(4, news).steps,
      policyOf('balanced', { limits: { toolCalls: 4 } }),
    )
    expect(decisions[0]).toMatchObject({ reason: 'budget_tool_calls', class: 'genuine_complexity' })
    expect(decisions[0]?.explanation).toContain('a higher limit may have helped')
    expect(decisions[0]?.message).not.toContain('higher limit')
  })

  it('has a clean slate after an operator resumes it', () => {
    const script = new Script().times(4, news).operator('resume', null, { toolCalls: 100 }).times(2, news)
    const { memory } = judgeOneByOne(script.steps, policyOf('balanced', { limits: { toolCalls: 4 } }))
    expect(memory.limit).toBeNull()
  })
})
