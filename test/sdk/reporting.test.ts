import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { loopObserver, type Advice, type ObserverOptions } from '@loop-observer/sdk'
import { unpackToolFeatures } from '@loop-observer/rules'
import { until } from '../support/deadline.ts'
import { decided, goOn, spansOf, startControlServer, type ControlServer } from './control-server.ts'

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

describe('what is reported', () => {
  test('a checkpoint reports each step once, in order, before it is answered', async () => {
    await observer().run({ task: 'a task', attributes: { tier: 'gold' } }, async (run) => {
      await run.checkpoint()
      await run.tool('search', { q: 1 }, () => 'one', { callId: 'call_1', readOnly: true })
      run.model({ model: 'm', tokensIn: 10, tokensOut: 2, costUsd: 0.1, text: 'I look' })
      await run.checkpoint()
      run.progress('half way')
      await run.checkpoint()
    })
    const checkpoints = server.to('/checkpoint')
    expect(checkpoints.map((request) => spansOf([request]).length)).toEqual([0, 2, 1])
    const [tool, model, progress] = spansOf(checkpoints)
    expect(tool).toMatchObject({
      name: 'execute_tool search',
      attributes: {
        'gen_ai.operation.name': 'execute_tool',
        'gen_ai.tool.name': 'search',
        'gen_ai.tool.call.id': 'call_1',
        'loop.agent': 'tester',
        'loop.task': 'a task',
        'loop.lane': 'main',
        'loop.source': 'sdk',
        'loop.step.kind': 'tool',
        'loop.step.sequence': 0,
        'loop.round': '1',
        'loop.read_only': true,
      },
    })
    expect(model).toMatchObject({
      name: 'chat m',
      attributes: {
        'gen_ai.operation.name': 'chat',
        'gen_ai.usage.input_tokens': 10,
        'gen_ai.usage.output_tokens': 2,
        'loop.cost_usd': 0.1,
        'loop.step.sequence': 1,
      },
    })
    expect(progress).toMatchObject({ attributes: { 'loop.step.kind': 'progress', 'loop.step.sequence': 2 } })
    const ids = spansOf(server.received).map(({ attributes }) => attributes['loop.step.id'])
    expect(new Set(ids).size).toBe(3)
    expect(server.to('/outcome').map(({ body }) => JSON.parse(body) as object)).toMatchObject([
      { outcome: 'answered' },
    ])
  })

  test('a question says who asks, and what was heard', async () => {
    server.answer(({ query }) => (query.get('after') === '0' ? decided('nudge', 4) : goOn))
    await observer({ token: 'secret' }).run({ runId: 'run/1' }, async (run) => {
      await run.checkpoint()
      await run.lane('writer').checkpoint()
      await run.checkpoint()
    })
    const asked = server.to('/checkpoint').map(({ query }) => [query.get('lane'), query.get('after')])
    expect(asked).toEqual([
      ['main', '0'],
      ['writer', '0'],
      ['main', '4'],
    ])
    expect(server.received.every(({ path }) => path.startsWith('/v1/runs/run%2F1/'))).toBe(true)
    expect(server.received.every(({ headers }) => headers.authorization === 'Bearer secret')).toBe(true)
  })

  test('steps of a run that was named are not numbered: it may have had some before', async () => {
    await observer().run({ runId: 'continued' }, async (run) => {
      await run.tool('search', {}, () => 'one')
      await run.checkpoint()
    })
    expect(spansOf(server.received)[0]?.attributes).not.toHaveProperty('loop.step.sequence')
  })

  test('content stays in the process unless it is captured, features never do', async () => {
    const secret = 'the password: hunter2hunter2 is in here'
    const attributesWith = async (capture: ObserverOptions['capture']) => {
      await observer({ ...(capture && { capture }) }).run({}, async (run) => {
        await run.tool('read', { path: '/etc/secret' }, () => `${secret} ${'x'.repeat(500)}`)
      })
      return spansOf(server.received).at(-1)?.attributes ?? {}
    }
    const plain = await attributesWith(undefined)
    expect(JSON.stringify(plain)).not.toMatch(/hunter2|etc/)
    const features = unpackToolFeatures(String(plain['loop.features']))
    expect(features?.observation).toMatchObject({ state: 'known', sizeChars: secret.length + 501 })
    const preview = await attributesWith('preview')
    expect(preview['gen_ai.tool.call.arguments']).toBe('{"path":"/etc/secret"}')
    expect(preview['gen_ai.tool.call.result']).toHaveLength(160)
    expect(preview['gen_ai.tool.call.result']).not.toContain('hunter2')
    const content = await attributesWith('content')
    expect(content['gen_ai.tool.call.result']).toHaveLength(secret.length + 501)
    expect(content['loop.features']).toBe(plain['loop.features'])
  })

  test('ids hold without any provider', async () => {
    const outcome = await observer().run({}, async (run) => {
      await run.tool('outer', {}, () => run.tool('inner', {}, () => 'x'))
    })
    const spans = spansOf(server.received)
    expect(spans.map(({ traceId }) => traceId)).toEqual([outcome.traceId, outcome.traceId])
    expect(new Set(spans.map(({ spanId }) => spanId)).size).toBe(2)
    for (const { spanId, parentSpanId } of spans) {
      expect(spanId).toMatch(/^[0-9a-f]{16}$/)
      expect(parentSpanId).toMatch(/^[0-9a-f]{16}$/)
      expect(parentSpanId).not.toBe(spanId)
    }
  })
})

