import { describe, expect, it } from 'vitest'
import {
  createMemory,
  judge,
  judgeAloud,
  type Policy,
  type Reason,
  type Step,
  type Thought,
} from '@loop-observer/rules'
import { policyOf, Script } from '../../support/steps.ts'

/** What a rule thought of the last of the steps; undefined when it had nothing to say. */
function lastThought(
  steps: readonly Step[],
  reason: Reason,
  policy: Policy = policyOf(),
): Thought | undefined {
  const { thoughts } = judgeAloud(createMemory('run', 'sdk', policy.version), steps, policy)
  return thoughts.at(-1)?.thoughts.find((each) => each.reason === reason)
}

const same = (run: Script): Script =>
  run.call({ tool: 'search', args: { q: 'x' }, gives: 'No page of the handbook matches what was asked for.' })
const nothing = (run: Script, index: number): Script =>
  run.call({ tool: ['account', 'invoices', 'mail'][index % 3] ?? '', args: { q: index }, gives: '' })
const news = (run: Script, index: number): Script =>
  run.call({ tool: 'read', args: { page: index }, gives: `page ${index} tells something of its own` })

describe('what a rule measures, and from where on it speaks by the policy', () => {
  const { rules } = policyOf()
  const at = (reason: Reason, nudge: string | null, halt: string | null) => ({
    nudgeAt: nudge === null ? null : rules[reason].settings[nudge],
    haltAt: halt === null ? null : rules[reason].settings[halt],
  })

  it.each<[Reason, string, number, object, () => Script]>([
    [
      'repetition',
      'identical_results',
      3,
      at('repetition', 'nudgeAt', 'haltAt'),
      () => new Script().times(3, same),
    ],
    [
      'repetition',
      'equal_effects',
      2,
      at('repetition', 'effectNudgeAt', 'effectHaltAt'),
      () =>
        new Script().times(2, (run, index) =>
          run.call({ tool: 'send_mail', args: { to: 'a' }, gives: { receipt: index }, effect: true }),
        ),
    ],
    [
      'repetition',
      'equal_messages',
      3,
      at('repetition', 'messagesNudgeAt', 'messagesHaltAt'),
      () => new Script().times(3, (run) => run.model('I will now run the tests.')),
    ],
    [
      'repetition',
      'chanted_phrases',
      30,
      at('repetition', 'chantAt', null),
      () => new Script().model('I should check the board again to be certain. '.repeat(30)),
    ],
    [
      'oscillation',
      'rounds',
      2.5,
      at('oscillation', 'nudgeRounds', 'haltRounds'),
      () =>
        new Script().times(5, (run, index) =>
          run.call({
            tool: 'look',
            args: { side: index % 2 },
            gives: `what there is to see on side ${index % 2}`,
          }),
        ),
    ],
    [
      'exhaustion',
      'stale_calls_over_tools',
      3,
      at('exhaustion', 'nudgeStale', 'haltStale'),
      () => new Script().times(3, nothing),
    ],
    [
      'exhaustion',
      'stale_calls',
      4,
      at('exhaustion', 'longNudgeStale', 'longHaltStale'),
      () =>
        new Script().times(4, (run, index) =>
          run.call({ tool: 'look', args: { q: `${index}` }, fails: 'no' }),
        ),
    ],
    [
      'completion',
      'calls_after_check',
      3,
      at('completion', 'nudgeCalls', 'haltCalls'),
      () => new Script().check('acceptance', []).times(3, nothing),
    ],
    [
      'completion',
      'answerable_in_a_row',
      2,
      at('completion', 'nudgeAnswerable', 'haltAnswerable'),
      () => new Script().times(2, (run, index) => news(run, index).opinion(true)),
    ],
    [
      'dependency_down',
      'same_failures',
      3,
      at('dependency_down', 'nudgeAt', 'escalateAt'),
      () =>
        new Script().times(3, (run, index) =>
          run.call({ tool: 'db', args: { q: index }, fails: 'connect ECONNREFUSED 10.0.0.1:5432' }),
        ),
    ],
    [
      'livelock',
      'failed_checks',
      3,
      at('livelock', null, 'failedChecks'),
      () => new Script().check('types', ['a']).check('unit', ['b']).check('lint', ['c']),
    ],
  ])('%s: %s', (...[reason, measure, value, lines, script]) => {
    expect(lastThought(script().steps, reason)?.gauge).toEqual({ measure, value, ...lines })
  })

  it('restated_messages of completion, by words that are nearly the same', () => {
    const said =
      'The account is past due by two hundred and the disputed invoice is the reason for it as far as I can see'
    const script = new Script().times(2, (run, index) => run.model(`${said} ${['today', 'now'][index]}`))
    expect(lastThought(script.steps, 'completion')?.gauge).toEqual({
      measure: 'restated_messages',
      value: 2,
      ...at('completion', 'nudgeRestated', 'haltRestated'),
    })
  })

  it('the meter of no_progress: half of it is told at', () => {
    const { line, nudgeRatio } = rules.no_progress.settings
    const gauge = lastThought(new Script().times(4, nothing).steps, 'no_progress')?.gauge
    expect(gauge).toMatchObject({ measure: 'meter', haltAt: line, nudgeAt: (line ?? 0) * (nudgeRatio ?? 0) })
    expect(gauge?.value).toBeCloseTo(4 * (rules.no_progress.settings['emptyWeight'] ?? 0))
  })

  it.each([
    ['budget_tool_calls', 'tool_calls', 4, 5, { toolCalls: 5 }],
    ['budget_steps', 'model_turns', 4, 5, { steps: 5 }],
    ['budget_time', 'seconds', 3.1, 3.5, { seconds: 3.5 }],
    // All that are allowed may be made: the run ends with the one after.
    ['budget_effects', 'effects', 4, 6, { effects: 5 }],
    ['budget_effects', 'effects', 4, 5, { effects: 4 }],
  ] as const)(
    '%s: %s, as soon as they come near the limit',
    (...[reason, measure, value, haltAt, limits]) => {
      const effect = (run: Script, index: number): Script =>
        run.call({ tool: 'send_mail', args: { to: index }, gives: `sent as number ${index}`, effect: true })
      const policy = policyOf('balanced', { limits })
      const thought = lastThought(new Script().times(4, effect).steps, reason, policy)
      expect(thought?.gauge).toEqual({ measure, value, nudgeAt: null, haltAt })
      expect(lastThought(new Script().times(2, effect).steps, reason, policy)).toBeUndefined()
    },
  )

  it.each([
    ['budget_tokens', 'tokens', { tokens: 5000 }],
    ['budget_cost', 'cost_usd', { costUsd: 0.09 }],
  ] as const)('%s: %s', (reason, measure, limits) => {
    const script = new Script().times(4, (run, index) => run.model(`thought ${index}`, 1000))
    const steps = script.steps.map((step) => ({ ...step, costUsd: 0.02 }) as Step)
    const thought = lastThought(steps, reason, policyOf('balanced', { limits }))
    expect(thought?.gauge?.measure).toBe(measure)
  })
})

