import { describe, expect, it } from 'vitest'
import { judgeOneByOne, policyOf, Script } from '../../support/steps.ts'

const same =
  (tool: string, lane = 'main') =>
  (run: Script): Script =>
    run.call({ tool, args: { q: tool }, gives: `always the same answer of ${tool}`, lane })
const news = (run: Script, index: number): Script =>
  run.call({ tool: 'read', args: { page: index }, gives: `page ${index} tells something of its own` })

const sameThrice = { sameInARow: 3 } as const

describe('of several findings about one step', () => {
  it('a halt goes before a nudge, though that stands first in the list of rules', () => {
    const policy = policyOf('balanced', {
      rules: { no_progress: { response: 'halt', settings: sameThrice } },
    })
    const { findings, story } = judgeOneByOne(new Script().times(3, same('a')).steps, policy)
    expect(findings.map(({ reason }) => reason)).toEqual(['repetition', 'no_progress'])
    expect(story).toEqual(['halt no_progress @2'])
    const helped = new Script().call({ gives: 'something' }).times(3, same('a', 'helper'))
    expect(judgeOneByOne(helped.steps, policy).decisions).toMatchObject([
      { action: 'halt', reason: 'no_progress', scope: 'lane' },
    ])
  })

  it('the end of the run goes before the end of a lane', () => {
    const script = new Script().call({ gives: 'something' }).times(3, same('a', 'helper'))
    const policy = policyOf('balanced', {
      rules: {
        repetition: { response: 'halt', settings: { nudgeAt: 3, haltAt: 3 } },
        no_progress: { response: 'escalate', settings: sameThrice },
      },
    })
    const { findings, decisions } = judgeOneByOne(script.steps, policy)
    expect(findings.map(({ reason }) => reason)).toEqual(['repetition', 'no_progress'])
    expect(decisions).toMatchObject([{ action: 'escalate', reason: 'no_progress', scope: 'run' }])
  })

  it('the first in the list of rules goes before others as strong', () => {
    const policy = policyOf('balanced', { limits: { toolCalls: 2, steps: 2 } })
    const { findings, story } = judgeOneByOne(new Script().times(2, news).steps, policy)
    expect(findings.map(({ reason }) => reason)).toEqual(['budget_tool_calls', 'budget_steps'])
    expect(story).toEqual(['halt budget_tool_calls @1'])
  })
})

