import { Webhook as Verifier } from 'standardwebhooks'
import { afterEach, describe, expect, it } from 'vitest'
import { createMetrics } from '../../../collector/metrics/metrics.ts'
import { createSinkQueue } from '../../../collector/outbox/sink-queue.ts'
import { webhookEvents, type Webhook } from '../../../collector/outbox/webhooks/webhook.ts'
import { isWanted } from '../../../collector/outbox/webhooks/events.ts'
import type { WebhookMessage } from '../../../collector/outbox/webhooks/message.ts'
import { webhookSink } from '../../../collector/outbox/webhooks/webhook-sink.ts'
import { createLogger } from '../../../collector/start/logger.ts'
import type { OutboxItem } from '../../../collector/store/store.ts'
import { until } from '../../support/deadline.ts'
import { about, decided, noticeBase, noticed, traceId } from './items.ts'
import { startReceiver, type Answer, type Receiver } from './receiver.ts'

const stops: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0).toReversed()) await stop()
})

const secret = `whsec_${Buffer.from('a key of twenty-four byte').toString('base64')}`

/** A webhook at a real server, behind the queue that the outbox gives each sink. */
async function start(answer?: (index: number) => Answer, part: Partial<Webhook> = {}, timeoutMs = 10_000) {
  const receiver = await startReceiver(answer)
  stops.push(() => receiver.stop())
  const metrics = createMetrics({ process: false })
  const settled: string[] = []
  const lines: string[] = []
  const webhook: Webhook = {
    name: 'ops',
    url: receiver.url,
    secret,
    events: webhookEvents,
    format: 'json',
    recorded: false,
    tenant: null,
    ...part,
  }
  const pageOf = (run: string): string => `http://127.0.0.1:4320/#/runs/${run}`
  const queue = createSinkQueue({
    sink: webhookSink(webhook, { about, pageOf, version: '0.0.0', timeoutMs }),
    metrics,
    log: createLogger('info', false, { write: (line) => void lines.push(line) }),
    settled: ({ id }) => void settled.push(id),
    random: () => 0.5,
    firstBackoffMs: 1,
  })
  stops.push(() => queue.drain(100))
  const push = async (...items: readonly OutboxItem[]): Promise<void> => {
    const before = settled.length
    for (const item of items) queue.push(item)
    await until(() => settled.length === before + items.length, { what: 'all messages settled' })
  }
  const dead = async (): Promise<number> =>
    Number(/outbox_dead_total\{sink="webhook:ops"\} (\d+)/.exec((await metrics.render()).text)?.[1] ?? 0)
  return { receiver, push, dead, lines }
}

function messages({ got }: Receiver): readonly WebhookMessage[] {
  return got.map(({ body }) => JSON.parse(body) as WebhookMessage)
}

