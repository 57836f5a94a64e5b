import { describe, expect, it } from 'vitest'
import { judgeOneByOne, policyOf, Script } from '../../support/steps.ts'

const search = {
  tool: 'search',
  args: { q: 'refund policy' },
  gives: 'Refunds are handled by the billing team.',
}

describe('repetition', () => {
  it('nudges at the third equal call with an equal answer and halts at the fifth', () => {
    const { story } = judgeOneByOne(new Script().times(6, (run) => run.call(search)).steps)
    expect(story).toEqual(['nudge repetition @2', 'halt repetition @4'])
  })

  it('under strict halts at the second identical observation in a row, as the documents have it', () => {
    const script = new Script().call(search).call({ ...search, args: { q: 'policy on refunds' } })
    expect(judgeOneByOne(script.steps, policyOf('strict')).story).toEqual(['halt no_progress @1'])
  })

  it('leaves a poll alone whose answer moves', () => {
    const poll = (percent: number) => ({ tool: 'get_job', args: { job: 7 }, gives: `${percent} % done` })
    const script = new Script().times(25, (run, index) => run.call(poll(index * 4)))
    expect(judgeOneByOne(script.steps).story).toEqual([])
  })

  it('tells at once of a call that failed and is made again as it was, though the message quotes another line', () => {
    const edit = { tool: 'edit_file', args: { path: 'a.ts', old: 'x', new: 'y' } }
    const script = new Script()
      .call({ ...edit, fails: 'Nothing was replaced: `x` is not in a.ts\nline 3 reads `u`' })
      .call({ ...edit, fails: 'Nothing was replaced: `x` is not in a.ts\nline 9 reads `v`' })
    expect(judgeOneByOne(script.steps).story).toEqual(['nudge repetition @1'])
  })

  it.each([
    ['a call that fails for a passing reason', ['503 Service Unavailable', '503 Service Unavailable'], 1_000],
    ['a look that waited', ['job 7 is not ready', 'job 7 is not ready'], 60_000],
  ])('leaves %s one more try', (_, failures, pauseMs) => {
    const script = new Script()
    for (const [index, fails] of failures.entries())
      script.call({ tool: 'get_job', args: { job: 7 }, fails, at: 1_000_000 + index * pauseMs })
    expect(judgeOneByOne(script.steps).story).toEqual([])
  })

  it('takes a call that failed, and failed again after another call, for two attempts', () => {
    const test = { tool: 'run_tests', args: {}, fails: 'Error: 2 tests failed' }
    expect(judgeOneByOne(new Script().call(test).call(search).call(test).steps).story).toEqual([])
  })

  it.each([
    ['answers that differ are not said to bring nothing', 'strict', { gives: 1 }, / its answers differ\. /],
    ['effects are not asked for what they bring', 'balanced', { effect: true, gives: 1 }, /same effect \(/],
    ['failures are said to be failures', 'balanced', { fails: 'no such table' }, / failed 2 times with /],
  ] as const)('knows what was repeated: %s', (_, preset, call, words) => {
    const script = new Script().times(3, (run, index) =>
      run.call({
        tool: 'relay',
        args: {},
        ...call,
        ...('gives' in call ? { gives: `receipt ${index}` } : {}),
      }),
    )
    const { decisions } = judgeOneByOne(script.steps, policyOf(preset))
    expect(decisions[0]).toMatchObject({ action: 'nudge', reason: 'repetition' })
    expect(decisions[0]?.message).toMatch(words)
    expect(decisions[0]?.message).not.toContain('bringing anything new')
  })

  it('takes long pauses for patience', () => {
    const script = new Script()
    for (let minute = 0; minute < 20; minute += 5) {
      script.call({ tool: 'get_job', args: { job: 7 }, gives: 'training', at: minute * 60_000 })
    }
    expect(judgeOneByOne(script.steps).story).toEqual([])
  })

  it('takes equal calls of one round for one piece of evidence', () => {
    const script = new Script().times(6, (run) => run.call({ ...search, round: 'one' }))
    expect(judgeOneByOne(script.steps).story).toEqual([])
  })

  it('does not count a call again after something was changed', () => {
    const test = { tool: 'run_tests', args: {}, fails: 'FAILED parser.test.ts: expected 3' }
    const script = new Script().times(3, (run, index) =>
      run
        .call(test)
        .call({ tool: 'edit_file', args: { path: 'parser.ts', new: `fix ${index}` }, gives: 'edited' }),
    )
    expect(
      judgeOneByOne(script.call(test).steps).findings.filter((each) => each.reason === 'repetition'),
    ).toEqual([])
  })

  it('gives two retries of a transient error for nothing', () => {
    const busy = { tool: 'fetch', args: { url: 'https://host.example/a' }, fails: '503 Service Unavailable' }
    const script = new Script()
      .times(3, (run) => run.call(busy))
      .call({ tool: busy.tool, args: busy.args, gives: 'ok: rows' })
    expect(judgeOneByOne(script.steps).story).toEqual([])
  })

  it('never takes an observation that was not captured for an equal one', () => {
    const script = new Script().times(8, (run) => run.call({ tool: 'search', args: { q: 'a' } }))
    expect(judgeOneByOne(script.steps).story).toEqual([])
  })

  it('counts an effect by its call, whatever the receipt says', () => {
    const script = new Script().times(4, (run, index) =>
      run.call({
        tool: 'send_mail',
        args: { to: 'a', text: 'b' },
        gives: { ok: true, receipt: index },
        effect: true,
      }),
    )
    expect(judgeOneByOne(script.steps).story).toEqual(['nudge repetition @1', 'halt repetition @3'])
  })

  it('sees through comments in the arguments', () => {
    const script = new Script().times(3, (run, index) =>
      run.call({ tool: 'read', args: { path: 'main.ts', reason: `look ${index}` }, gives: 'const a = 1' }),
    )
    expect(judgeOneByOne(script.steps).story).toEqual(['nudge repetition @2'])
  })

  it('hears the agent say the same thing again and again, and chant inside one message', () => {
    const again = new Script().times(3, (run) => run.model('I will now run the tests.'))
    expect(judgeOneByOne(again.steps).story).toEqual(['nudge repetition @2'])
    const chant = new Script().model('I should check the board again to be certain. '.repeat(30))
    expect(judgeOneByOne(chant.steps).story).toEqual(['nudge repetition @0'])
  })

  it('starts afresh when a user speaks', () => {
    const script = new Script()
      .times(2, (run) => run.call(search))
      .user()
      .times(2, (run) => run.call(search))
    expect(judgeOneByOne(script.steps).story).toEqual([])
  })
})
