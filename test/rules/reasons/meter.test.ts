import { describe, expect, it } from 'vitest'
import { createMemory, judge, judgeAloud, type Finding } from '@loop-observer/rules'
import { policyOf, Script } from '../../support/steps.ts'

/** A weight of its own for everything, so that each shows in the sum; what the defaults are is not the point here. */
const weights = {
  line: 100,
  linePerProgress: 0,
  nudgeRatio: 0.5,
  repeatWeight: 7,
  errorWeight: 5,
  newErrorWeight: 1.25,
  emptyWeight: 3,
  sweepWeight: 0.25,
  knownWeight: 2,
  receiptWeight: 0.75,
  drain: 4,
  mutationDrain: 0.5,
  reworkWeight: 6,
} as const

type Settings = Partial<Record<keyof typeof weights | 'refusedNudgeAt' | 'sameInARow', number>>

const policyWith = (settings: Settings = {}) =>
  policyOf('balanced', {
    mode: 'shadow',
    rules: { no_progress: { settings: { ...weights, ...settings } } },
  })

function judged(script: Script, settings: Settings = {}) {
  const policy = policyWith(settings)
  const { memory, findings } = judge(createMemory('run', 'sdk', policy.version), script.steps, policy)
  const found: readonly Finding[] = findings.filter(({ reason }) => reason === 'no_progress')
  return { level: memory.state.lanes[0]?.slices.no_progress?.[0] ?? 0, found, last: found.at(-1) }
}

const levelOf = (script: Script, settings: Settings = {}): number => judged(script, settings).level

const long = 'The handbook has nothing to say about what was asked for, in any of its many chapters.'
const empty = (run: Script, index: number): Script =>
  run.call({ tool: 'search', args: { q: `words that ask ${'abcdefgh'[index]}` }, gives: '' })
const known = (run: Script, index: number): Script =>
  run.call({ tool: 'search', args: { q: `words that ask ${'abcdefgh'[index]}` }, gives: long })
const edit = (run: Script, index: number, gives: string): Script =>
  run.call({ tool: 'edit_file', args: { path: 'a.ts', new: `change ${index}` }, gives })

describe('what a call adds to the meter', () => {
  it('is most for the same call with the same answer', () => {
    expect(levelOf(new Script().times(2, (run) => empty(run, 0)))).toBe(
      weights.emptyWeight + weights.repeatWeight,
    )
  })

  it('is less for a repeat that waited', () => {
    const look = (run: Script, index: number): Script =>
      run.call({ tool: 'job', args: { of: 'mine' }, gives: '', at: 1_000_000 + index * 60_000 })
    const level = levelOf(new Script().times(2, look))
    expect(level).toBeGreaterThan(weights.emptyWeight)
    expect(level).toBeLessThan(weights.emptyWeight + weights.repeatWeight)
  })

  it('is by its kind for an empty answer, a known one, and one of a few words', () => {
    expect(levelOf(new Script().times(2, empty))).toBe(2 * weights.emptyWeight)
    expect(levelOf(new Script().times(3, known))).toBe(2 * weights.knownWeight)
    const receipt = new Script().times(3, (run, index) =>
      run.call({ tool: 'field', args: { field: `field ${'abc'[index]} of it` }, gives: 'available' }),
    )
    expect(levelOf(receipt)).toBe(2 * weights.receiptWeight)
  })

  it('is little for an empty answer at the next place of a sweep', () => {
    const look = (run: Script, index: number): Script =>
      run.call({ tool: 'slots', args: { who: 'doctor', day: index }, gives: '' })
    expect(levelOf(new Script().times(3, look))).toBe(weights.emptyWeight + 2 * weights.sweepWeight)
  })

  it('is less for an error that is new than for one that was met before', () => {
    const fail = (run: Script, index: number): Script =>
      run.call({ tool: 'run', args: { name: `one ${'abc'[index]}` }, fails: 'SyntaxError: unexpected token' })
    expect(levelOf(new Script().times(1, fail))).toBe(weights.newErrorWeight)
    expect(levelOf(new Script().times(3, fail))).toBe(weights.newErrorWeight + 2 * weights.errorWeight)
  })

  it('is little for an error that moved on after a change, and not for one that stayed', () => {
    const test = (line: string): Script =>
      edit(new Script().call({ tool: 'test', args: { t: 'one' }, fails: 'Error: in `a`' }), 1, '').call({
        tool: 'test',
        args: { t: 'other' },
        fails: `Error: in \`${line}\``,
      })
    const before = weights.newErrorWeight - weights.mutationDrain
    expect(levelOf(test('b'))).toBe(before + weights.newErrorWeight)
    expect(levelOf(test('a'))).toBe(before + weights.errorWeight)
  })

  it('is nothing for an answer that nobody saw, a wait, or an echo in its round', () => {
    expect(levelOf(new Script().times(3, (run) => run.call({ tool: 'look' })))).toBe(0)
    expect(levelOf(new Script().times(3, (run) => run.call({ tool: 'sleep', gives: '' })))).toBe(0)
    const round = new Script().times(3, (run) => run.call({ tool: 'look', gives: '', round: 'r' }))
    expect(levelOf(round)).toBe(weights.emptyWeight)
  })

  it('is, of the parallel calls of a round, that of the strongest', () => {
    const one = new Script()
      .call({ tool: 'a', args: { q: 'one' }, fails: 'Error: none', round: 'r' })
      .call({ tool: 'b', args: { q: 'two' }, gives: '', round: 'r' })
      .call({ tool: 'c', args: { q: 'three' }, fails: 'Error: other', round: 'r' })
    expect(levelOf(one)).toBe(weights.emptyWeight)
    expect(levelOf(one.call({ tool: 'd', args: { q: 'four' }, gives: '', round: 'next' }))).toBe(
      2 * weights.emptyWeight,
    )
  })
})