describe('a decision', () => {
  const script = new Script()
    .call({ tool: 'list', gives: 'three files are here' })
    .call({ tool: 'read', args: { file: 1 }, gives: 'the first of the files' })
    .times(5, same('a'))
  const told = () => {
    const { decisions, memory } = judgeOneByOne(script.steps)
    return { decisions, memory, nudge: decisions[0], halt: decisions[1] }
  }

  it('is numbered, dated by its step, and names the loop with the calls that show it', () => {
    const { decisions, nudge, halt } = told()
    expect(decisions.map(({ seq }) => seq)).toEqual([1, 2])
    expect(halt).toMatchObject({
      run: 'run',
      lane: 'main',
      step: 's6',
      issuedAtMs: script.steps[6]?.endedAtMs,
      evidence: { steps: ['s2', 's3', 's4', 's5', 's6'], counts: { repeats: 5, of: 7 } },
      policyVersion: 'builtin:balanced',
      engineVersion: '1',
    })
    expect(halt?.loop).toBe(nudge?.loop)
    expect(halt?.loop).toMatch(/^call:[0-9a-f]+$/)
  })

  it('carries the totals as they were then', () => {
    const { nudge, halt } = told()
    expect(nudge?.totals.toolCalls).toBe(5)
    expect(halt?.totals.toolCalls).toBe(7)
  })

  it('can be resumed from, and hands over the tools that were not tried, when it is an end', () => {
    const { nudge, halt } = told()
    expect(nudge?.resumable).toBe(false)
    expect(nudge).not.toHaveProperty('handover')
    expect(halt?.resumable).toBe(true)
    expect(halt?.handover).toEqual({ traceId: null, otherTools: ['list', 'read'] })
    expect(halt).not.toHaveProperty('class')
  })

  it('names the tools of the loop, not all that brought nothing', () => {
    expect(told().halt?.tried).toEqual(['a'])
  })

  it('names what was tried where it is about no calls: a limit, a check', () => {
    const nothing = (run: Script, index: number): Script =>
      run.call({ tool: `tool_${index}`, args: { q: index }, gives: '' })
    const limited = judgeOneByOne(
      new Script().times(2, nothing).steps,
      policyOf('balanced', { limits: { toolCalls: 2 } }),
    )
    expect(limited.decisions[0]).toMatchObject({ reason: 'budget_tool_calls', tried: ['tool_0', 'tool_1'] })
    const checked = new Script().times(2, nothing).check('build', ['x']).check('build', ['x'])
    expect(judgeOneByOne(checked.steps).decisions[0]).toMatchObject({
      reason: 'convergence',
      tried: ['tool_0', 'tool_1'],
    })
  })

  it('about a loop has no class, though the run met a limit before', () => {
    const policy = policyOf('balanced', { mode: 'nudge', limits: { toolCalls: 2 } })
    const { decisions } = judgeOneByOne(new Script().times(3, same('a')).steps, policy)
    expect(decisions.map(({ reason, class: limit }) => [reason, limit])).toEqual([
      ['budget_tool_calls', 'genuine_complexity'],
      ['repetition', undefined],
    ])
  })

  it('ends the run with its reason', () => {
    expect(told().memory).toMatchObject({
      outcome: 'halted',
      reason: 'repetition',
      seq: 2,
      nudges: 1,
      state: { halted: true },
    })
  })

  it('names no tool as a way out that changes something: by its name, its source, its arguments or the policy', () => {
    const script = new Script()
      .call({ tool: 'list_jobs', gives: 'job one is waiting' })
      .call({ tool: 'start_job', gives: 'job two was started' })
      .call({ tool: 'send_mail', gives: 'it went out to her' })
      .call({ tool: 'update_row', gives: 'the row is another now' })
      .call({ tool: 'ledger', effect: true, gives: 'a line was added there' })
      .call({ tool: 'bash', args: { command: 'rm -r build' }, gives: 'nothing is left of it' })
      .call({ tool: 'archive', gives: 'put away for good' })
      .times(5, same('a'))
    const policy = policyOf('balanced', { tools: { approval: ['archive'] } })
    const { decisions } = judgeOneByOne(script.steps, policy)
    expect(decisions.at(-1)?.handover?.otherTools).toEqual(['list_jobs'])
  })

  it('hands over sixteen tools at most', () => {
    const many = new Script()
      .times(20, (run, index) =>
        run.call({ tool: `tool_${index}`, gives: `page ${index} tells something of its own` }),
      )
      .times(5, same('a'))
    const otherTools = judgeOneByOne(many.steps).decisions.at(-1)?.handover?.otherTools
    expect(otherTools).toEqual(Array.from({ length: 16 }, (_, index) => `tool_${index}`))
  })

  it('that calls a person leaves the run escalated', () => {
    const down = new Script().times(8, (run, index) =>
      run.call({ tool: 'db', args: { q: index }, fails: 'connect ECONNREFUSED 10.0.0.1:5432' }),
    )
    const told = judgeOneByOne(down.steps)
    expect(told.decisions.map(({ action, reason }) => [action, reason])).toEqual([
      ['nudge', 'dependency_down'],
      ['escalate', 'dependency_down'],
    ])
    expect(told.memory).toMatchObject({ outcome: 'escalated', reason: 'dependency_down' })
  })
})

describe('a mode in which nothing is halted', () => {
  const twice = new Script().times(6, same('a')).times(3, news).times(6, same('b'))

  it('records one halt in shadow, and nothing after it', () => {
    const { story, memory } = judgeOneByOne(twice.steps, policyOf('balanced', { mode: 'shadow' }))
    expect(story).toEqual(['nudge repetition @2', 'halt repetition @4'])
    expect(memory).toMatchObject({
      outcome: 'open',
      reason: null,
      state: { halted: false, haltRecorded: true },
    })
  })

  it('goes on to nudge where nudges may be given', () => {
    const { story, memory } = judgeOneByOne(twice.steps, policyOf('balanced', { mode: 'nudge' }))
    expect(story).toEqual(['nudge repetition @2', 'halt repetition @4', 'nudge repetition @11'])
    expect(memory.outcome).toBe('open')
  })

  it('is stopped by a person all the same', () => {
    const script = new Script().times(6, same('a')).operator('halt', 'enough')
    const { decisions, memory } = judgeOneByOne(script.steps, policyOf('balanced', { mode: 'shadow' }))
    expect(decisions.map(({ reason, enforced }) => [reason, enforced])).toEqual([
      ['repetition', false],
      ['repetition', false],
      ['operator', true],
    ])
    expect(memory).toMatchObject({ outcome: 'halted', reason: 'operator' })
  })
})
