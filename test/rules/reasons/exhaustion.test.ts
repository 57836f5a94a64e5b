import { describe, expect, it } from 'vitest'
import { judgeOneByOne, policyOf, Script } from '../../support/steps.ts'

const dead = (run: Script, index: number): Script =>
  run.call({
    tool: ['account', 'invoices', 'payments', 'mail'][index % 4] ?? '',
    args: { q: index },
    gives: '',
  })

describe('exhaustion', () => {
  it('under strict speaks at the third tool without progress', () => {
    const { decisions } = judgeOneByOne(
      new Script().times(3, (run, index) =>
        run.call({ tool: `t${index}`, args: {}, fails: `no ${'abc'[index]}` }),
      ).steps,
      policyOf('strict'),
    )
    expect(decisions[0]).toMatchObject({ action: 'nudge', reason: 'exhaustion', tried: ['t0', 't1', 't2'] })
  })

  it('names what was tried, to the model and to a person', () => {
    const { decisions } = judgeOneByOne(new Script().times(10, dead).steps)
    const said = decisions.find((each) => each.reason === 'exhaustion' || each.reason === 'no_progress')
    for (const tool of ['account', 'invoices', 'payments']) {
      expect(said?.message).toContain(tool)
      expect(said?.explanation).toContain(tool)
    }
  })

  it('has whole calls as evidence where patient looks count in part', () => {
    const script = new Script()
    for (let index = 0; index < 30; index++) {
      const again = index % 3 === 0
      script.call({
        tool: ['status', 'account', 'invoices'][index % 3] ?? '',
        args: again ? {} : { q: index },
        gives: again
          ? 'The export has been running since nine o’clock this morning; nothing else to report on it yet.'
          : '',
        at: 1_000_000 + index * 60_000,
      })
    }
    const { findings } = judgeOneByOne(script.steps)
    const found = findings.filter(({ reason }) => reason === 'exhaustion')
    expect(found).not.toEqual([])
    for (const { evidence } of found) {
      expect(evidence.steps.every((step) => /^s\d+$/.test(step))).toBe(true)
      expect(Number.isInteger(evidence.counts['calls_without_progress'])).toBe(true)
    }
  })

  it('starts again at a find', () => {
    const script = new Script()
      .times(2, dead)
      .call({ tool: 'mail', args: { q: 'x' }, gives: 'The invoice was sent on Monday.' })
      .times(2, (run, index) => dead(run, index + 2))
    expect(judgeOneByOne(script.steps).story).toEqual([])
  })

  it('ends when the agent states that a subtask is done', () => {
    const script = new Script().times(2, dead).progress().times(2, dead)
    expect(judgeOneByOne(script.steps, policyOf('balanced')).story).toEqual([])
  })

  it('speaks at calls only, not at what the agent says after them', () => {
    const script = new Script().times(3, dead).model('I will look elsewhere.')
    const { findings } = judgeOneByOne(script.steps)
    expect(findings.filter(({ reason }) => reason === 'exhaustion').map(({ step }) => step)).toEqual(['s2'])
  })
})
