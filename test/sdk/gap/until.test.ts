import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import {
  loopObserver,
  type Gap,
  type ObserverOptions,
  type Run,
  type StandardSchema,
  type UntilResult,
} from '@loop-observer/sdk'

function observer(options: Partial<ObserverOptions> = {}) {
  return loopObserver({ agent: 'tester', onError: () => {}, ...options })
}

const errors = (count: number, kind = 'x'): readonly string[] =>
  Array.from({ length: count }, (_, k) => `cannot find name ${kind}${'abcdefghijkl'[k]}`)

/** Loops over passes that fail as given; what comes after the last is clean. */
async function loopOver(
  given: readonly (readonly string[])[],
  options: Partial<ObserverOptions> = {},
): Promise<UntilResult<string, string>> {
  const outcome = await observer(options).run({}, (run) => {
    let made = 0
    return run.until(
      () => given[made - 1] ?? [],
      () => {
        made += 1
        return `version ${made}`
      },
    )
  })
  if (outcome.answer === null) throw new Error('the callback returned what until gave')
  return outcome.answer
}

describe('a loop on the gap', () => {
  test('12, 5, 1, 0 failures converge: the number of attempts is an output', async () => {
    expect(await loopOver([errors(12), errors(5), errors(1)])).toMatchObject({
      verified: true,
      value: 'version 4',
      attempts: 4,
      verdicts: ['too_early', 'too_early', 'continue', 'done'],
      failures: [],
      advice: { action: 'continue' },
    })
  })

  test('3, 1, the same 1 is stuck: a third attempt is the last', async () => {
    expect(await loopOver([errors(3), errors(1), errors(1), []])).toMatchObject({
      verified: false,
      value: 'version 3',
      attempts: 3,
      verdicts: ['too_early', 'too_early', 'stuck'],
      failures: errors(1),
      advice: { action: 'halt', reason: 'convergence', source: 'process' },
    })
  })

  test.each([
    ['flat', ['p', 'q', 'r'].map((kind) => errors(1, kind))],
    ['growing', [errors(9, 'p'), errors(1, 'q'), errors(3, 'r')]],
    ['growing', [errors(7, 'p'), errors(8, 'q'), errors(9, 'r')]],
    ['oscillating', [errors(2, 'p'), errors(2, 'q'), errors(2, 'p')]],
  ])('ends when it is %s', async (verdict, given) => {
    const result = await loopOver([...given, []])
    expect(result).toMatchObject({ verified: false, attempts: 3 })
    expect(result.verdicts.at(-1)).toBe(verdict)
  })

  test('takes thirty attempts when it needs thirty and shrinks', async () => {
    const given = Array.from({ length: 30 }, (_, k) =>
      Array.from(
        { length: 30 - k },
        (__, line) => `failure ${'abcdefghij'[line % 10]}${'xyz'[Math.floor(line / 10)]}`,
      ),
    )
    expect(await loopOver(given)).toMatchObject({ verified: true, attempts: 31 })
  })

  test('tells each attempt what still fails', async () => {
    const gaps: Gap<string>[] = []
    await observer().run({}, (run) =>
      run.until(
        (draft: string) => (draft.length < 3 ? [`too short by ${'x'.repeat(3 - draft.length)}`] : []),
        (gap) => {
          gaps.push(gap)
          return `${gap.value ?? ''}a`
        },
      ),
    )
    expect(gaps).toMatchObject([
      { attempt: 1, failures: [], value: undefined, verdict: null, nudge: null },
      { attempt: 2, failures: ['too short by xx'], value: 'a', verdict: 'too_early' },
      { attempt: 3, failures: ['too short by x'], value: 'aa', verdict: 'too_early' },
    ])
  })

  test('ends the run with the open gap named, or answers unverified', async () => {
    const end = (how: 'stop' | 'answer') =>
      observer().run({}, async (run) => {
        const result = await run.until(
          () => ['the refund is missing'],
          () => 'a draft',
          { name: 'acceptance' },
        )
        return how === 'stop' ? run.stop(result.advice) : run.answer(result.value)
      })
    expect(await end('stop')).toMatchObject({
      outcome: 'halted',
      verified: false,
      stopped: { reason: 'convergence', message: expect.stringContaining('acceptance') as string },
      missing: 'Still fails: the refund is missing',
      resumable: true,
    })
    expect(await end('answer')).toMatchObject({ outcome: 'answered', answer: 'a draft', verified: false })
  })

  test('does not accept a pass whose bar came down', async () => {
    const outcome = await observer().run({}, async (run) => {
      let made = 0
      const result = await run.until(
        () => (made === 1 ? { failures: ['one source'], bar: ['two sources'] } : { failures: [], bar: [] }),
        () => {
          made += 1
          return made
        },
      )
      expect(result).toMatchObject({ verified: false, attempts: 2, advice: { reason: 'bar_lowered' } })
      return run.stop(result.advice)
    })
    expect(outcome).toMatchObject({ outcome: 'halted', verified: false, stopped: { reason: 'bar_lowered' } })
  })

  test('ends when a checkpoint halts: calls inside an attempt are judged as ever', async () => {
    const outcome = await observer({ limits: { toolCalls: 2 } }).run({}, async (run) => {
      const result = await run.until(
        (left: number) => errors(left),
        ({ attempt }) => run.tool('edit', { pass: attempt }, () => 10 - attempt),
      )
      expect(result).toMatchObject({ attempts: 2, value: 8, failures: errors(8) })
      return run.stop(result.advice)
    })
    expect(outcome.stopped?.reason).toBe('budget_tool_calls')
  })

  test('hands the nudge of a checkpoint to the next attempt', async () => {
    const nudges: (string | undefined)[] = []
    await observer().run({}, (run) =>
      run.until(
        (left: number) => errors(left),
        async ({ attempt, nudge }) => {
          nudges.push(nudge?.reason)
          if (nudge === null)
            await run.tool('search', { query: 'the cause' }, () => 'No results for this query.')
          return nudge === null ? 12 - attempt : 0
        },
      ),
    )
    expect(nudges.at(-1)).toBe('repetition')
    expect(nudges.filter((reason) => reason !== undefined)).toHaveLength(1)
  })

  test('ends when the signal is aborted, without another check', async () => {
    let checks = 0
    const outcome = await observer({ limits: { seconds: 0.05 } }).run({}, async (run) => {
      const result = await run.until(
        () => {
          checks += 1
          return []
        },
        async ({ signal }) => {
          await pause(10_000, null, { signal }).catch(() => {})
          return 'half a draft'
        },
      )
      expect(result).toMatchObject({ verified: false, value: 'half a draft', attempts: 1 })
      return run.stop(result.advice)
    })
    expect(outcome.stopped?.reason).toBe('budget_time')
    expect(checks).toBe(0)
  })

  test('throws what the check and the attempt throw', async () => {
    const error = new TypeError('no tests here')
    const broken = observer().run({ rethrow: true }, (run) =>
      run.until(
        () => Promise.reject(error),
        () => 1,
      ),
    )
    await expect(broken).rejects.toBe(error)
  })
})

