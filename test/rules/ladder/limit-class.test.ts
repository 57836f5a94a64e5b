import { describe, expect, it } from 'vitest'
import { createMemory, judge, type PolicyFile, type Step, type TickStep } from '@loop-observer/rules'
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

  it('is what a rule says at the very step at which it meets the limit', () => {
    const refused = { fails: 'connect ECONNREFUSED' }
    const outage = new Script()
      .times(2, (run) => run.call({ tool: 'orders', ...refused }))
      .call({ tool: 'stock', ...refused })
    expect(classAt(outage, 3)).toBe('exhaustion')
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

describe('what a rule has said of a run', () => {
  const stuck = (run: Script): Script => run.call({ gives: 'the same' })
  /** Calls that neither bring something new nor repeat anything: of what they are nobody has heard. */
  const quiet = (run: Script, index: number): Script => run.call({ tool: 'unseen', args: { q: index } })

  it('holds for the nine steps after it', () => {
    for (const [steps, expected] of [
      [9, 'repetition'],
      [10, 'exhaustion'],
    ] as const) {
      const script = new Script().times(3, stuck).times(steps, quiet)
      expect(classAt(script, 3 + steps)).toBe(expected)
    }
  })

  it('is forgiven at the second call that brings something new', () => {
    const said = () => new Script().times(6, news).times(3, stuck)
    const later = (run: Script, index: number): Script => news(run, index + 6)
    expect(classAt(said().times(1, later), 10)).toBe('repetition')
    expect(classAt(said().times(2, later), 11)).toBe('genuine_complexity')
  })

  it('outlasts what is said at the limit itself', () => {
    const script = new Script().times(6, news).times(3, stuck).agentLimit('recursion')
    const policy = policyOf('balanced', { limits: { toolCalls: 9 }, mode: 'shadow' })
    expect(judgeOneByOne(script.steps, policy).memory.limit).toEqual({
      reason: 'agent_limit',
      class: 'repetition',
    })
  })

  it('counts in whichever lane it was said, and of two lanes the word that is fewer steps old', () => {
    const lane = 'helper'
    const cycle = (run: Script, index: number): Script =>
      run.call({ tool: index % 2 === 0 ? 'a' : 'b', gives: `side ${index % 2}`, lane })
    const silent = (run: Script): Script => run.model(null, 0, lane)
    expect(classAt(new Script().times(3, stuck).times(6, cycle).times(1, quiet), 10)).toBe('oscillation')
    expect(classAt(new Script().times(6, cycle).times(2, silent).times(4, stuck), 10)).toBe('repetition')
    expect(classAt(new Script().times(3, stuck).times(2, silent).call({ lane }), 4)).toBe('repetition')
  })

  it.each([
    ['the same errors again', [['x a'], ['x a'], ['x a']], 'repetition'],
    ['errors that come back', [['x a'], ['x b'], ['x a']], 'oscillation'],
    ['more errors', [['x a'], ['x b'], ['x c', 'x d']], 'exhaustion'],
  ] as const)('of a check, by its verdict: %s', (_, passes, expected) => {
    const script = new Script()
    for (const failures of passes) script.check('build', failures)
    const { memory } = judgeOneByOne(
      script.agentLimit('recursion').steps,
      policyOf('balanced', { mode: 'shadow' }),
    )
    expect(memory.limit?.class).toBe(expected)
  })
})

describe('a run of which no rule has spoken, at a limit', () => {
  const off = { enabled: false }
  const rules = {
    repetition: off,
    oscillation: off,
    exhaustion: off,
    no_progress: off,
    completion: off,
  }
  const idle = (run: Script, index: number): Script => run.call({ args: { q: index }, gives: '' })
  const edit = (run: Script, index: number): Script =>
    run.call({ tool: 'edit_file', args: { path: 'a.ts', new: `${index}` }, gives: '' })

  it('stands still when half of its newest ten calls brought nothing, and two of them at least', () => {
    expect(classAt(new Script().times(1, idle), 1, { rules })).toBe('genuine_complexity')
    expect(classAt(new Script().times(2, idle), 2, { rules })).toBe('exhaustion')
    expect(classAt(new Script().times(6, news).times(4, idle), 10, { rules })).toBe('genuine_complexity')
    expect(classAt(new Script().times(5, news).times(5, idle), 10, { rules })).toBe('exhaustion')
    expect(classAt(new Script().times(20, news).times(5, idle), 25, { rules })).toBe('exhaustion')
    expect(classAt(new Script().times(6, idle).times(6, news), 12, { rules })).toBe('genuine_complexity')
  })

  it('does not stand still while it changes something', () => {
    expect(classAt(new Script().times(6, edit), 6, { rules })).toBe('genuine_complexity')
  })

  it('is completion when it stands still after a check has passed', () => {
    const script = new Script().check('tests', []).times(4, idle)
    expect(classAt(script, 4, { rules })).toBe('completion')
  })

  it('is repetition when it says the same again, and completion in nearly the same words', () => {
    const limited = (script: Script) =>
      judgeOneByOne(script.agentLimit('recursion').steps, policyOf('balanced', { mode: 'shadow' })).memory
        .limit?.class
    const said =
      'The account is past due by two hundred and the disputed invoice is the reason for it as far as I can see'
    expect(limited(new Script().times(2, (run) => run.model(said)))).toBe('repetition')
    expect(limited(new Script().model(`${said} now`).model(`${said} today`))).toBe('completion')
    expect(limited(new Script().model(said))).toBe('genuine_complexity')
  })

  it('takes calls of which the arguments are unknown for no repetition', () => {
    const blind = new Script().times(6, idle)
    const steps = blind.steps.map((step) =>
      step.kind === 'tool' ? { ...step, call: { ...step.call, gist: null, exact: null } } : step,
    )
    const { memory } = judgeOneByOne(
      steps,
      policyOf('balanced', { limits: { toolCalls: 6 }, mode: 'shadow', rules }),
    )
    expect(memory.limit?.class).toBe('exhaustion')
  })

  it('is exhaustion when only a few of its calls were made before', () => {
    const script = new Script().times(5, idle).times(2, (run) => idle(run, 0))
    expect(classAt(script, 7, { rules })).toBe('exhaustion')
    const more = new Script().times(4, idle).times(3, (run) => idle(run, 3))
    expect(classAt(more, 7, { rules })).toBe('repetition')
  })

  it('is oscillation only when more of its repeats come after another call than in a row', () => {
    const calls = (order: string) => {
      const script = new Script()
      for (const name of order) script.call({ tool: name, gives: '' })
      return classAt(script, order.length, { rules })
    }
    expect(calls('xxyx')).toBe('repetition')
    expect(calls('xyxy')).toBe('oscillation')
  })
})

describe('the limit of a run', () => {
  it('is the first that it met, unless its framework has ended it', () => {
    const policy = policyOf('balanced', { limits: { toolCalls: 2, steps: 4 }, mode: 'shadow' })
    const script = new Script().times(5, news)
    expect(judgeOneByOne(script.steps, policy).memory.limit?.reason).toBe('budget_tool_calls')
    expect(judgeOneByOne(script.agentLimit('recursion').steps, policy).memory.limit?.reason).toBe(
      'agent_limit',
    )
  })
})

describe('a run that only time brought to its limit', () => {
  const policy = policyOf('balanced', { limits: { seconds: 60 } })
  const mark = (kind: 'tick' | 'fence', atMs: number): TickStep => {
    const base = { id: `${kind}${atMs}`, lane: '*', sequence: null, traceId: null, spanId: null }
    return { ...base, kind: kind as 'tick', startedAtMs: atMs, endedAtMs: atMs, receivedAtMs: atMs }
  }
  const met = (steps: readonly Step[], atMs: number) => {
    const before = judge(createMemory('run', 'sdk', policy.version), steps, policy).memory
    return judge(before, [mark('tick', atMs)], policy).decisions[0]
  }

  it('is no genuine complexity when its first call hangs, and no higher limit is said to help', () => {
    const halt = met([mark('fence', 1_000_000)], 1_060_000)
    expect(halt).toMatchObject({ reason: 'budget_time', class: 'exhaustion' })
    expect(halt?.explanation).toContain('Nothing new was coming: a higher limit would not have helped.')
    expect(halt?.explanation).not.toContain('progress')
  })

  it('is none either when a call has hung for more than half of the time, whatever it found before', () => {
    const { steps } = new Script().times(3, news)
    const [first] = steps
    const begunMs = first?.startedAtMs ?? 0
    const [slow] = new Script().call({ gives: 'news' }).steps.map((step) => ({ ...step, id: 'slow' }))
    expect(met(steps, begunMs + 70_000)).toMatchObject({ reason: 'budget_time', class: 'exhaustion' })
    const at = (ms: number): readonly Step[] =>
      slow === undefined
        ? []
        : [...steps, { ...slow, sequence: 3, endedAtMs: begunMs + ms, receivedAtMs: begunMs + ms }]
    expect(met(at(20_000), begunMs + 70_000)).toMatchObject({ class: 'exhaustion' })
    expect(met(at(45_000), begunMs + 70_000)).toMatchObject({ class: 'genuine_complexity' })
  })
})