describe('what takes from the meter', () => {
  const news = (lines: string) => (run: Script) =>
    run.call({ tool: 'read', args: { q: 'the page' }, gives: lines })

  it('is progress, by its share of new lines, and never below nothing', () => {
    const full = new Script().times(2, empty)
    expect(levelOf(news('one line\nanother line')(full))).toBe(2 * weights.emptyWeight - weights.drain)
    const half = new Script().call({ tool: 'read', gives: 'one line' }).times(2, empty)
    expect(levelOf(news('one line\nanother line')(half))).toBe(2 * weights.emptyWeight - weights.drain / 2)
    expect(levelOf(news('a line')(new Script().times(1, (run) => run.call({ fails: 'no' }))))).toBe(0)
  })

  it('is a change that was not made before', () => {
    expect(levelOf(edit(new Script().times(2, empty), 1, ''))).toBe(
      2 * weights.emptyWeight - weights.mutationDrain,
    )
    // The same change again is a repeat.
    const again = edit(edit(new Script().times(2, empty), 1, ''), 1, '')
    expect(levelOf(again)).toBe(2 * weights.emptyWeight - weights.mutationDrain + weights.repeatWeight)
  })

  it('is not a change of which the echo shows only what was seen before', () => {
    const script = edit(edit(new Script(), 1, long), 2, long)
    expect(levelOf(script)).toBe(weights.reworkWeight)
  })

  it('is the word of a user in part, and a subtask that is done altogether', () => {
    const level = levelOf(new Script().times(2, empty).user())
    expect(level).toBeGreaterThan(0)
    expect(level).toBeLessThan(2 * weights.emptyWeight)
    expect(levelOf(new Script().times(2, empty).progress())).toBe(0)
  })
})

describe('the meter', () => {
  it('is left alone by what the agent says, a check, and the opinion of a judge model', () => {
    const script = new Script()
      .times(2, empty)
      .model('I will look elsewhere.')
      .check('build', ['x'])
      .opinion(true)
    expect(levelOf(script)).toBe(2 * weights.emptyWeight)
  })

  it('tells of earlier progress only where that raised the line', () => {
    const policy = policyWith({ line: 6, linePerProgress: 1 })
    const holds = (script: Script) =>
      judgeAloud(createMemory('run', 'sdk', policy.version), script.steps, policy)
        .thoughts.at(-1)
        ?.thoughts.find(({ reason }) => reason === 'no_progress')?.heldBack
    const page = () => new Script().call({ tool: 'read', gives: 'a page with a line of its own' })
    expect(holds(page().times(2, empty))).toContain('earlier_progress')
    expect(holds(new Script().times(2, empty))).not.toContain('earlier_progress')
  })
})

