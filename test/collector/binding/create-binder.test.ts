import { callFeatures, observationFeatures, packToolFeatures, type ToolFeatures } from '@loop-observer/rules'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { hashing } from '../../../collector/binding/hashing.ts'
import type { SpanView } from '../../../collector/receiver/span-view.ts'
import { openStore } from '../../../collector/store/open-store.ts'
import type { Store } from '../../../collector/store/store.ts'
import { plainSpan, type PlainSpan } from '../../conformance/dialects/plain-span.ts'
import { recordsOf, spanBinding, toolSteps } from './bind-spans.ts'

const traceA = 'a'.repeat(32)
const traceB = 'b'.repeat(32)

let store: Store
beforeEach(async () => {
  store = await openStore({ url: 'sqlite::memory:' })
})
afterEach(() => store.close())

test('what looks like a secret in a task, an agent’s name or an attribute is not kept', async () => {
  const { bind } = await spanBinding({ store, policy: { routes: [{ attributes: { 'app.login': '*' } }] } })
  const [bound] = await bind([
    tool({
      attributes: {
        'loop.task': 'log in with password=hunter22',
        'gen_ai.agent.name': 'token=hunter22',
        'app.login': 'api_key=hunter22',
      },
    }),
  ])
  expect(bound?.intro.task).toBe('log in with password=[masked]')
  expect(JSON.stringify(bound?.intro)).not.toContain('hunter22')
})

describe('the run of a span', () => {
  test('is its trace when nothing else names one', async () => {
    const { bind } = await spanBinding({ store })
    const [bound] = await bind([tool({ traceId: traceA })])
    expect(bound?.intro).toMatchObject({ key: `default/${traceA}`, run: traceA, traceId: traceA })
    expect(await store.resolve('default', `trace:${traceA}`)).toBe(`default/${traceA}`)
  })

  test('is what loop.run.id says, for the whole trace of a batch, whatever the order', async () => {
    const labelled = tool({ traceId: traceA, spanId: '1'.repeat(16), attributes: { 'loop.run.id': 'r1' } })
    const bare = tool({ traceId: traceA, spanId: '2'.repeat(16) })
    for (const spans of [
      [labelled, bare],
      [bare, labelled],
    ]) {
      const fresh = await openStore({ url: 'sqlite::memory:' })
      const { bind } = await spanBinding({ store: fresh })
      const bound = await bind(spans)
      expect(bound.map(({ intro }) => intro.key)).toEqual(['default/r1'])
      expect(toolSteps(bound)).toHaveLength(2)
      await fresh.close()
    }
  })

  test('is bound once: after the hold the first binding of a trace wins, on every observer of the store', async () => {
    const one = await spanBinding({ store })
    const other = await spanBinding({ store, policy: { runKey: ['session.id'] } })
    const [first] = await one.bind([tool({ traceId: traceA, spanId: '1'.repeat(16) })])
    const { intro, records } = first ?? { intro: null, records: [] }
    await store.commit([{ key: intro?.key ?? '', records, basis: null, judged: null }])
    const named = tool({ traceId: traceA, attributes: { 'session.id': 's1' } })
    const [late] = await other.bind([named], { nowMs: 1_796_000_009_000 })
    expect(late?.intro.key).toBe(`default/${traceA}`)
    const [ownTrace] = await other.bind([tool({ traceId: traceB, attributes: { 'session.id': 's1' } })])
    expect(ownTrace?.intro.key).toBe('default/s1')
    const [follower] = await one.bind([tool({ traceId: traceB, spanId: '3'.repeat(16) })])
    expect(follower?.intro.key).toBe('default/s1')
  })

  test('stays what loop.run.id says when its trace belongs to another run', async () => {
    const { bind } = await spanBinding({ store })
    await bind([tool({ traceId: traceA, attributes: { 'loop.run.id': 'r1' } })])
    const [second] = await bind([
      tool({ traceId: traceA, spanId: '4'.repeat(16), attributes: { 'loop.run.id': 'r2' } }),
    ])
    expect(second?.intro.key).toBe('default/r2')
  })

  test('may come from an attribute of the resource that the policy names', async () => {
    const { bind } = await spanBinding({ store, policy: { runKey: ['job.id'] } })
    const [bound] = await bind([tool({ resource: { 'job.id': 77 } })])
    expect(bound?.intro.run).toBe('77')
  })

  test('is kept apart by tenant', async () => {
    const { bind } = await spanBinding({ store })
    const [one] = await bind([tool({ attributes: { 'loop.run.id': 'r' } })], { tenant: 'acme' })
    expect(one?.intro).toMatchObject({ key: 'acme/r', run: 'r', tenant: 'acme' })
  })
})

