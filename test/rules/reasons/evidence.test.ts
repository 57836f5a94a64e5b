import { describe, expect, it } from 'vitest'
import { createMemory, judge, type Finding, type Policy, type Reason, type Step } from '@loop-observer/rules'
import { judgeOneByOne, policyOf, Script } from '../../support/steps.ts'

const same = (run: Script): Script =>
  run.call({
    tool: 'search',
    args: { q: 'x' },
    gives: 'The handbook names two pumps for this, both out of stock.',
  })

/** The last finding of a reason. */
function found(steps: readonly Step[], reason: Reason, policy: Policy = policyOf()): Finding | undefined {
  const { findings } = judge(createMemory('run', 'sdk', policy.version), steps, policy)
  return findings.findLast((each) => each.reason === reason)
}

const withSpans = (steps: readonly Step[]): readonly Step[] =>
  steps.map((step, index) => ({ ...step, spanId: index === 1 ? null : `span${index}` }))

describe('the evidence of a finding', () => {
  it('is the calls that show it, with the spans of those that have one', () => {
    const { evidence } = found(withSpans(new Script().times(3, same).steps), 'repetition') ?? {}
    expect(evidence).toMatchObject({ steps: ['s0', 's1', 's2'], spans: ['span0', 'span2'] })
  })

  it('is the sixteen newest of many', () => {
    const policy = policyOf('balanced', { mode: 'shadow' })
    const { evidence } = found(new Script().times(20, same).steps, 'repetition', policy) ?? {}
    expect(evidence?.steps).toEqual(Array.from({ length: 16 }, (_, k) => `s${k + 4}`))
    expect(evidence?.counts).toMatchObject({ repeats: 20, of: 20 })
  })

  it('is the step itself, where no calls show it', () => {
    const script = new Script().check('build', ['x']).check('build', ['x'])
    expect(found(withSpans(script.steps), 'convergence')?.evidence).toMatchObject({
      steps: ['s1'],
      spans: [],
      fingerprints: [],
    })
    expect(found(withSpans(script.check('build', ['x']).steps), 'convergence')?.evidence.spans).toEqual([
      'span2',
    ])
  })

  it('has the fingerprints of call and answer, as far as they are known', () => {
    const { steps } = new Script().times(3, same)
    const [step] = steps
    if (step?.kind !== 'tool' || step.observation.state !== 'known') throw new Error('not a known call')
    expect(found(steps, 'repetition')?.evidence.fingerprints).toEqual([
      step.call.exact,
      step.observation.fingerprint,
    ])
    const empty = new Script().times(3, (run) => run.call({ tool: 'search', gives: '' }))
    expect(found(empty.steps, 'repetition')?.evidence.fingerprints).toHaveLength(1)
  })

  it('says how many of its calls nobody saw the answer of', () => {
    const script = new Script().times(4, (run) =>
      run.call({ tool: 'send_mail', args: { to: 'a' }, effect: true }),
    )
    expect(found(script.steps, 'repetition')?.evidence.counts).toMatchObject({
      repeats: 4,
      of: 4,
      not_captured: 4,
    })
    expect(found(new Script().times(3, same).steps, 'repetition')?.evidence.counts).toEqual({
      repeats: 3,
      of: 3,
    })
  })
})