describe('the line of the meter', () => {
  const at = (line: number) => judged(new Script().times(2, empty), { line }).last?.strength

  it('is where it is certain, and a suspicion from its share on', () => {
    expect(at(2 * weights.emptyWeight)).toBe('certain')
    expect(at(2 * weights.emptyWeight + 0.1)).toBe('suspect')
    expect(at(4 * weights.emptyWeight)).toBe('suspect')
    expect(at(4 * weights.emptyWeight + 0.1)).toBeUndefined()
  })

  it('rises with the calls that were progress, twenty of them at most', () => {
    const after = (pages: number, line: number) => {
      const script = new Script()
        .times(pages, (run, index) =>
          run.call({
            tool: 'read',
            args: { page: index },
            gives: `page ${index} tells something of its own`,
          }),
        )
        .times(2, empty)
      return judged(script, { line, linePerProgress: 1, nudgeRatio: 1 }).last?.evidence.counts['line']
    }
    expect(after(0, 1)).toBe(1)
    expect(after(3, 1)).toBe(4)
    expect(after(20, -14.5)).toBe(5.5)
    expect(after(25, -14.5)).toBe(5.5)
  })

  it('is not reached by receipts alone: three quarters of the way to a suspicion are', () => {
    const receipts = (run: Script, index: number): Script =>
      run.call({ tool: 'field', args: { field: `field ${index} of it` }, gives: 'available' })
    expect(levelOf(new Script().times(20, receipts), { line: 8, receiptWeight: 1 })).toBe(3)
    const above = new Script().times(2, empty).times(3, receipts)
    expect(levelOf(above, { line: 8, receiptWeight: 1, drain: 0 })).toBe(2 * weights.emptyWeight)
  })

  it('is told with what was counted', () => {
    expect(judged(new Script().times(3, empty), { line: 6.789, emptyWeight: 2.345 }).last).toMatchObject({
      loop: 'stale',
      tools: ['search'],
      evidence: {
        steps: ['s0', 's1', 's2'],
        counts: { calls_without_progress: 3, level: 7.04, line: 6.79 },
      },
    })
  })

  it('is not looked at in a call that is progress, a new change or an echo', () => {
    const low = { line: 2 }
    expect(judged(new Script().times(2, empty), low).found).toHaveLength(2)
    const news = new Script().times(2, empty).call({ tool: 'read', gives: 'a line of its own' })
    expect(judged(news, low).found).toHaveLength(2)
    expect(judged(edit(new Script().times(2, empty), 1, ''), low).found).toHaveLength(2)
    const echo = new Script().times(2, (run) => run.call({ tool: 'look', gives: '', round: 'r' }))
    expect(judged(echo, low).found).toHaveLength(1)
  })
})

describe('identical answers in a row', () => {
  it('are certain at the number that the policy gives, whatever the calls were', () => {
    const script = new Script().times(3, known)
    expect(judged(script, { sameInARow: 4 }).last).toBeUndefined()
    expect(judged(script, { sameInARow: 3 }).last).toMatchObject({
      strength: 'certain',
      evidence: { steps: ['s0', 's1', 's2'] },
    })
  })
})

describe('changes that are answered in the same words', () => {
  const refused = (count: number, gives = long) =>
    judged(
      new Script().times(count, (run, index) => edit(run, index, gives)),
      { refusedNudgeAt: 3, reworkWeight: 0 },
    )

  it('are a suspicion at the number that the policy gives, however many', () => {
    expect(refused(2).found).toEqual([])
    expect(refused(3).last).toMatchObject({ strength: 'suspect', evidence: { steps: ['s0', 's1', 's2'] } })
    expect(refused(9).found.map(({ strength }) => strength)).not.toContain('certain')
  })

  it('are none where the words are few', () => {
    expect(refused(6, 'done').found).toEqual([])
  })

  it('are measured, and told, as such', () => {
    const policy = policyWith({ refusedNudgeAt: 3 })
    const { steps } = new Script().times(3, (run, index) => edit(run, index, long))
    const { thoughts } = judgeAloud(createMemory('run', 'sdk', policy.version), steps, policy)
    expect(thoughts.at(-1)?.thoughts.find(({ reason }) => reason === 'no_progress')).toMatchObject({
      gauge: { measure: 'refused_changes', value: 3, nudgeAt: 3, haltAt: null },
      heldBack: ['mode'],
    })
  })
})