describe('a step', () => {
  test('has the id that the SDK minted, else its span id, with the trace where the run is not the trace', async () => {
    const { bind } = await spanBinding({ store })
    const [own] = toolSteps(await bind([tool({ traceId: traceA, spanId: '1'.repeat(16) })]))
    expect(own?.id).toBe('1'.repeat(16))
    const named = { 'loop.run.id': 'r' }
    const [shared] = toolSteps(
      await bind([tool({ traceId: traceB, spanId: '2'.repeat(16), attributes: named })]),
    )
    expect(shared?.id).toBe(`${traceB}-${'2'.repeat(16)}`)
    const minted = { ...named, 'loop.step.kind': 'tool', 'loop.step.id': 'r/0', 'loop.step.sequence': 0 }
    const [sdk] = toolSteps(await bind([tool({ traceId: traceB, attributes: minted })]))
    expect(sdk).toMatchObject({ id: 'r/0', sequence: 0, rank: 'sdk' })
  })

  test('is in main when it is of the first agent named or names none, else in the lane of its agent', async () => {
    const { bind } = await spanBinding({ store })
    const spans = [
      tool({ spanId: '1'.repeat(16), attributes: { 'loop.lane': 'a', 'gen_ai.agent.name': 'b' } }),
      tool({ spanId: '2'.repeat(16), attributes: { 'gen_ai.agent.name': 'a', 'gen_ai.agent.id': 'i' } }),
      tool({ spanId: '3'.repeat(16), attributes: { 'gen_ai.agent.id': 'i' } }),
      tool({ spanId: '4'.repeat(16) }),
    ]
    expect(toolSteps(await bind(spans)).map(({ lane }) => lane)).toEqual(['a', 'main', 'i', 'main'])
  })

  test('has a time even where the clock of its source was never set', async () => {
    const { bind } = await spanBinding({ store })
    const [unset] = toolSteps(await bind([tool({ startMs: 0, endMs: 0 })], { nowMs: 5000 }))
    expect(unset).toMatchObject({ startedAtMs: 5000, endedAtMs: 5000, receivedAtMs: 5000 })
    const [backwards] = toolSteps(await bind([tool({ startMs: 9000, endMs: 8000 })]))
    expect(backwards).toMatchObject({ startedAtMs: 8000, endedAtMs: 8000 })
  })

  test('carries the features that the SDK made before anything was cut', async () => {
    const elsewhere = hashing('key of the application')
    const features: ToolFeatures = {
      call: callFeatures('search', { q: 'whole' }, { resourceKeys: [], commentKeys: [] }, elsewhere),
      observation: observationFeatures('', elsewhere),
      error: null,
    }
    const { bind } = await spanBinding({ store })
    const attributes = {
      'loop.step.kind': 'tool',
      'loop.run.id': 'r',
      'loop.features': packToolFeatures(features),
    }
    expect(toolSteps(await bind([tool({ attributes })]))[0]).toMatchObject(features)
    const damaged = { ...attributes, 'loop.features': '["t0"]' }
    expect(toolSteps(await bind([tool({ attributes: damaged })]))[0]?.observation.state).toBe('known')
  })

  test('of a failure without a result has the words of the failure as its observation', async () => {
    const { bind } = await spanBinding({ store })
    const failing = (message: string) =>
      plainSpan({
        name: 'execute_tool x',
        statusCode: 2,
        statusMessage: message,
        attributes: { 'gen_ai.operation.name': 'execute_tool' },
      })
    const [one] = toolSteps(await bind([failing('upstream 503')]))
    const [other] = toolSteps(await bind([failing('no such user')]))
    expect(one).toMatchObject({ ok: false, observation: { state: 'known' } })
    expect(one?.error).not.toBeNull()
    expect(other?.observation).not.toEqual(one?.observation)
  })

  test('without content is unknown, never empty', async () => {
    const { bind } = await spanBinding({ store })
    const span = plainSpan({
      name: 'execute_tool x',
      attributes: { 'gen_ai.operation.name': 'execute_tool' },
    })
    const [step] = toolSteps(await bind([span]))
    expect(step).toMatchObject({ ok: null, observation: { state: 'unknown' }, call: { exact: null } })
  })

  test('that reports the limit of a framework counts once a trace', async () => {
    const { bind } = await spanBinding({ store })
    const limit = (spanId: string) =>
      plainSpan({
        spanId,
        statusCode: 2,
        attributes: { 'gen_ai.operation.name': 'invoke_agent', 'error.type': 'MaxTurnsExceeded' },
      })
    const limits = recordsOf(await bind([limit('1'.repeat(16)), limit('2'.repeat(16))])).flatMap(({ step }) =>
      step.kind === 'agent_limit' ? [step.id] : [],
    )
    expect(new Set(limits).size).toBe(1)
  })
})

