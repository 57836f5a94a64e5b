import { describe, expect, it, test } from 'vitest'
import { EffectRefused, loopObserver } from '@loop-observer/sdk'
import { createMemory, judge, presets, type Preset } from '@loop-observer/rules'
import { judgeOneByOne, policyOf, Script } from '../../support/steps.ts'

// The examples of the articles that the rules are taken from, as they stand there, under each preset.

/** Errors of a pass that are not those of another kind. */
const errors = (count: number, kind: string): readonly string[] =>
  Array.from({ length: count }, (_, k) => `cannot find name ${kind}${'abcdefghijkl'[k]}`)

/** Passes of one check. */
function passes(...all: readonly (readonly string[])[]): Script {
  const script = new Script()
  for (const failures of all) script.check('build', failures)
  return script
}

function verdictsOf({ steps }: Script, preset: Preset): readonly string[] {
  const policy = policyOf(preset, { rules: { convergence: { response: 'record' } } })
  return judge(createMemory('run', 'sdk', policy.version), steps, policy).verdicts.map(
    ({ verdict }) => verdict,
  )
}

const story = ({ steps }: Script, preset: Preset): readonly string[] =>
  judgeOneByOne(steps, policyOf(preset)).story

describe.each(presets)('*When should an agent loop stop? When the errors stop shrinking*, %s', (preset) => {
  const examples = [
    ['3, then 1, then the same 1', [errors(3, 'p'), errors(1, 'p'), errors(1, 'p')], 'stuck'],
    ['1, 1, 1, each time another', [errors(1, 'p'), errors(1, 'q'), errors(1, 'r')], 'flat'],
    ['9, then 1, then 3', [errors(9, 'p'), errors(1, 'q'), errors(3, 'r')], 'growing'],
    ['7, then 8, then 9', [errors(7, 'p'), errors(8, 'q'), errors(9, 'r')], 'growing'],
    ['A, then B, then A', [errors(2, 'p'), errors(2, 'q'), errors(2, 'p')], 'oscillating'],
  ] as const

  it.each(examples)('%s is judged at the third pass', (_, all, verdict) => {
    expect(verdictsOf(passes(...all), preset)).toEqual(['too_early', 'too_early', verdict])
  })

  it.each(examples)('%s is stopped there, or told there and stopped at the next such pass', (_, all) => {
    const last = all.at(-1) ?? []
    const expected =
      preset === 'strict' ? ['halt convergence @2'] : ['nudge convergence @2', 'halt convergence @3']
    expect(story(passes(...all, last, last), preset)).toEqual(expected)
  })
})

test.each(presets)(
  '*Loops that know when to stop*: 12, 5, 1, 0 converges, and nobody interferes, %s',
  (preset) => {
    const run = passes(errors(12, 'p'), errors(5, 'p'), errors(1, 'p'), [])
    expect(verdictsOf(run, preset)).toEqual(['too_early', 'too_early', 'continue', 'done'])
    expect(story(run, preset)).toEqual([])
  },
)

describe('*The loop and its limits*', () => {
  const search = (query: string) => (run: Script) =>
    run.call({ tool: 'search', args: { query }, gives: 'No results.' })

  it('the search for "refund policy" ends on the second identical result, strict', () => {
    expect(story(new Script().times(5, search('refund policy')), 'strict')).toEqual(['halt no_progress @1'])
  })

  it.each([
    ['balanced', 'halt repetition @4'],
    ['assertive', 'halt repetition @3'],
  ] as const)('it is told at the third and ends after, %s', (preset, halt) => {
    expect(story(new Script().times(9, search('refund policy')), preset)).toEqual([
      'nudge repetition @2',
      halt,
    ])
  })

  it('two different queries that return the same empty result are the same lack of progress, strict', () => {
    const run = search('refunds')(search('refund policy')(new Script()))
    expect(story(run, 'strict')).toEqual(['halt no_progress @1'])
  })

  test.each(presets)('a rephrased search ends though no query comes twice, %s', (preset) => {
    const run = new Script()
    for (const word of [
      'policy',
      'rules',
      'terms',
      'conditions',
      'money back',
      'returns',
      'claims',
      'credit',
    ])
      search(`refund ${word}`)(run)
    expect(story(run, preset).at(-1)).toMatch(/^halt no_progress @[1-7]$/)
  })

  test.each(presets)('of two e-mails the third is refused before it is sent, %s', async (preset) => {
    const sent: number[] = []
    const observer = loopObserver({ agent: 'mailer', preset, limits: { effects: 2 }, onError: () => {} })
    const outcome = await observer.run({}, async (run) => {
      for (const to of [1, 2]) await run.tool('send_email', { to }, () => `${sent.push(to)} sent`)
      await expect(run.tool('send_email', { to: 3 }, () => sent.push(3))).rejects.toBeInstanceOf(
        EffectRefused,
      )
      return run.stop(await run.checkpoint())
    })
    expect(sent).toEqual([1, 2])
    expect(outcome).toMatchObject({ outcome: 'halted', stopped: { reason: 'budget_effects' } })
  })
})

describe('*Termination, and the agent that never stops*, strict', () => {
  const read = (name: string, gives: string) => (run: Script) =>
    run.call({ tool: `read_${name}`, args: { name }, gives })

  it('the same call twice in a row is told once, then ends, whatever comes back', () => {
    const run = new Script().times(4, (script, i) =>
      read('ledger', `line ${'abcd'[i]} of the ledger says ${(i + 3) * 71}`)(script),
    )
    expect(story(run, 'strict')).toEqual(['nudge repetition @1', 'halt repetition @2'])
  })

  it('A B A is told once, then ends, whatever comes back', () => {
    const run = new Script()
    for (const [i, name] of ['a', 'b', 'a', 'b', 'a'].entries())
      read(
        name,
        `the ${['first', 'second', 'third', 'fourth', 'fifth'][i]} view of ${name} has ${(i + 2) * 97}`,
      )(run)
    expect(story(run, 'strict')).toEqual(['nudge oscillation @2', 'halt oscillation @3'])
  })

  it('three different tools without progress are exhaustion, told once, then ended, and what was tried is named', () => {
    const run = new Script()
    for (const [tool, fails] of [
      ['get_account', 'no such account'],
      ['get_invoices', 'invoices are closed for the year'],
      ['get_payments', 'payment history is empty'],
      ['get_contract', 'contract is archived'],
    ] as const)
      run.call({ tool, args: { about: 'the dispute' }, fails })
    const { decisions } = judgeOneByOne(run.steps, policyOf('strict'))
    expect(decisions.map(({ action, reason, step }) => `${action} ${reason} @${step.slice(1)}`)).toEqual([
      'nudge exhaustion @2',
      'halt exhaustion @3',
    ])
    expect(decisions[0]?.tried).toEqual(['get_account', 'get_invoices', 'get_payments'])
  })
})