describe('what a finding says beside', () => {
  it('of a limit: what was used, what is allowed, and no loop', () => {
    const policy = policyOf('balanced', { limits: { toolCalls: 3 } })
    expect(found(new Script().times(3, same).steps, 'budget_tool_calls', policy)).toMatchObject({
      loop: '',
      strength: 'certain',
      evidence: { counts: { used: 3, limit: 3 } },
      tools: [],
    })
  })

  it('of a cycle: its tools, each once and in the order of their use, its period and whole rounds', () => {
    const script = new Script().times(6, (run, index) =>
      run.call({
        tool: ['look', 'ask', 'look'][index % 3] ?? '',
        args: { at: index % 3 },
        gives: `what there is at place ${index % 3}`,
      }),
    )
    const finding = found(script.steps, 'oscillation', policyOf('assertive'))
    expect(finding).toMatchObject({
      tools: ['look', 'ask'],
      evidence: { steps: ['s0', 's1', 's2', 's3', 's4', 's5'], counts: { period: 3, rounds: 2 } },
    })
  })

  it('of a half round: the whole rounds before it', () => {
    const script = new Script().times(5, (run, index) =>
      run.call({ tool: 'look', args: { side: index % 2 }, gives: `what there is on side ${index % 2}` }),
    )
    expect(found(script.steps, 'oscillation')?.evidence.counts).toEqual({ period: 2, rounds: 2 })
  })

  it('of a cycle by its calls alone: how many answers there were, if more than calls', () => {
    const look = (...answers: readonly (string | undefined)[]) => {
      const script = new Script()
      for (const [index, gives] of answers.entries())
        script.call({ tool: 'look', args: { side: index % 2 }, gives })
      return found(script.steps, 'oscillation', policyOf('strict'))?.evidence.counts
    }
    expect(look('left is one', 'right is one', 'left is two')).toMatchObject({
      period: 2,
      rounds: 1,
      answers: 3,
    })
    expect(look('it is empty here', 'it is empty here', 'it is empty here')).toEqual({ period: 2, rounds: 1 })
    expect(look('left is one', 'right is one', 'left is one')).not.toHaveProperty('answers')
    expect(look('left is one', undefined, 'left is two')).toMatchObject({ answers: 2, not_captured: 1 })
    expect(look('left is one', undefined, 'left is one', undefined)).not.toHaveProperty('answers')
  })

  it('of a dependency: the error, its failures and calls, and the tools that met it', () => {
    const script = new Script()
    for (const tool of ['db', 'cache', 'db', 'db'])
      script.call({
        tool,
        args: { of: script.steps.length % 3 },
        fails: 'connect ECONNREFUSED 10.0.0.1:5432',
      })
    const finding = found(script.steps, 'dependency_down')
    expect(finding?.loop).toMatch(/^error:[1-9a-f][0-9a-f]*$/)
    expect(finding).toMatchObject({ tools: ['db', 'cache'], evidence: { counts: { failures: 4, calls: 3 } } })
    expect(finding?.evidence.steps).toEqual(['s0', 's1', 's2', 's3'])
  })

  it('of a check that does not shrink: its pass, its failures and those before, and the verdict', () => {
    const script = new Script()
      .check('build', ['a b', 'c d'])
      .check('build', ['e f'])
      .check('build', ['g h', 'i j'])
    expect(found(script.steps, 'convergence')).toMatchObject({
      loop: 'check:build',
      strength: 'certain',
      tools: ['build'],
      evidence: { counts: { passes: 3, failures: 2, failures_before: 1, growing: 1 } },
    })
  })

  it('of a livelock: how many checks have failed, and what the last one still lacks', () => {
    const script = new Script()
    for (const name of ['types', 'unit', 'lint', 'types', 'build'])
      script.check(name, [`one of ${name}`, 'two'])
    expect(found(script.steps, 'livelock')).toMatchObject({
      loop: '',
      tools: ['build'],
      evidence: { counts: { failed_checks: 5, failures: 2 } },
    })
  })

  it('of a lowered bar: its criteria, eight by name', () => {
    const bar = Object.fromEntries(Array.from({ length: 10 }, (_, k) => [`criterion ${k}`, 'a']))
    const script = new Script().check('acceptance', ['x'], bar).check('acceptance', [], { other: 'a' })
    const finding = found(script.steps, 'bar_lowered')
    expect(finding).toMatchObject({ loop: '', strength: 'certain', evidence: { counts: { criteria: 10 } } })
    expect(finding?.tools).toEqual(Array.from({ length: 8 }, (_, k) => `criterion ${k}`))
  })

  it('of exhaustion: the calls since the last progress and the tools that were tried', () => {
    const script = new Script()
      .call({ tool: 'read', gives: 'The first page is here.' })
      .times(3, (run, index) =>
        run.call({ tool: ['account', 'invoices', 'mail'][index] ?? '', args: { q: index }, gives: '' }),
      )
    expect(found(script.steps, 'exhaustion')).toMatchObject({
      loop: 'stale',
      strength: 'suspect',
      tools: ['account', 'invoices', 'mail'],
      evidence: { steps: ['s1', 's2', 's3'], counts: { calls_without_progress: 3, tools: 3 } },
    })
  })

  it('of completion: the calls after the check', () => {
    const script = new Script()
      .check('acceptance', [])
      .times(4, (run, index) =>
        run.call({ tool: ['read', 'diff'][index % 2] ?? '', args: { at: index }, gives: '' }),
      )
    expect(found(script.steps, 'completion')).toMatchObject({
      loop: 'done',
      strength: 'suspect',
      tools: ['read', 'diff'],
      evidence: { counts: { calls_after_check: 4 } },
    })
  })

  it('of words: how often a message came, and how often a phrase in it', () => {
    const said = new Script().times(3, (run) => run.model('I will now run the tests.'))
    const finding = found(said.steps, 'repetition')
    expect(finding?.loop).toMatch(/^message:[0-9a-f]+$/)
    expect(finding?.evidence.counts).toEqual({ messages: 3, phrases: 1 })
    const chant = new Script().model('I should check the board again to be certain. '.repeat(30))
    expect(found(chant.steps, 'repetition')?.evidence.counts).toEqual({ messages: 1, phrases: 30 })
    const restated =
      'The account is past due by two hundred and the disputed invoice is the reason for it as far as I can see'
    const again = new Script().times(3, (run, index) =>
      run.model(`${restated} ${['now', 'today', 'still'][index]}`),
    )
    expect(found(again.steps, 'completion')).toMatchObject({
      loop: 'restated',
      strength: 'suspect',
      evidence: { counts: { messages: 3 } },
    })
  })

  it('of a person, or of a limit of its framework: nothing more', () => {
    const bare = { loop: '', strength: 'certain', tools: [], evidence: { counts: {} } }
    expect(found(new Script().call().operator('halt').steps, 'operator')).toMatchObject(bare)
    expect(found(new Script().call().agentLimit('recursion').steps, 'agent_limit')).toMatchObject(bare)
    expect(found(new Script().call().operator('resume').steps, 'operator')).toBeUndefined()
  })
})

