import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { loopObserver, type ObserverOptions } from '@loop-observer/sdk'
import { unpackToolFeatures } from '@loop-observer/rules'
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