describe('a webhook', () => {
  it('is told of a decision with its run, trace, evidence, words and page', async () => {
    const { receiver, push } = await start()
    await push(decided(1, { action: 'halt', missing: 'Whether the archive has the year.' }))
    expect(messages(receiver)).toEqual([
      expect.objectContaining({
        type: 'decision',
        tenant: 'default',
        run: 'run-1',
        agent: 'billing',
        trace_id: traceId,
        seq: 1,
        action: 'halt',
        enforced: true,
        reason: 'repetition',
        class: null,
        message: 'Try something else.',
        explanation: 'The same call gave the same answer three times.',
        evidence: expect.objectContaining({ steps: ['s1', 's2', 's3'], counts: { repeats: 3 } }) as unknown,
        tried: ['search'],
        missing: 'Whether the archive has the year.',
        page: 'http://127.0.0.1:4320/#/runs/run-1',
        at: '2025-11-30T10:53:20.300Z',
      }),
    ])
  })

  it('signs each try so that a library of Standard Webhooks verifies it, and no other body', async () => {
    const { receiver, push } = await start((index) => ({ status: index === 0 ? 503 : 200 }))
    await push(decided(1))
    expect(receiver.got).toHaveLength(2)
    for (const { headers, body } of receiver.got) {
      const signed = headers as Record<string, string>
      expect(new Verifier(secret).verify(body, signed)).toMatchObject({ run: 'run-1' })
      expect(() => new Verifier(secret).verify(body.replace('run-1', 'run-2'), signed)).toThrow()
      expect(headers['webhook-id']).toBe((JSON.parse(body) as WebhookMessage).id)
    }
    expect(receiver.got[0]?.headers['webhook-id']).toBe(receiver.got[1]?.headers['webhook-id'])
  })

  it('is tried again while the receiver fails, in order within the run, other runs meanwhile', async () => {
    const { receiver, push } = await start((index) => ({ status: index < 3 ? 500 : 204 }))
    await push(decided(1), decided(2), decided(1, {}, 'default/run-2'))
    const told = messages(receiver).map(({ run, seq }) => `${run}:${seq}`)
    expect(told).toHaveLength(6)
    expect(told.lastIndexOf('run-1:1')).toBeLessThan(told.indexOf('run-1:2'))
    expect(told).toContain('run-2:1')
  })

  it('waits as long as Retry-After says', async () => {
    const { receiver, push } = await start((index) =>
      index === 0 ? { status: 429, headers: { 'retry-after': '1' } } : { status: 204 },
    )
    await push(decided(1))
    const [first, second] = receiver.got
    expect((second?.atMs ?? 0) - (first?.atMs ?? 0)).toBeGreaterThanOrEqual(950)
  })

  it('is given up after twelve tries, with a metric and a log line, and the next message gets its own', async () => {
    const { receiver, push, dead, lines } = await start((index) => ({ status: index < 12 ? 502 : 204 }))
    await push(decided(1), decided(2))
    expect(messages(receiver).map(({ seq }) => seq)).toEqual([...Array.from({ length: 12 }, () => 1), 2])
    expect(await dead()).toBe(1)
    expect(lines.filter((line) => line.includes('outbox_dead'))).toHaveLength(1)
  }, 60_000)

  it.each([
    [301, 'redirects are not followed'],
    [404, 'answered 404'],
    [410, 'answered 410'],
  ])('is given up at once when the receiver answers %i', async (status, words) => {
    const { receiver, push, dead, lines } = await start(() => ({
      status,
      headers: { location: 'http://127.0.0.1:1/elsewhere' },
    }))
    await push(decided(1))
    expect(receiver.got).toHaveLength(1)
    expect(await dead()).toBe(1)
    expect(lines.join('\n')).toContain(words)
  })

  it('is tried again when the receiver does not answer in time', async () => {
    const { receiver, push } = await start((index) => (index === 0 ? null : { status: 200 }), {}, 50)
    await push(decided(1))
    expect(receiver.got).toHaveLength(2)
  })

  it('is told of what is no decision: budgets, limits, approvals, silence', async () => {
    const { receiver, push } = await start()
    const warning = { reason: 'budget_cost', used: 4, limit: 5, atMs: 1 } as const
    await push(
      noticed({ ...noticeBase, kind: 'budget_warning', id: 'a', warning }),
      noticed({
        ...noticeBase,
        kind: 'limit_hit',
        id: 'b',
        limit: { reason: 'agent_limit', class: 'exhaustion' },
      }),
      noticed({
        ...noticeBase,
        kind: 'approval_needed',
        id: 'c',
        effect: 'e1',
        tool: 'send_mail',
        note: 'to Ann',
      }),
      noticed({ ...noticeBase, kind: 'lost', id: 'd' }),
    )
    expect(messages(receiver)).toEqual([
      expect.objectContaining({ type: 'budget_warning', reason: 'budget_cost', action: null }),
      expect.objectContaining({ type: 'limit_hit', reason: 'agent_limit', class: 'exhaustion' }),
      expect.objectContaining({
        type: 'approval_needed',
        effect: { id: 'e1', tool: 'send_mail', note: 'to Ann' },
        explanation:
          'Waits for a person to approve send_mail: to Ann. On its page, or: loop-observer approve run-1 e1',
      }),
      expect.objectContaining({ type: 'lost', agent: 'billing' }),
    ])
  })

  it('speaks Slack, with what would be markup escaped', async () => {
    const { receiver, push } = await start(undefined, { format: 'slack', secret: null })
    await push(decided(1, { action: 'halt', explanation: 'Read <b> & again.' }))
    const [{ headers, body } = { headers: {}, body: '{}' }] = receiver.got
    const { text, blocks } = JSON.parse(body) as { text: string; blocks: readonly { type: string }[] }
    expect(text).toBe(
      '*halt (repetition)* billing: <http://127.0.0.1:4320/#/runs/run-1|run-1>\nRead &lt;b&gt; &amp; again.',
    )
    expect(blocks.map(({ type }) => type)).toEqual(['section', 'context'])
    expect(headers).not.toHaveProperty('webhook-signature')
  })
})

describe('what a webhook wants', () => {
  const webhook: Webhook = {
    name: 'x',
    url: 'http://127.0.0.1/',
    secret: null,
    events: ['escalation', 'limit_hit'],
    format: 'json',
    recorded: false,
    tenant: null,
  }
  const shadow = { enforced: false } as const

  it('are the events that it names, a limit and an escalation also being decisions', () => {
    expect(isWanted(webhook, decided(1))).toBe(false)
    expect(isWanted(webhook, decided(1, { action: 'escalate' }))).toBe(true)
    expect(isWanted(webhook, decided(1, { action: 'halt', reason: 'budget_steps' }))).toBe(true)
    expect(isWanted({ ...webhook, events: ['decision'] }, decided(1, { action: 'escalate' }))).toBe(true)
    expect(isWanted(webhook, noticed({ ...noticeBase, kind: 'lost', id: 'd' }))).toBe(false)
  })

  it('are no decisions that were only recorded, unless it says so; a limit that was met is a fact', () => {
    const all = { ...webhook, events: webhookEvents }
    expect(isWanted(all, decided(1, shadow))).toBe(false)
    expect(isWanted({ ...all, recorded: true }, decided(1, shadow))).toBe(true)
    expect(isWanted(all, decided(1, { ...shadow, reason: 'agent_limit' }))).toBe(true)
  })

  it('are runs of its tenant, when it names one', () => {
    expect(isWanted({ ...webhook, tenant: 'acme' }, decided(1, { action: 'escalate' }))).toBe(false)
    expect(isWanted({ ...webhook, tenant: 'default' }, decided(1, { action: 'escalate' }))).toBe(true)
  })
})
