import { describe, expect, it } from 'vitest'
import { judgeOneByOne, policyOf, Script, type ScriptedCall } from '../../support/steps.ts'

const a: ScriptedCall = { tool: 'account', args: { id: 1 }, gives: 'balance is 10 in the account record' }
const b: ScriptedCall = { tool: 'invoice', args: { id: 1 }, gives: 'balance is 12 in the invoice record' }

const oscillations = (script: Script) =>
  judgeOneByOne(script.steps).findings.filter((each) => each.reason === 'oscillation')

describe('oscillation', () => {
  it('speaks in the third round of two calls in turn, and is sure at its end', () => {
    const [first, second] = oscillations(new Script().times(3, (run) => run.call(a).call(b)))
    expect(first).toMatchObject({ step: 's4', strength: 'suspect' })
    expect(second).toMatchObject({
      step: 's5',
      strength: 'certain',
      evidence: { counts: { period: 2, rounds: 3 } },
    })
    expect(first?.tools.toSorted()).toEqual(['account', 'invoice'])
  })

  it.each([3, 4, 5])('sees cycles of period %i', (period) => {
    const script = new Script().times(3 * period, (run, index) =>
      run.call({ tool: `t${index % period}`, args: {}, gives: `answer of ${index % period}` }),
    )
    expect(oscillations(script).at(-1)?.evidence.counts).toMatchObject({ period })
  })

  it('tolerates a step in between', () => {
    const script = new Script()
      .call(a)
      .call(b)
      .call(a)
      .call({ tool: 'clock', args: {}, gives: 'tick' })
      .call(b)
      .call(a)
      .call(b)
    expect(oscillations(script).length).toBeGreaterThan(0)
  })

  it('keeps the identity of a loop under rotation', () => {
    const one = oscillations(new Script().times(3, (run) => run.call(a).call(b)))[0]
    const other = oscillations(new Script().times(3, (run) => run.call(b).call(a)))[0]
    expect(one?.loop).toBe(other?.loop)
  })

  it('counts rounds of patient waiting for less, and says so, until they have lasted', () => {
    let at = 0
    const script = new Script().times(40, (run) => {
      run.call({ ...a, at }).call({ ...b, at: at + 1000 })
      at += 60_000
    })
    expect(oscillations(script)).toEqual([])
    const { story } = judgeOneByOne(script.steps)
    expect(Number(story[0]?.split('@')[1])).toBeGreaterThan(20)
    expect(story.at(-1)).toMatch(/^halt /)
  })

  it('does not take a step in between, however long it takes, for patience', () => {
    let at = 0
    const script = new Script().times(4, (run, index) => {
      run
        .call({ ...a, at })
        .call({ tool: 'build', args: { index }, gives: `built ${index}`, at, tookMs: 90_000 })
      run.call({ ...b, at: at + 91_000 })
      at += 92_000
    })
    expect(oscillations(script).length).toBeGreaterThan(0)
  })

  it('under strict speaks where the answers move, and does not say that they do not', () => {
    const script = new Script().times(3, (run, index) =>
      run.call({ ...a, gives: `balance ${index}` }).call({ ...b, gives: `due ${index}` }),
    )
    const [first] = judgeOneByOne(script.steps, policyOf('strict')).decisions
    expect(first).toMatchObject({ reason: 'oscillation', action: 'nudge' })
    expect(first?.message).toContain('their answers differ')
  })

  it('is silent where the answers move', () => {
    const script = new Script().times(4, (run, index) =>
      run.call({ ...a, gives: `balance ${index}` }).call({ ...b, gives: `due ${index}` }),
    )
    expect(oscillations(script)).toEqual([])
  })

  it('under strict takes A-B-A for one, whatever came back', () => {
    const script = new Script()
      .call(a)
      .call(b)
      .call({ ...a, gives: 'something else entirely' })
    expect(judgeOneByOne(script.steps, policyOf('strict')).story).toEqual(['nudge oscillation @2'])
  })
})