describe('the introduction of a run', () => {
  test('names agent, task, source and what routes of the policy may match', async () => {
    const routes = [{ attributes: { team: 'pay*', tier: '1' } }]
    const { bind } = await spanBinding({ store, policy: { routes } })
    const attributes = {
      'loop.run.id': 'r',
      'loop.source': 'sdk',
      'loop.task': 'refund 7',
      'loop.agent': 'billing',
      'loop.step.kind': 'tool',
      'gen_ai.conversation.id': 'c9',
      tier: 1,
      secret: 'x',
    }
    const resource = { 'service.name': 'shop', team: 'payments', 'host.name': 'h' }
    const [bound] = await bind([tool({ attributes, resource })])
    expect(bound?.intro).toEqual({
      key: 'default/r',
      run: 'r',
      tenant: 'default',
      agent: 'billing',
      task: 'refund 7',
      source: 'sdk',
      traceId: '0af7651916cd43dd8448eb211c80319c',
      attributes: { 'service.name': 'shop', team: 'payments', tier: '1', 'session.id': 'c9' },
    })
  })

  test('is bounded', async () => {
    const keys = Array.from({ length: 60 }, (_, index) => `k${index}`)
    const routes = [{ attributes: Object.fromEntries(keys.map((key) => [key, '*'])) }]
    const { bind } = await spanBinding({ store, policy: { routes } })
    const [bound] = await bind([
      tool({ attributes: Object.fromEntries(keys.map((key) => [key, 'v'.repeat(999)])) }),
    ])
    const attributes = Object.entries(bound?.intro.attributes ?? {})
    expect(attributes.length).toBeLessThanOrEqual(32)
    expect(attributes.every(([, value]) => value.length <= 200)).toBe(true)
  })
})

test('clock skew is told per service, and which content is captured', async () => {
  const skews: [string, number][] = []
  const calls: unknown[] = []
  const { bind } = await spanBinding({
    store,
    notices: {
      onSkew: (service, skewMs) => void skews.push([service, skewMs]),
      onCall: (dialect, captured) => void calls.push([dialect, captured]),
    },
  })
  await bind(
    [
      tool({ spanId: '1'.repeat(16), endMs: 1_796_000_000_100, resource: { 'service.name': 'a' } }),
      tool({ spanId: '2'.repeat(16), endMs: 1_796_000_009_000, resource: { 'service.name': 'a' } }),
      plainSpan({ attributes: { 'gen_ai.operation.name': 'execute_tool' }, resource: {} }),
    ],
    { nowMs: 1_796_000_001_000 },
  )
  expect(skews).toEqual([
    ['a', 8000],
    ['unknown', 900],
  ])
  expect(calls).toContainEqual(['otel-genai', { args: true, observation: true }])
  expect(calls).toContainEqual(['otel-genai', { args: false, observation: false }])
})

function tool(span: PlainSpan): SpanView {
  return plainSpan({
    name: 'execute_tool search',
    ...span,
    attributes: {
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': 'search',
      'gen_ai.tool.call.arguments': '{"q":"x"}',
      'gen_ai.tool.call.result': 'invoice 7: paid',
      ...span.attributes,
    },
  })
}