describe('decisions of the observer', () => {
  test('a nudge is given once, and acknowledged', async () => {
    server.answer(() => decided('nudge', 1))
    const actions: Advice[] = []
    const outcome = await observer().run({}, async (run) => {
      actions.push(await run.checkpoint(), await run.checkpoint())
    })
    expect(actions).toMatchObject([
      { action: 'nudge', message: 'message 1', source: 'observer' },
      { action: 'continue' },
    ])
    expect(outcome.observed).toBe(true)
    expect(acks()).toEqual([{ seq: 1, stage: 'delivered', lane: 'main' }])
  })

  test('a halt ends the run with what the observer said', async () => {
    server.answer(() => decided('halt', 2))
    const outcome = await observer().run({}, async (run) => run.stop(await run.checkpoint()))
    expect(outcome).toMatchObject({
      outcome: 'halted',
      stopped: {
        reason: 'repetition',
        rule: 'repetition',
        message: 'explanation 2',
        evidence: { steps: ['s1'] },
      },
      missing: 'the refund policy',
      tried: ['search'],
      resumable: true,
      observed: true,
    })
    expect(acks()).toEqual([
      { seq: 2, stage: 'delivered', lane: 'main' },
      { seq: 2, stage: 'acted', lane: 'main' },
    ])
    expect(server.to('/outcome')[0]?.body).toContain('"halted"')
  })

  test('an escalation halts, and is told apart', async () => {
    server.answer(() => decided('escalate', 1))
    const outcome = await observer().run({}, async (run) => run.stop(await run.checkpoint()))
    expect(outcome.outcome).toBe('escalated')
  })

  test('what the mode forbids acting on is not acted on', async () => {
    server.answer(() => decided('halt', 1, { enforced: false }))
    const outcome = await observer().run({}, async (run) => (await run.checkpoint()).action)
    expect(outcome).toMatchObject({ outcome: 'answered', answer: 'continue' })
  })

  test('a halt of a lane stops that lane only', async () => {
    server.answer(({ query }) =>
      query.get('lane') === 'writer' ? decided('halt', 1, { scope: 'lane', lane: 'writer' }) : goOn,
    )
    const outcome = await observer().run({}, async (run) => {
      const actions = [await run.lane('writer').checkpoint(), await run.checkpoint()]
      expect([run.lane('writer').signal.aborted, run.signal.aborted]).toEqual([true, false])
      return actions.map(({ action }) => action)
    })
    expect(outcome).toMatchObject({ outcome: 'answered', answer: ['halt', 'continue'] })
  })

  test('a halt of the run that one of its lanes was given is one of the run', async () => {
    server.answer(({ query }) => (query.get('lane') === 'writer' ? decided('halt', 1) : goOn))
    const outcome = await observer().run({}, async (run) => {
      expect((await run.lane('writer').checkpoint()).action).toBe('halt')
      expect(run.signal.aborted).toBe(true)
      return run.answer('what there is')
    })
    expect(outcome).toMatchObject({ outcome: 'halted', answer: 'what there is' })
  })

  test('a halt reaches the signal of a run that does not ask', async () => {
    server.answer(() => decided('halt', 1, { reason: 'operator' }))
    const outcome = await observer({ heartbeatMs: 10 }).run({}, (run) =>
      run.tool(
        'build',
        {},
        (signal) =>
          new Promise<string>((_resolve, reject) => {
            // The reason of our own signal is an Error.
            signal.addEventListener('abort', () => reject(signal.reason as Error))
          }),
      ),
    )
    expect(outcome).toMatchObject({ outcome: 'halted', stopped: { reason: 'operator' } })
  })

  test('a stop of a lane reaches the signal of a sub-agent that does not ask', async () => {
    const stop = decided('halt', 3, { scope: 'lane', lane: 'writer' })
    const told = typeof stop === 'string' ? {} : (stop.body as object)
    const whole = { ...told, action: 'continue', decision: undefined, stoppedLanes: ['writer', 'unknown'] }
    server.answer(({ query }) => (query.get('lane') === '*' ? { status: 200, body: whole } : goOn))
    await observer({ heartbeatMs: 10 }).run({}, async (run) => {
      const { signal } = run.lane('writer')
      await until(() => signal.aborted, { what: 'the lane is stopped' })
      expect(run.signal.aborted).toBe(false)
    })
  })

  test('after a resume by an operator the run goes on with a fresh signal', async () => {
    server.answer(() => decided('halt', 1))
    await observer().run({}, async (run) => {
      expect((await run.checkpoint()).action).toBe('halt')
      server.answer(() => ({ status: 200, body: { action: 'continue', seq: 1, decisions: [] } }))
      expect((await run.checkpoint()).action).toBe('continue')
      expect(run.signal.aborted).toBe(false)
    })
  })

  function acks(): readonly object[] {
    return server.to('/ack').map(({ body }) => JSON.parse(body) as object)
  }
})

