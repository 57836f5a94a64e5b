import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { until } from '../../support/deadline.ts'
import { startObserver, type RunningObserver } from '../../support/observer.ts'
import { readRun, runCount } from '../../support/observer-reading.ts'
import { writePolicy } from '../../support/policy-file.ts'
import { exportRequest } from '../../support/tool-spans.ts'
import { agents, keptByProvider } from './agents.ts'
import { startGuard, type RunningGuard } from './guard-process.ts'
import { startModelServer, type ModelServer } from './model/server.ts'

const trace = '4bf92f3577b34da6a3ce929d0e0e4736'

describe('a guard in enforce mode', () => {
  let observer: RunningObserver
  let policy: Awaited<ReturnType<typeof writePolicy>>
  let model: ModelServer
  let guard: RunningGuard
  beforeAll(async () => {
    policy = await writePolicy('mode: { telemetry: enforce }\n')
    observer = await startObserver({ args: ['--policy', policy.path] })
    model = await startModelServer()
    guard = await startGuard(model.url, observer.controlUrl)
  })
  afterAll(async () => {
    await guard.stop()
    await model.stop()
    await observer.stop()
    await policy.remove()
  })
  let mark = 0
  beforeEach(() => {
    mark = model.received.length
  })

  const asked = () => model.received.slice(mark).map(({ body }) => body.toString())
  const nudgesIn = (body: string | undefined) => (body ?? '').split('Advisory note').length - 1

  const newestRun = async (): Promise<{ readonly outcome: string }> => {
    const response = await fetch(`${observer.controlUrl}/v1/runs?limit=1`)
    const { runs } = (await response.json()) as { runs: readonly { readonly outcome: string }[] }
    return runs[0] ?? { outcome: 'none' }
  }

  describe.each(Object.entries(agents))('on the client of %s', (_, agent) => {
    it('ends a loop by the agent’s own rules, after one nudge', async () => {
      const ended = await agent({ baseUrl: guard.url, model: 'loops' })
      expect(ended.text).toContain('stopped before it reached an answer')
      expect(ended.text).toContain('repetition')
      expect(ended.calls).toBe(ended.turns - 1)
      expect(asked()).toHaveLength(ended.calls)
      const nudged = asked().map(nudgesIn)
      const first = nudged.indexOf(1)
      expect(first).toBeGreaterThan(0)
      // Once there it stays: each request of the agent comes without it.
      expect(nudged).toEqual(nudged.map((__, index) => (index < first ? 0 : 1)))
      const [run] = /guard-[0-9a-f]{20}/.exec(ended.text ?? '') ?? []
      const read = await readRun(observer.controlUrl, run ?? '')
      expect(read?.summary).toMatchObject({
        outcome: 'halted',
        source: 'telemetry',
        totals: { toolCalls: ended.calls },
      })
    })

    it('leaves an agent alone that works, to the byte', async () => {
      const ended = await agent({ baseUrl: guard.url, model: 'works' })
      expect(ended).toMatchObject({ text: 'All six pages are read.', turns: 7, calls: 6 })
      expect(asked().map(nudgesIn)).toEqual(asked().map(() => 0))
      const ends = async () => (await newestRun()).outcome === 'answered'
      await until(ends, { what: 'the run has its outcome' })
      expect(await newestRun()).toMatchObject({ totals: { toolCalls: 6, steps: 7, tokens: 7 * 15 }, seq: 0 })
    })

    it('keeps results together when several calls are made at a time', async () => {
      const ended = await agent({ baseUrl: guard.url, model: 'both' })
      expect(ended.text).toContain('stopped before')
      expect(asked().map(nudgesIn).at(-1)).toBe(1)
    })
  })

  const chat = agents['OpenAI chat'] ?? (() => Promise.reject(new Error('no agent')))

  it.each([false, true])('follows a conversation that the provider keeps (streamed: %s)', async (stream) => {
    const ended = await keptByProvider({ baseUrl: guard.url, model: 'loops' }, stream)
    expect(ended.text).toContain('stopped before it reached an answer')
    expect(
      asked()
        .map(nudgesIn)
        .filter((nudges) => nudges > 0),
    ).toEqual([1])
  })

  it('finds the run by `x-loop-run`, and keeps the header to itself', async () => {
    await chat({ baseUrl: guard.url, model: 'loops', headers: { 'x-loop-run': 'billing/7' } })
    const read = await readRun(observer.controlUrl, 'billing/7')
    expect(read?.summary).toMatchObject({ outcome: 'halted' })
    expect(model.received[mark]?.rawHeaders.join(' ')).not.toContain('loop')
  })

  it('finds the run by `traceparent`, and counts no call twice that its spans told too', async () => {
    const id = trace
    const traceparent = `00-${id}-00f067aa0ba902b7-01`
    const ended = await chat({ baseUrl: guard.url, model: 'works', headers: { traceparent } })
    expect(ended.calls).toBe(6)
    const calls = asked()
      .flatMap((body) => [...body.matchAll(/"tool_call_id":"(call_\w+)"/g)])
      .map(([, call]) => call ?? '')
    const spans = [...new Set(calls)].map((call, index) => ({
      traceId: id,
      spanId: `${index + 1}`.padStart(16, '0'),
      callId: call,
      tool: 'read',
      args: { page: index + 1 },
      result: `Page ${index + 1}`,
      startMs: Date.now() - 100 + index,
      endMs: Date.now() - 90 + index,
    }))
    expect(spans).toHaveLength(6)
    const response = await fetch(`${observer.otlpUrl}/v1/traces`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: exportRequest('billing', spans),
    })
    expect(response.status).toBe(200)
    const read = await until(
      async () => {
        const found = await readRun(observer.controlUrl, `trace:${id}`)
        return found !== null && found.judgedSteps === found.steps && found.steps >= 18 ? found : null
      },
      { what: 'the spans are judged' },
    )
    expect(read.summary).toMatchObject({ run: id, totals: { toolCalls: 6 } })
  })

  it('keeps two agents apart that are given the same task at the same time', async () => {
    const before = await runCount(observer.controlUrl)
    const ended = await Promise.all([
      chat({ baseUrl: guard.url, model: 'works', task: 'The same' }),
      chat({ baseUrl: guard.url, model: 'loops', task: 'The same' }),
      chat({ baseUrl: guard.url, model: 'works', task: 'The same' }),
    ])
    expect(ended.map(({ text }) => text?.slice(0, 8))).toEqual(['All six ', 'This run', 'All six '])
    expect((await runCount(observer.controlUrl)) - before).toBe(3)
  })

  it('passes everything unchanged when the observer goes away', async () => {
    const alone = await startGuard(model.url, 'http://127.0.0.1:9', ['--wait', '200'])
    try {
      const ended = await chat({ baseUrl: alone.url, model: 'loops' })
      expect(ended).toMatchObject({ text: null, turns: 14 })
      expect(asked().map(nudgesIn)).toEqual(asked().map(() => 0))
      expect(alone.output()).toContain('the observer does not answer')
    } finally {
      await alone.stop()
    }
  })

  it('keeps every number of a request that it puts a nudge into', async () => {
    const messages: unknown[] = [{ role: 'user', content: 'Numbers' }]
    const turn = async (): Promise<void> => {
      const response = await fetch(`${guard.url}/v1/chat/completions`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: `{"model":"loops","seed":12345678901234567890,"messages":${JSON.stringify(messages)}}`,
      })
      const { choices } = (await response.json()) as {
        choices: [{ message: { tool_calls?: { id: string }[] } }]
      }
      const [{ message }] = choices
      const results = (message.tool_calls ?? []).map(({ id }) => ({
        role: 'tool',
        tool_call_id: id,
        content: 'no hits',
      }))
      messages.push(message, ...results)
    }
    for (let count = 0; count < 4; count++) await turn()
    const nudged = asked().filter((body) => nudgesIn(body) > 0)
    expect(nudged).not.toEqual([])
    for (const body of nudged) expect(body).toContain('"seed":12345678901234567890')
  })

  it('writes neither bodies nor keys to its log', async () => {
    await chat({ baseUrl: guard.url, model: 'loops', task: 'A secret task' })
    expect(guard.output()).toContain('halt')
    expect(guard.output()).not.toMatch(/secret task|sk-test|invoice/)
  })
})