describe('a form that validates', () => {
  const Invoice = z.object({
    customer: z.string().min(1),
    amount: z.number().positive(),
    due: z.iso.date().transform((text) => new Date(text)),
  })

  const fill = (run: Run, versions: readonly unknown[]) =>
    run.until(Invoice, (gap) => versions[gap.attempt - 1], { name: 'invoice form' })

  test('missing fields are filled in until the third attempt validates', async () => {
    const outcome = await observer().run({}, async (run) => {
      const result = await fill(run, [
        {},
        { customer: 'Ann', amount: -1 },
        { customer: 'Ann', amount: 120, due: '2026-10-25' },
      ])
      expect(result).toMatchObject({
        verified: true,
        attempts: 3,
        verdicts: ['too_early', 'too_early', 'done'],
      })
      if (!result.verified) return run.stop(result.advice)
      return run.answer(result.value.due.getUTCFullYear())
    })
    expect(outcome).toMatchObject({ outcome: 'answered', answer: 2026, verified: true })
  })

  test('what is wrong is said by field', async () => {
    const outcome = await observer().run({}, (run) =>
      fill(run, [
        { customer: 'Ann', amount: 1 },
        { customer: 'Ann', amount: 1 },
      ]),
    )
    expect(outcome.answer).toMatchObject({ verified: false, verdicts: ['too_early', 'stuck'] })
    expect(outcome.answer?.failures).toEqual([expect.stringMatching(/^due: /)])
  })

  test('any Standard Schema will do, one that is a function and validates in its own time included', async () => {
    const validate = async (value: unknown) => {
      await pause(1)
      return typeof value === 'string'
        ? { value: value.toUpperCase() }
        : { issues: [{ message: 'is no text', path: [{ key: 'name' }, 0] }] }
    }
    const schema: StandardSchema<string> = Object.assign(() => {}, {
      '~standard': { version: 1, vendor: 'test', validate } as const,
    })
    const seen: (readonly string[])[] = []
    const outcome = await observer().run({}, (run) =>
      run.until(schema, (gap) => {
        seen.push(gap.failures)
        return gap.attempt === 1 ? 7 : 'ann'
      }),
    )
    expect(outcome.answer).toMatchObject({ verified: true, value: 'ANN', attempts: 2 })
    expect(seen).toEqual([[], ['name.0: is no text']])
  })
})