test('what looks like a secret in a task, an attribute or an error does not leave the process', async () => {
  const secret = `sk-ant-api03-${'A1b2C3d4'.repeat(8)}`
  await observer().run(
    { runId: 'secretive', task: `log in with password=hunter2secret`, attributes: { note: secret } },
    async (run) => {
      await run
        .tool('login', { with: secret }, () => Promise.reject(new Error(`bad key ${secret}`)))
        .catch(() => {})
      await run.checkpoint()
    },
  )
  const sent = server.received.map(({ query, body }) => `${query.toString()} ${body}`).join('\n')
  expect(sent).not.toContain('hunter2secret')
  expect(sent).not.toContain('A1b2C3d4')
  const [span] = spansOf(server.to('/checkpoint'))
  expect(span?.attributes['loop.task']).toBe('log in with password=[masked]')
  expect(span?.status.message).toBe('Error: bad key [masked]')
})

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
      await run.tool('search', { q: 1 }, () => 'one')
      await run.checkpoint()
      isAway = false
      await run.tool('search', { q: 2 }, () => 'two')
      await run.checkpoint()
    })
    const answered = spansOf(server.to('/checkpoint').slice(1))
    expect(answered.map(({ attributes }) => attributes['loop.step.sequence'])).toEqual([0, 1])
  })

  test('a request that is refused for good is not sent for ever', async () => {
    server.answer(() => ({ status: 400, body: { error: 'bad_request' } }))
    await observer().run({}, async (run) => {
      await run.tool('search', { q: 1 }, () => 'one')
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