describe('a guard whose agent has a name', () => {
  it('acts where a route of the policy lets it', async () => {
    const policy = await writePolicy('routes:\n  - agent: billing-*\n    mode: enforce\n')
    const observer = await startObserver({ args: ['--policy', policy.path] })
    const model = await startModelServer()
    const named = await startGuard(model.url, observer.controlUrl, ['--agent', 'billing-eu'])
    const other = await startGuard(model.url, observer.controlUrl, ['--agent', 'search'])
    try {
      const chat = agents['OpenAI chat, streamed']
      expect((await chat?.({ baseUrl: named.url, model: 'loops' }))?.text).toContain('stopped before')
      expect((await chat?.({ baseUrl: other.url, model: 'loops' }))?.text).toBeNull()
    } finally {
      await Promise.all([named.stop(), other.stop()])
      await model.stop()
      await observer.stop()
      await policy.remove()
    }
  })
})

describe('a guard without a policy', () => {
  it('only records', async () => {
    const observer = await startObserver()
    const model = await startModelServer()
    const guard = await startGuard(model.url, observer.controlUrl)
    try {
      for (const [name, agent] of Object.entries(agents)) {
        const headers = { 'x-loop-run': name }
        expect(await agent({ baseUrl: guard.url, model: 'loops', headers }), name).toMatchObject({
          text: null,
          turns: 14,
        })
        const read = await readRun(observer.controlUrl, name)
        expect(read?.decisions.map(({ action, enforced }) => [action, enforced])).toEqual([
          ['nudge', false],
          ['halt', false],
        ])
      }
    } finally {
      await guard.stop()
      await model.stop()
      await observer.stop()
    }
  })
})
