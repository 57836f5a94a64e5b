import { createMemory, judge } from '@loop-observer/rules'
import { describe, expect, it } from 'vitest'
import { judgeOneByOne, policyOf, Script } from '../../support/steps.ts'

const page = (run: Script, index: number): Script =>
  run.call({
    tool: 'read',
    args: { page: index },
    gives: `Chapter ${index}: ${'abcdefghij'[index % 10]?.repeat(9)} is the subject of this page and of no other.`,
  })

/** Reads page after page; behind each the judge model says what it is told to. */
function asked(opinions: readonly (boolean | null)[]): Script {
  return new Script().times(opinions.length, (run, index) =>
    page(run, index).opinion(opinions[index] ?? null),
  )
}

describe('completion, by the word of a judge model', () => {
  it('nudges at the second time in a row under balanced and halts at the fourth', () => {
    const { story, decisions } = judgeOneByOne(asked([true, true, true, true, true]).steps)
    expect(story).toEqual(['nudge completion @3', 'halt completion @7'])
    expect(decisions[0]?.message).toContain('can be answered from what was found, 2 times in a row')
    expect(decisions[0]?.message).toContain('give your answer now')
    expect(decisions[1]).toMatchObject({ loop: 'answerable', scope: 'run', enforced: true })
  })

  it('under strict nudges at once, and halts at the next time that comes after some steps more', () => {
    const { story } = judgeOneByOne(asked([true, true, true]).steps, policyOf('strict'))
    expect(story).toEqual(['nudge completion @1', 'halt completion @3'])
  })

  it('begins again when it says that something is missing, and stays where it was when it says nothing', () => {
    expect(judgeOneByOne(asked([true, false, true, false, true, false]).steps).story).toEqual([])
    expect(judgeOneByOne(asked([true, null, true]).steps).story).toEqual(['nudge completion @5'])
  })

  it('does not count what was asked about an earlier question', () => {
    const script = new Script()
    page(script, 0).opinion(true)
    const before = script.steps.length
    page(script, 1).user()
    script.opinion(true, before)
    expect(judgeOneByOne(script.steps).story).toEqual([])
    page(script, 2).opinion(true)
    expect(judgeOneByOne(script.steps).story).toEqual([])
  })

  it('never halts on evidence from before the nudge', () => {
    const script = page(new Script(), 0).opinion(true).opinion(true).opinion(true).opinion(true).opinion(true)
    expect(judgeOneByOne(script.steps).story).toEqual(['nudge completion @2'])
  })

  it('says nothing about a run that has ended, or a lane that nobody has seen', () => {
    const script = asked([true])
    const policy = policyOf()
    const { memory } = judgeOneByOne(script.steps)
    const [opinion] = asked([true]).steps.slice(-1)
    const step = { ...opinion, id: 'late' } as never
    const ended = judge({ ...memory, outcome: 'answered' }, [step], policy)
    expect(ended.decisions).toEqual([])
    expect(ended.memory.outcome).toBe('answered')
    expect(judge(createMemory('r', 'sdk', policy.version), [step], policy).findings).toEqual([])
  })

  it('is no sign of life: a lost run stays lost, and its clock does not start anew', () => {
    const { memory } = judgeOneByOne(asked([true]).steps)
    const [opinion] = asked([true]).steps.slice(-1)
    const lost = { ...memory, outcome: 'lost' as const }
    const later = judge(lost, [{ ...opinion, id: 'late', receivedAtMs: 9e12 } as never], policyOf()).memory
    expect(later.outcome).toBe('lost')
    expect(later.state.heardMs).toBe(memory.state.heardMs)
  })

  it('is a suspicion first, and certain at the number that the policy gives', () => {
    const { nudgeAnswerable = 0, haltAnswerable = 0 } = policyOf().rules.completion.settings
    const { findings } = judgeOneByOne(
      asked(Array.from({ length: haltAnswerable }, () => true)).steps,
      policyOf('balanced', { mode: 'shadow' }),
    )
    expect(findings.map(({ strength }) => strength)).toEqual([
      ...Array.from({ length: haltAnswerable - nudgeAnswerable }, () => 'suspect'),
      'certain',
    ])
  })

  it('counts for nothing in the totals of the run', () => {
    const with5 = judgeOneByOne(asked([true, false, true, false, true]).steps).memory.totals
    const script = new Script().times(5, page)
    const without = judgeOneByOne(script.steps).memory.totals
    expect({ ...with5, seconds: 0 }).toEqual({ ...without, seconds: 0 })
  })
})