describe('what holds a rule back', () => {
  const holdsOf = (script: Script, reason: Reason) => lastThought(script.steps, reason)?.heldBack

  it('is the round, of which the same call came before', () => {
    const script = new Script().times(2, same).call({
      tool: 'search',
      args: { q: 'x' },
      gives: 'No page of the handbook matches what was asked for.',
      round: 'r',
    })
    script.call({
      tool: 'search',
      args: { q: 'x' },
      gives: 'No page of the handbook matches what was asked for.',
      round: 'r',
    })
    expect(holdsOf(script, 'repetition')).toContain('same_round')
  })

  it('is that only one call met the failure', () => {
    const script = new Script().times(3, (run) =>
      run.call({ tool: 'db', args: { q: 1 }, fails: 'connect ECONNREFUSED 10.0.0.1:5432' }),
    )
    expect(holdsOf(script, 'dependency_down')).toEqual(['one_call_only'])
  })

  it('is a call that only waits', () => {
    const script = new Script().times(3, (run) =>
      run.call({ tool: 'sleep', args: { seconds: 5 }, gives: 'Slept for five seconds, and nothing else.' }),
    )
    expect(holdsOf(script, 'repetition')).toContain('waiting')
    expect(holdsOf(new Script().call({ tool: 'sleep', args: { seconds: 5 } }), 'repetition')).toBeUndefined()
  })

  it('is that the calls come round in turn, which is told as a cycle', () => {
    const script = new Script().times(6, (run, index) =>
      run.call({ tool: 'look', args: { side: index % 2 }, gives: `what there is on side ${index % 2}` }),
    )
    expect(holdsOf(script, 'repetition')).toContain('told_as_cycle')
  })

  it('is progress, or a change that was not made before', () => {
    const stuck = new Script().times(4, nothing)
    expect(holdsOf(news(stuck, 9), 'no_progress')).toContain('progress')
    const changed = new Script().times(3, nothing)
    changed.call({ tool: 'edit_file', args: { path: 'a.ts', new: 'x' }, gives: '' })
    expect(holdsOf(changed, 'exhaustion')).toEqual(['fresh_change'])
  })

  it('is that the failure came before in the same round', () => {
    const down = { tool: 'db', fails: 'connect ECONNREFUSED 10.0.0.1:5432' }
    const script = new Script()
      .call({ ...down, args: { q: 1 } })
      .call({ ...down, args: { q: 2 } })
      .times(2, (run) => run.call({ ...down, args: { q: 3 }, round: 'r' }))
    expect(holdsOf(script, 'dependency_down')).toEqual(['same_round'])
    const { steps } = script
    const { findings } = judge(createMemory('run', 'sdk', 'v'), steps, policyOf())
    expect(findings.filter(({ reason }) => reason === 'dependency_down')).toHaveLength(1)
  })

  it('is, after a passed check, that the same call came before in the round', () => {
    const look = { tool: 'look', args: { at: 'x' }, gives: '', round: 'r' }
    const idle = () => new Script().check('acceptance', []).times(3, nothing).call(look)
    expect(holdsOf(idle(), 'completion')).toEqual([])
    expect(holdsOf(idle().call(look), 'completion')).toEqual(['same_round'])
    expect(holdsOf(new Script().times(4, nothing), 'completion')).toBeUndefined()
  })

  it('is nothing, when a rule is on its way', () => {
    const failing = new Script().check('types', ['a']).check('unit', ['b']).check('lint', ['c'])
    expect(holdsOf(failing, 'livelock')).toEqual([])
    const down = new Script().times(2, (run, index) =>
      run.call({ tool: 'db', args: { q: index }, fails: 'connect ECONNREFUSED 10.0.0.1:5432' }),
    )
    expect(holdsOf(down, 'dependency_down')).toEqual([])
    expect(holdsOf(new Script().times(2, same), 'repetition')).toEqual([])
  })

  const turn = (run: Script, index: number, pauseMs = 1000): Script =>
    run.call({
      tool: 'look',
      args: { side: index % 2 },
      gives: `what there is to see on side ${index % 2}`,
      at: 1_000_000 + index * pauseMs,
    })

  it('is, of calls in turn, a wait between them, their round, or their patience', () => {
    expect(holdsOf(new Script().times(4, turn), 'oscillation')).toEqual([])
    const waited = new Script().times(4, turn).call({ tool: 'sleep', args: { seconds: 5 } })
    expect(holdsOf(waited, 'oscillation')).toEqual(['waiting'])
    const patient = new Script().times(6, (run, index) => turn(run, index, 90_000))
    expect(holdsOf(patient, 'oscillation')).toEqual(['patience'])
    const side = { tool: 'look', args: { side: 1 }, gives: 'what there is to see on side 1', round: 'r' }
    const together = new Script().times(3, turn).call(side).call(side)
    expect(holdsOf(together, 'oscillation')).toEqual(['same_round'])
  })

  it('is nothing of oscillation at what is no call, or comes round with nothing', () => {
    expect(holdsOf(new Script().times(4, turn).model('On it goes.'), 'oscillation')).toBeUndefined()
    expect(holdsOf(new Script().times(4, news), 'oscillation')).toBeUndefined()
  })

  it('is that retries of what failed in passing are free', () => {
    const busy = { tool: 'fetch', args: { url: 'https://host.example/a' }, fails: '503 Service Unavailable' }
    expect(
      holdsOf(
        new Script().times(3, (run) => run.call(busy)),
        'repetition',
      ),
    ).toEqual(['free_retry'])
    const later = { ...busy, fails: 'Error: no such page', at: 1_500_000 }
    const patient = new Script().call({ ...later, at: 1_000_000 }).call(later)
    expect(holdsOf(patient, 'repetition')).toEqual(['patience'])
  })

  it('is that a person spoke only where the same was seen before', () => {
    const found = (q: string, gives: string) => ({ tool: 'search', args: { q }, gives })
    const spoken = (before: ReturnType<typeof found>): Script =>
      new Script().call(before).user().call(found('x', 'the one answer'))
    expect(holdsOf(spoken(found('x', 'the one answer')), 'repetition')).toEqual(['user_spoke'])
    expect(holdsOf(spoken(found('y', 'the one answer')), 'repetition')).toBeUndefined()
    expect(holdsOf(spoken(found('x', 'another answer')), 'repetition')).toBeUndefined()
  })

  it('is earlier progress, where the policy gives credit for it, for twenty calls at most', () => {
    const policy = policyOf('balanced', { rules: { exhaustion: { settings: { stalePerProgress: 0.1 } } } })
    const after = (pages: number) =>
      lastThought(new Script().times(pages, news).times(3, nothing).steps, 'exhaustion', policy)
    const { nudgeStale = 0 } = policy.rules.exhaustion.settings
    expect(after(5)?.heldBack).toEqual(['earlier_progress'])
    expect(after(5)?.gauge?.nudgeAt).toBeCloseTo(nudgeStale + 0.5)
    expect(after(25)?.gauge?.nudgeAt).toBeCloseTo(nudgeStale + 2)
    expect(after(0)?.heldBack).toEqual([])
  })
})