describe('how sure a finding is', () => {
  const strengths = (script: Script, reason: Reason): readonly string[] =>
    judgeOneByOne(script.steps, policyOf('balanced', { mode: 'shadow', maxNudges: 0 }))
      .findings.filter((each) => each.reason === reason)
      .map(({ strength }) => strength)

  it('of equal messages it is certain later than it is a suspicion, of a chant never', () => {
    const { messagesNudgeAt = 0, messagesHaltAt = 0 } = policyOf().rules.repetition.settings
    const script = new Script().times(messagesHaltAt, (run) => run.model('I will now run the tests.'))
    expect(strengths(script, 'repetition')).toEqual([
      ...Array.from({ length: messagesHaltAt - messagesNudgeAt }, () => 'suspect'),
      'certain',
    ])
    const chant = new Script().model('I should check the board again to be certain. '.repeat(200))
    expect(strengths(chant, 'repetition')).toEqual(['suspect'])
  })

  it('of nearly equal messages it is certain later than it is a suspicion', () => {
    const { nudgeRestated = 0, haltRestated = 0 } = policyOf().rules.completion.settings
    const restated =
      'The account is past due by two hundred and the disputed invoice is the reason for it as far as I can see'
    const script = new Script().times(haltRestated, (run, index) =>
      run.model(`${restated} ${'abcdefgh'[index]}`),
    )
    expect(strengths(script, 'completion')).toEqual([
      ...Array.from({ length: haltRestated - nudgeRestated }, () => 'suspect'),
      'certain',
    ])
  })

  it('of calls after a passed check it is certain later than it is a suspicion', () => {
    const { nudgeCalls = 0, haltCalls = 0 } = policyOf().rules.completion.settings
    const script = new Script()
      .check('acceptance', [])
      .times(haltCalls, (run, index) => run.call({ tool: 'look', args: { at: index }, gives: '' }))
    expect(strengths(script, 'completion')).toEqual([
      ...Array.from({ length: haltCalls - nudgeCalls }, () => 'suspect'),
      'certain',
    ])
  })

  it('of failures of a dependency it is certain later than it is a suspicion', () => {
    const { nudgeAt = 0, escalateAt = 0 } = policyOf().rules.dependency_down.settings
    const script = new Script().times(escalateAt, (run, index) =>
      run.call({ tool: 'db', args: { q: index }, fails: 'connect ECONNREFUSED 10.0.0.1:5432' }),
    )
    expect(strengths(script, 'dependency_down')).toEqual([
      ...Array.from({ length: escalateAt - nudgeAt }, () => 'suspect'),
      'certain',
    ])
  })
})
