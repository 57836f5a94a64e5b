import fc from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'
import { loopObserver, type ObserverOptions, type Run, type RunOutcome } from '@loop-observer/sdk'

const told: unknown[] = []

afterEach(() => {
  expect(told.splice(0)).toEqual([])
})

function observer(options: Partial<ObserverOptions> = {}) {
  return loopObserver({
    agent: 'tester',
    onError: (message, cause) => told.push([message, cause]),
    ...options,
  })
}

/** An agent that asks the same again and again until it is told to stop. */
async function stubborn(run: Run, turns = 50): Promise<number> {
  for (let turn = 0; turn < turns; turn += 1) {
    const advice = await run.checkpoint()
    if (advice.action === 'halt') return turn
    await run.tool('search', { query: 'refund policy' }, () => 'No results for this query.')
  }
  return turns
}

describe('judged in this process', () => {
  test('a call that gives the same again is nudged once, then halted, with its evidence', async () => {
    const actions: string[] = []
    const outcome = await observer().run({ task: 'find the refund policy' }, async (run) => {
      for (;;) {
        const advice = await run.checkpoint()
        actions.push(advice.action)
        if (advice.action === 'halt') return run.stop(advice)
        if (advice.action === 'nudge') expect(advice.message).not.toContain('refund policy')
        await run.tool('search', { query: 'refund policy' }, () => 'No results for this query.')
      }
    })
    expect(outcome.outcome).toBe('halted')
    expect(outcome.stopped?.reason).toBe('repetition')
    expect(outcome.stopped?.evidence?.steps.length).toBeGreaterThan(1)
    expect(outcome.attempting).toContain('search')
    expect(outcome.resumable).toBe(true)
    expect(outcome.observed).toBe(false)
    expect(actions.filter((action) => action === 'nudge')).toHaveLength(1)
    expect(actions.at(-1)).toBe('halt')
  })

  test('polling a job whose answer moves is left alone', async () => {
    const outcome = await observer().run({}, async (run) => {
      for (let percent = 0; percent <= 100; percent += 5) {
        expect((await run.checkpoint()).action).toBe('continue')
        await run.tool(
          'job_status',
          { job: 7 },
          () => `The job is at ${percent} percent, file ${percent * 3} of 300.`,
        )
      }
      return run.answer('done')
    })
    expect(outcome.outcome).toBe('answered')
    expect(outcome.stopped).toBeNull()
  })

  test('a halt aborts the signal and stands', async () => {
    await observer().run({}, async (run) => {
      await stubborn(run)
      expect(run.signal.aborted).toBe(true)
      expect((await run.checkpoint()).action).toBe('halt')
    })
  })

  test('shadow mode gives no advice', async () => {
    const outcome = await observer({ mode: 'shadow' }).run({}, async (run) => run.answer(await stubborn(run)))
    expect(outcome).toMatchObject({ outcome: 'answered', answer: 50 })
  })

  test('a loop of a sub-agent halts its lane, and the run goes on', async () => {
    const outcome = await observer().run({}, async (run) => {
      await run.tool('plan', {}, () => 'ask the researcher')
      const researcher = run.lane('researcher')
      expect(await stubborn(researcher)).toBeLessThan(50)
      expect(researcher.signal.aborted).toBe(true)
      expect(run.signal.aborted).toBe(false)
      expect((await run.checkpoint()).action).toBe('continue')
      return run.answer('without the researcher')
    })
    expect(outcome).toMatchObject({ outcome: 'answered', answer: 'without the researcher' })
  })

  test('a failing rule engine never reaches the agent', async () => {
    const failures: string[] = []
    const broken = loopObserver({
      agent: 'tester',
      onError: (message) => failures.push(message),
      // Not a policy at all: reading it fails inside.
      policy: { tools: { resourceKeys: null as never } },
    })
    const outcome = await broken.run({}, async (run) => {
      await run.checkpoint()
      return run.tool('search', { path: '/a' }, () => 'found')
    })
    expect(outcome).toMatchObject({ outcome: 'answered', answer: 'found' })
    expect(failures.length).toBeGreaterThan(0)
  })
})