describe('completion, after a check that passed', () => {
  const { nudgeCalls = 0 } = policyOf().rules.completion.settings
  const idle = (run: Script, index: number): Script =>
    run.call({ tool: 'look', args: { at: `place ${'abcdefgh'[index]}` }, gives: '' })

  /** Steps at which it spoke. */
  const spokeAt = ({ steps }: Script): readonly string[] =>
    judgeOneByOne(steps, policyOf('balanced', { mode: 'shadow' }))
      .findings.filter(({ reason, loop }) => reason === 'completion' && loop === 'done')
      .map(({ step }) => step)

  const passed = () => new Script().check('acceptance', [])
  const almost = () => passed().times(nudgeCalls - 1, idle)

  it('counts calls that bring nothing: empty, known or failed', () => {
    expect(spokeAt(almost())).toEqual([])
    expect(spokeAt(idle(almost(), 7))).toEqual([`s${nudgeCalls}`])
    const failed = almost().call({ tool: 'look', args: { at: 'x' }, fails: 'Error: no such place' })
    expect(spokeAt(failed)).toEqual([`s${nudgeCalls}`])
    const answer = 'a line that was seen before'
    const known = new Script().call({ tool: 'read', gives: answer }).check('acceptance', [])
    known.times(nudgeCalls - 1, idle).call({ tool: 'read', args: { q: 'other' }, gives: answer })
    expect(spokeAt(known)).toEqual([`s${nudgeCalls + 1}`])
  })

  it.each<[string, (run: Script) => Script]>([
    ['progress', (run) => run.call({ tool: 'read', gives: 'a line that nobody has seen' })],
    ['a change', (run) => run.call({ tool: 'edit_file', args: { path: 'a.ts', new: 'x' }, gives: '' })],
    ['an effect', (run) => run.call({ tool: 'send_mail', args: { to: 'a' }, effect: true })],
    ['another pass', (run) => run.check('acceptance', [])],
  ])('begins anew at %s', (_, step) => {
    expect(spokeAt(step(almost()).times(nudgeCalls - 1, idle))).toEqual([])
    expect(spokeAt(step(almost()).times(nudgeCalls, idle))).toHaveLength(1)
  })

  it.each<[string, (run: Script) => Script]>([
    ['a call that nobody saw the answer of', (run) => run.call({ tool: 'unseen' })],
    ['the same call in the same round', (run) => run.call({ tool: 'look', gives: '', round: 'r' })],
  ])('does not count %s', (_, call) => {
    const script = passed()
      .call({ tool: 'look', gives: '', round: 'r' })
      .times(nudgeCalls - 2, (run) => call(run))
    expect(spokeAt(call(script).times(nudgeCalls - 2, idle))).toEqual([])
  })

  it('is silent before a check, after one that failed, and after the word of a user', () => {
    expect(spokeAt(new Script().times(nudgeCalls, idle))).toEqual([])
    expect(spokeAt(new Script().check('acceptance', ['x']).times(nudgeCalls, idle))).toEqual([])
    expect(spokeAt(passed().check('acceptance', ['x']).times(nudgeCalls, idle))).toEqual([])
    expect(spokeAt(passed().user().times(nudgeCalls, idle))).toEqual([])
  })
})

describe('completion, by a conclusion that is said again', () => {
  const concluded =
    'The report is complete: all figures for the third quarter are in it and nothing else is left to do.'
  const narrated = (index: number): string =>
    `Now I will archive the next message of the inbox, number ${index}, and then go on with the one that follows.`
  const storyOf = (script: Script): readonly string[] => judgeOneByOne(script.steps).story

  it('counts as long as nothing is done, or only what was done before', () => {
    const idle = new Script().times(6, (run) => run.model(concluded))
    expect(storyOf(idle).some((line) => line.startsWith('halt'))).toBe(true)
    const looking = new Script().times(8, (run) =>
      run.model(concluded).call({ tool: 'read', args: { path: 'report.md' }, gives: 'Q3: 4.2' }),
    )
    expect(judgeOneByOne(looking.steps).memory.outcome).toBe('halted')
  })

  it('is none where it narrates work: calls not made before, changes, looks that were waited for', () => {
    const bulk = new Script().times(12, (run, index) =>
      run.model(narrated(index)).call({ tool: 'archive', args: { id: index }, gives: 'ok' }),
    )
    const looks = new Script().times(12, (run, index) =>
      run
        .model(
          'The build is not ready yet, so I will wait for a minute and then look at its state once more.',
        )
        .call({ tool: 'get_build', args: { id: 7 }, gives: { state: 'running' }, at: index * 60_000 }),
    )
    expect([storyOf(bulk), storyOf(looks)]).toEqual([[], []])
  })
})
