import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ObservationSource, Step, ToolStep } from '@loop-observer/rules'
import { judgeOneByOne, policyOf, Script, type Outcome } from '../support/steps.ts'

/** What only somebody who knows the results may say. */
const aboutResults = /anything new|nothing new|already known|the same lines|changed nothing|found nothing/i

function withTool(
  steps: readonly Step[],
  change: (step: ToolStep, index: number) => ToolStep,
): readonly Step[] {
  let index = 0
  return steps.map((step) => (step.kind === 'tool' ? change(step, index++) : step))
}

function calls(count: number, gives?: unknown): readonly Step[] {
  return new Script().times(count, (run) => run.call({ tool: 'search', args: { q: 'x' }, gives })).steps
}

/** Each call after a model call of so many tokens; the model answers in 10. */
function beside(tokens: readonly number[], callsInTurn = 1): readonly Step[] {
  const script = new Script()
  for (const each of tokens) {
    script.model(null, each)
    script.times(callsInTurn, (run) => run.call({ tool: 'search', args: { q: 'x' } }))
  }
  return script.steps
}

function saidIn({ decisions }: Outcome): string {
  return decisions.map(({ message, explanation }) => `${message} ${explanation}`).join(' ')
}

describe('an observation that was read', () => {
  test.each<[string, ObservationSource | undefined]>([
    ["on the call's own record", undefined],
    ['in the prompt of the next model call', 'prompt'],
    ['in a log record', 'log'],
  ])('%s is compared: the same result is said to be the same', (_, seenIn) => {
    const steps = withTool(calls(5, 'one line that is always the same'), (step) =>
      seenIn === undefined ? step : { ...step, seenIn },
    )
    const outcome = judgeOneByOne(steps)
    expect(outcome.story).toEqual(['nudge repetition @2', 'halt repetition @4'])
    expect(saidIn(outcome)).toMatch(/without bringing anything new/)
  })

  test('in the words of the failure is compared by those words', () => {
    const fails = (text: (k: number) => string): Outcome =>
      judgeOneByOne(
        new Script().times(6, (run, k) => run.call({ tool: 'search', args: { q: 'x' }, fails: text(k) }))
          .steps,
      )
    const said = 'Table invoices does not exist'
    expect(fails(() => said).story).toEqual(['nudge repetition @1', 'halt repetition @4'])
    const words = [
      'no such table',
      'syntax error near FROM',
      'permission denied',
      'disk is full',
      'deadlock',
      'bad cast',
    ]
    // That a call failed twice in a row is told, whatever it said; that it failed alike is not.
    const story = fails((k) => words[k] ?? '').story.filter((each) => each.includes('repetition'))
    expect(story).toEqual(['nudge repetition @1'])
  })
})

describe('a result of which only the size is known', () => {
  test('and equal is the same action repeated, a suspicion that is never more than a nudge', () => {
    const outcome = judgeOneByOne(withTool(calls(30), (step) => ({ ...step, ok: true, resultSize: 412 })))
    expect(outcome.story).toEqual(['nudge repetition @4'])
    expect(outcome.decisions[0]).toMatchObject({
      evidence: { counts: { repeats: 5, not_captured: 5 }, fingerprints: [expect.any(String)] },
    })
    expect(saidIn(outcome)).toMatch(/what it brought was not captured/)
    expect(saidIn(outcome)).not.toMatch(aboutResults)
  })

  test('and another each time is proof of another result', () => {
    const steps = withTool(calls(30), (step, k) => ({ ...step, ok: true, resultSize: 412 + k }))
    expect(judgeOneByOne(steps).story).toEqual([])
  })

  test('and equal to that of a failure is not the same', () => {
    const steps = withTool(calls(12), (step, k) => ({ ...step, ok: k % 2 === 0, resultSize: 412 }))
    expect(judgeOneByOne(steps).story).toEqual([])
  })
})

describe('a result of which only the growth of the next prompt is known', () => {
  test('and nearly the same is the same action repeated', () => {
    const outcome = judgeOneByOne(beside([100, 150, 201, 250, 300, 351, 400]))
    expect(outcome.story).toEqual(['nudge repetition @9'])
    expect(saidIn(outcome)).not.toMatch(aboutResults)
  })

  test('and clearly another is another result', () => {
    expect(judgeOneByOne(beside([100, 150, 300, 350, 600, 650, 900, 930])).story).toEqual([])
  })

  test('is not known where content was taken out of the conversation', () => {
    expect(judgeOneByOne(beside([900, 800, 700, 600, 500, 400, 300, 200])).story).toEqual([])
  })

  test('is not known where several calls lie between two model calls', () => {
    expect(judgeOneByOne(beside([100, 150, 200, 250, 300, 350, 400], 2)).story).toEqual([])
  })
})

describe('a result of which nothing is known', () => {
  test('equals none: the same call alone is no sign, unless it is made again and again without any other', () => {
    expect(judgeOneByOne(calls(34)).story).toEqual([])
    const outcome = judgeOneByOne(calls(60))
    expect(outcome.story).toEqual(['nudge repetition @34', 'halt repetition @54'])
    expect(saidIn(outcome)).not.toMatch(aboutResults)
  })

  test('lets the letter of the documents count calls, without a word about results', () => {
    const outcome = judgeOneByOne(calls(4), policyOf('strict'))
    expect(outcome.story[0]).toMatch(/^nudge repetition/)
    expect(saidIn(outcome)).not.toMatch(aboutResults)
  })

  test('is never said to be the same, whatever the calls, the preset and the rule', () => {
    const call = fc.record({
      tool: fc.constantFrom('search', 'read', 'list'),
      args: fc.record({ q: fc.nat({ max: 1 }) }),
      size: fc.constantFrom(undefined, 7, 8),
      tokens: fc.constantFrom(0, 0, 40),
    })
    const presets = fc.constantFrom('strict' as const, 'balanced' as const, 'assertive' as const)
    fc.assert(
      fc.property(fc.array(call, { minLength: 5, maxLength: 60 }), presets, (script, preset) => {
        const run = new Script().check('tests', [])
        const sizes: (number | undefined)[] = []
        let tokens = 100
        for (const each of script) {
          if (each.tokens > 0) run.model(null, (tokens += each.tokens))
          run.call(each)
          sizes.push(each.size)
        }
        const steps = withTool(run.steps, (step, k) => {
          const resultSize = sizes[k]
          return { ...step, ok: null, ...(resultSize === undefined ? {} : { resultSize }) }
        })
        expect(saidIn(judgeOneByOne(steps, policyOf(preset)))).not.toMatch(aboutResults)
      }),
      { numRuns: 300 },
    )
  })
})