describe('outcomes', () => {
  const ways: Readonly<Record<string, (run: Run) => unknown>> = {
    'an answer': (run) => run.answer('42'),
    'a plain value': () => '42',
    nothing: () => undefined,
    failing: (run) => run.fail('no access'),
    stopping: (run) => run.stop(),
    throwing: () => {
      throw new TypeError('broken')
    },
    rejecting: () => Promise.reject(new TypeError('broken')),
    'throwing a string': () => {
      // oxlint-disable-next-line typescript/only-throw-error -- agents do
      throw 'broken'
    },
  }

  async function each(): Promise<Readonly<Record<string, RunOutcome<unknown>>>> {
    const entries = Object.entries(ways).map(
      async ([name, way]) => [name, await observer().run<unknown>({}, async (run) => way(run))] as const,
    )
    return Object.fromEntries(await Promise.all(entries))
  }

  test('have one shape however the run ended', async () => {
    const outcomes = Object.values(await each())
    const shape = Object.keys(outcomes[0] ?? {}).sort()
    for (const outcome of outcomes) expect(Object.keys(outcome).sort()).toEqual(shape)
  })

  test('are named states', async () => {
    const outcomes = await each()
    const named = Object.fromEntries(
      Object.entries(outcomes).map(([name, { outcome, answer, stopped }]) => [
        name,
        [outcome, answer, stopped?.reason],
      ]),
    )
    expect(named).toEqual({
      'an answer': ['answered', '42', undefined],
      'a plain value': ['answered', '42', undefined],
      nothing: ['answered', null, undefined],
      failing: ['failed', null, 'failure'],
      stopping: ['halted', null, 'application'],
      throwing: ['failed', null, 'failure'],
      rejecting: ['failed', null, 'failure'],
      'throwing a string': ['failed', null, 'failure'],
    })
    expect(outcomes.throwing?.cause).toBeInstanceOf(TypeError)
    expect(outcomes['throwing a string']?.cause).toBe('broken')
  })

  test('of a callback that throws are thrown on request', async () => {
    const error = new TypeError('broken')
    const run = observer().run({ rethrow: true }, () => Promise.reject(error))
    await expect(run).rejects.toBe(error)
    await expect(observer().run({ rethrow: true }, (given) => given.fail('no'))).resolves.toMatchObject({
      outcome: 'failed',
    })
  })

  test('an answer after a halt is a partial answer of a halted run', async () => {
    const outcome = await observer().run({}, async (run) => {
      await stubborn(run)
      return run.answer('eighty percent of it')
    })
    expect(outcome).toMatchObject({ outcome: 'halted', answer: 'eighty percent of it' })
  })

  test('an error after a halt is its consequence', async () => {
    const outcome = await observer().run({}, async (run) => {
      await stubborn(run)
      run.signal.throwIfAborted()
      return 'unreachable'
    })
    expect(outcome).toMatchObject({ outcome: 'halted', stopped: { reason: 'repetition' } })
    expect(outcome.cause).toMatchObject({ name: 'AbortError' })
  })

  test('keep the observations that were progress, and the notes', async () => {
    const outcome = await observer().run({}, async (run) => {
      await run.tool('search', { q: 'a' }, () => 'The invoice is 23,100 past due.')
      await run.tool('search', { q: 'b' }, () => 'The invoice is 23,100 past due.')
      await run.tool('search', { q: 'c' }, () => '')
      await run.tool('search', { q: 'd' }, () => []).catch(() => {})
      await run.tool('pay', {}, () => Promise.reject(new Error('down'))).catch(() => {})
      run.progress('checked the invoices')
      return run.fail('no payment history', { resumable: true })
    })
    expect(outcome.partial).toMatchObject([
      { kind: 'observation', tool: 'search', content: 'The invoice is 23,100 past due.', cut: false },
      { kind: 'note', content: 'checked the invoices' },
    ])
    expect(outcome).toMatchObject({ outcome: 'failed', steps: 6, resumable: true })
  })

  test('keep a bounded amount', async () => {
    const outcome = await observer({ limits: { steps: null } }).run({}, async (run) => {
      for (let index = 0; index < 200; index += 1) {
        await run.tool('read', { page: index }, () => `${index} `.repeat(4000))
      }
    })
    expect(outcome.partial).toHaveLength(32)
    expect(Math.max(...outcome.partial.map(({ content }) => content.length))).toBe(4000)
  })
})

describe('tool calls', () => {
  test('return and throw exactly what the function does', async () => {
    await fc.assert(
      fc.asyncProperty(fc.anything(), fc.anything(), fc.boolean(), async (args, value, fails) => {
        const outcome = await observer().run<unknown>({}, async (run) => {
          const result = run.tool('any', args, () => {
            if (fails) throw value
            return value
          })
          if (fails) await expect(result).rejects.toBe(value)
          else expect(await result).toBe(value)
        })
        expect(outcome.outcome).toBe('answered')
        expect(outcome.steps).toBe(1)
      }),
    )
  })

  test('are told the signal of their lane', async () => {
    await observer().run({}, async (run) => {
      await run.tool('fetch', {}, (signal) => expect(signal).toBe(run.signal))
    })
  })

  test('that report an error in the shape of MCP count as failed', async () => {
    const outcome = await observer().run({}, async (run) => {
      await run.tool('read', {}, () => ({
        isError: true,
        content: [{ type: 'text', text: 'permission denied' }],
      }))
    })
    expect(outcome.partial).toEqual([])
  })

  test('of one turn are one step of the budget', async () => {
    const outcome = await observer().run({}, async (run) => {
      await run.checkpoint()
      await Promise.all([1, 2, 3].map((page) => run.tool('read', { page }, () => `page ${page}`)))
    })
    expect(outcome.totals).toMatchObject({ steps: 1, toolCalls: 3 })
  })
})

test('an observer can be made of anything', async () => {
  await fc.assert(
    fc.asyncProperty(fc.anything(), async (options) => {
      const given = typeof options === 'object' && options !== null ? options : {}
      const made = loopObserver({ onError: () => {}, ...given, endpoint: undefined } as never)
      const outcome = await made.run({}, (run) => run.answer(1))
      expect(outcome.answer).toBe(1)
    }),
  )
})

test('a run can be made of anything', async () => {
  await fc.assert(
    fc.asyncProperty(fc.anything(), fc.anything(), fc.anything(), async (options, toolOptions, report) => {
      const careful = loopObserver({ agent: 'tester', onError: () => {} })
      const given = { ...(typeof options === 'object' ? options : {}), rethrow: false }
      const outcome = await careful.run(given as never, async (run) => {
        await run.checkpoint(report as never)
        run.model(report as never)
        run.progress(report as never)
        run.lane(report as never).progress('a note')
        return run.tool('search', options, () => 'found', toolOptions as never)
      })
      expect(outcome.answer).toBe('found')
    }),
  )
})
