import { describe, expect, it } from 'vitest'
import { callFeatures, defaultTraits } from '@loop-observer/rules'
import { hashing, judgeOneByOne, policyOf, Script } from '../../support/steps.ts'

const [there, back] = ['transfer_to_researcher', 'transfer_back_to_supervisor']
const acknowledged = { args: {}, gives: 'Successfully transferred' }

/** A supervisor that hands on, over and over; each time the other agent makes `finds` calls that bring something new. */
function handedOn(times: number, finds: number, result: { args: object; gives?: string }): Script {
  return new Script().times(times, (run, round) => {
    run.call({ tool: there, ...result })
    for (let k = 0; k < finds; k++)
      run.call({
        lane: 'researcher',
        tool: 'search',
        args: { round, k },
        gives: `finding ${round} ${k} is all new`,
      })
    return run.call({ lane: 'researcher', tool: back, ...result })
  })
}

describe.each([
  ['that are acknowledged', acknowledged],
  ['of which no result is captured', { args: {} }],
])('hand-offs %s', (_, result) => {
  it.each(['balanced', 'assertive', 'strict'] as const)(
    'are work as long as something new comes of them: %s',
    (preset) => {
      expect(judgeOneByOne(handedOn(12, 1, result).steps, policyOf(preset)).decisions).toEqual([])
    },
  )

  it('are a loop when the agents only pass the task to and fro', () => {
    const decisions = judgeOneByOne(handedOn(12, 0, result).steps, policyOf('balanced')).decisions
    expect(decisions.map(({ action, reason, lane }) => [action, reason, lane])).toEqual([
      ['nudge', 'repetition', 'main'],
      ['nudge', 'repetition', 'researcher'],
      ['halt', 'repetition', 'main'],
    ])
  })
})

describe('a hand-off', () => {
  it('whose span names the receiver, without arguments, is known by its name', () => {
    const { steps } = new Script().times(6, (run) => run.call({ tool: 'handoff to billing' }))
    const call = callFeatures('handoff to billing', undefined, defaultTraits, hashing)
    const nameless = steps.map((step) => (step.kind === 'tool' ? { ...step, call } : step))
    expect(call.gist).toBeNull()
    expect(judgeOneByOne(nameless, policyOf('balanced')).decisions[0]).toMatchObject({
      action: 'nudge',
      reason: 'repetition',
    })
  })

  it('in turn with another is no cycle while both agents find something', () => {
    const script = new Script().times(12, (run, round) => {
      const name = round % 2 === 0 ? 'reader' : 'writer'
      run.call({ tool: `transfer_to_${name}`, ...acknowledged })
      return run.call({ lane: name, tool: 'read', args: { round }, gives: `page ${round} is all new` })
    })
    expect(judgeOneByOne(script.steps, policyOf('balanced')).decisions).toEqual([])
  })

  it('that fails is a call that fails', () => {
    const fails = 'no agent of that name is known'
    const script = new Script().times(6, (run) => run.call({ tool: there, args: {}, fails }))
    expect(judgeOneByOne(script.steps, policyOf('balanced')).decisions[0]).toMatchObject({
      action: 'nudge',
      reason: 'repetition',
      evidence: { counts: { failed: 2 } },
    })
  })

  it('to a person is none: nobody of the run works on', () => {
    const script = new Script().times(4, (run, round) => {
      run.call({ tool: 'read', args: { round }, gives: `page ${round} is all new` })
      return run.call({ tool: 'transfer_to_human_agents', args: {}, gives: 'Transfer successful' })
    })
    expect(judgeOneByOne(script.steps, policyOf('balanced')).decisions[0]).toMatchObject({
      action: 'nudge',
      reason: 'repetition',
    })
  })

  it('that is declared an effect (a transfer of money) is none', () => {
    const script = new Script().times(3, (run, round) => {
      run.call({ tool: 'read', args: { round }, gives: `page ${round} is all new` })
      return run.call({ tool: 'transfer_to_savings', args: { sum: 40 }, gives: 'done', effect: true })
    })
    expect(judgeOneByOne(script.steps, policyOf('balanced')).decisions[0]).toMatchObject({
      reason: 'repetition',
      evidence: { counts: { effects: 2 } },
    })
  })
})

describe('a hand-off whose tool names the receiver', () => {
  const passes = (tools: readonly string[]): Script =>
    new Script().times(20, (run, index) =>
      run.call({
        tool: tools[index % tools.length] ?? '',
        args: { reason: `case ${'abcdefghijklmnopqrst'[index]}: they are better placed to answer this` },
        gives: 'Transferred.',
      }),
    )

  it('is the same whatever reason is given: agents that pass the task to and fro are a loop', () => {
    const { story } = judgeOneByOne(passes(['transfer_to_billing', 'transfer_to_support']).steps)
    expect(story.some((line) => line.startsWith('nudge'))).toBe(true)
    expect(story.some((line) => line.startsWith('halt'))).toBe(true)
  })

  it('is another to another agent', () => {
    const agents = Array.from(
      { length: 20 },
      (_, index) => `transfer_to_agent_${'abcdefghijklmnopqrst'[index]}`,
    )
    expect(judgeOneByOne(passes(agents).steps).story).toEqual([])
  })
})
