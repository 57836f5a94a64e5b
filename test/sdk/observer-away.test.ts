import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { loopObserver, type ObserverOptions } from '@loop-observer/sdk'
import { until } from '../support/deadline.ts'
import { goOn, spansOf, startControlServer, type ControlServer } from './control-server.ts'

let server: ControlServer

beforeEach(async () => {
  server = await startControlServer()
})

afterEach(async () => {
  await server.stop()
})

function observer(options: Partial<ObserverOptions> = {}) {
  return loopObserver({ agent: 'tester', endpoint: server.url, waitMs: 5000, onError: () => {}, ...options })
}

describe('when the observer is away', () => {
  test('a checkpoint waits no longer than it may, and after three nobody waits any more', async () => {
    server.answer(() => 'silence')
    const waits: number[] = []
    const outcome = await observer({ waitMs: 60 }).run({}, async (run) => {
      for (let turn = 0; turn < 8; turn += 1) {
        const begunMs = performance.now()
        expect((await run.checkpoint()).action).toBe('continue')
        waits.push(performance.now() - begunMs)
        await run.tool('look', { turn }, () => `line ${turn} of something new ${turn * 31}`)
      }
    })
    expect(outcome).toMatchObject({ outcome: 'answered', observed: false })
    // Generous: the machine may be busy. What counts is that it is far from the request's own timeout.
    expect(Math.max(...waits)).toBeLessThan(1000)
    expect(Math.min(...waits.slice(0, 2))).toBeGreaterThanOrEqual(55)
    expect(server.to('/checkpoint')).toHaveLength(1)
  })

  test('loops are halted by the same rules in this process', async () => {
    await server.stop()
    const seen: string[] = []
    const outcome = await observer().run({}, async (run) => {
      for (;;) {
        const advice = await run.checkpoint()
        seen.push(advice.action)
        if (advice.action === 'halt') return run.stop(advice)
        await run.tool('search', { q: 'the same' }, () => 'the same three lines')
      }
    })
    expect(outcome).toMatchObject({ outcome: 'halted', observed: false, stopped: { reason: 'repetition' } })
    expect(seen).toContain('nudge')
    server = await startControlServer()
  })

  test('only the limits hold where the application wants that', async () => {
    await server.stop()
    const outcome = await observer({ whenAway: 'limits', limits: { steps: 20 } }).run({}, async (run) => {
      for (;;) {
        const advice = await run.checkpoint()
        if (advice.action === 'halt') return run.stop(advice)
        await run.tool('search', { q: 'the same' }, () => 'the same three lines')
      }
    })
    expect(outcome.stopped?.reason).toBe('budget_steps')
    server = await startControlServer()
  })

  test('steps wait for its return, and arrive once', async () => {
    let isAway = true
    server.answer(() => (isAway ? { status: 500, body: 'no' } : goOn))
    await observer().run({}, async (run) => {
      await run.checkpoint()
      await run.tool('search', { q: 1 }, () => 'one')
      await run.checkpoint()
      isAway = false
      await run.tool('search', { q: 2 }, () => 'two')
      await run.checkpoint()
    })
    const answered = spansOf(server.to('/checkpoint').slice(2))
    expect(answered.map(({ attributes }) => attributes['loop.step.sequence'])).toEqual([0, 1])
  })

  test('a request that is refused for good is not sent for ever', async () => {
    server.answer(() => ({ status: 400, body: { error: 'bad_request' } }))
    await observer().run({}, async (run) => {
      run.progress('begun')
      await run.checkpoint()
      server.answer(() => goOn)
      await run.checkpoint()
    })
    expect(server.to('/checkpoint').map(({ body }) => body === '')).toEqual([false, true])
  })

  test('it is left alone as long as it asks for', async () => {
    server.answer(() => ({ status: 503, body: {}, headers: { 'retry-after': '30' } }))
    await observer().run({}, async (run) => {
      await run.checkpoint()
      await run.checkpoint()
    })
    expect(server.to('/checkpoint')).toHaveLength(1)
  })

  test('the steps that wait are bounded, and the loss is told', async () => {
    await server.stop()
    const told: string[] = []
    await observer({ bufferSteps: 10, onError: (message) => told.push(message) }).run({}, async (run) => {
      for (let turn = 0; turn < 25; turn += 1) await run.tool('look', { turn }, () => `line ${turn}`)
    })
    expect(told.join('\n')).toContain('15 steps')
    server = await startControlServer()
  })

  test('the end of a run is reported when it is back', async () => {
    server.answer(() => ({ status: 500, body: 'no' }))
    const observing = observer({ waitMs: 20 })
    const outcome = await observing.run({}, async (run) => {
      await run.tool('search', { q: 1 }, () => 'one')
      return run.answer('found')
    })
    expect(outcome).toMatchObject({ outcome: 'answered', observed: false })
    server.answer(() => goOn)
    await until(() => server.to('/outcome').length === 1, { what: 'the outcome arrives' })
    expect(spansOf(server.to('/checkpoint').slice(-1))).toHaveLength(1)
    await observing.shutdown()
  })

  test('a hiccup costs forty runs neither their later checkpoints nor their outcomes', async () => {
    let isSlow = true
    server.answer(() => (isSlow ? 'silence' : goOn))
    const observing = observer({ waitMs: 50 })
    const { promise: over, resolve: recover } = Promise.withResolvers<void>()
    const runs = Array.from({ length: 40 }, (_, index) =>
      observing.run({ runId: `run-${index}` }, async (run) => {
        await run.tool('look', { index }, () => `line ${index}`)
        await run.checkpoint()
        await over
        for (let turn = 0; turn < 3; turn += 1) await run.checkpoint()
      }),
    )
    await until(() => server.to('/checkpoint').length >= 3, { what: 'requests that are not answered' })
    isSlow = false
    server.drop()
    recover()
    await Promise.all(runs)
    await observing.shutdown(20_000)
    const ended = server.to('/outcome').map(({ path }) => path)
    expect(new Set(ended).size).toBe(40)
    const reported = spansOf(server.to('/checkpoint')).map(({ attributes }) => attributes['loop.run.id'])
    expect(new Set(reported).size).toBe(40)
  })

  test('shutdown tries outcomes again at once, however long the breaker would pause', async () => {
    let isAway = true
    const away = { status: 503, body: {}, headers: { 'retry-after': '3600' } }
    server.answer(() => (isAway ? away : goOn))
    const observing = observer()
    const names = ['one', 'two', 'three']
    for (const runId of names) {
      await observing.run({ runId }, async (run) => {
        await run.tool('look', { runId }, () => 'a line')
        await run.checkpoint()
      })
    }
    expect(server.to('/outcome')).toEqual([])
    isAway = false
    const begunMs = performance.now()
    await observing.shutdown(20_000)
    expect(server.to('/outcome').map(({ path }) => path.split('/')[3])).toEqual(expect.arrayContaining(names))
    expect(performance.now() - begunMs).toBeLessThan(9000)
  })

  test('nothing it answers is thrown into the application', async () => {
    const json = fc.oneof(
      fc.jsonValue(),
      fc.record({
        action: fc.constantFrom('halt', 'nudge', 'escalate', 'continue', 1),
        seq: fc.anything(),
        decision: fc.anything(),
      }),
    )
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.string(),
          json.map((value) => JSON.stringify(value) ?? ''),
        ),
        fc.constantFrom(200, 204, 301, 302, 400, 404, 418, 429, 500, 503),
        async (body, status) => {
          server.answer(() => ({ status, body: status === 204 ? '' : body }))
          const outcome = await observer({ waitMs: 2000 }).run({}, async (run) => {
            const result = await run.tool('search', { q: 1 }, () => 'one')
            await run.checkpoint()
            return result
          })
          expect(outcome.answer).toBe('one')
          expect(outcome.outcome).toBe('answered')
        },
      ),
      { numRuns: 60 },
    )
  })
})
