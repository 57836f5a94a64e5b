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

  it('starts again at a find', () => {
    const script = new Script()
      .times(2, dead)
      .call({ tool: 'mail', args: { q: 'x' }, gives: 'The invoice was sent on Monday.' })
      .times(2, dead)
    expect(judgeOneByOne(script.steps).story).toEqual([])
  })

  it('ends when the agent states that a subtask is done', () => {
    const script = new Script().times(2, dead).progress().times(2, dead)
    expect(judgeOneByOne(script.steps, policyOf('balanced')).story).toEqual([])
  })
})
