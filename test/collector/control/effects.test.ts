import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { until } from '../../support/deadline.ts'
import { startControl, type ControlServer } from './server.ts'
import { loop, toolRecord, work } from './steps.ts'

describe('effects', () => {
  let server: ControlServer
  beforeEach(async () => {
    server = await startControl({ policy: { limits: { effects: 2 } } })
  })
  afterEach(() => server.stop())

  const ask = async (id: string, more: object = {}, query = '') =>
    (await server.call(`/v1/runs/r/effects${query}`, { body: { id, ...more } })).body
  const summary = async () => (await server.call('/v1/runs/r')).body.summary

  test('are granted before they happen; the third e-mail is refused, and the run goes on', async () => {
    expect(await ask('mail-1', { tool: 'send_mail', note: 'to Ann' })).toMatchObject({
      run: 'r',
      answer: 'granted',
      reason: null,
      effect: { id: 'mail-1', state: 'granted', tool: 'send_mail', note: 'to Ann' },
      used: 1,
      limit: 2,
      action: 'continue',
      outcome: 'open',
    })
    expect(await ask('mail-2')).toMatchObject({ answer: 'granted', used: 2 })
    expect(await ask('mail-3')).toMatchObject({ answer: 'refused', reason: 'limit', used: 2 })
    const { body } = await server.call('/v1/runs/r/checkpoint', { method: 'POST' })
    expect(body).toMatchObject({ action: 'continue', totals: { effects: 2 }, left: { effects: 0 } })
  })

  test('count once however often the same is asked, and whatever call carries them out', async () => {
    for (let i = 0; i < 3; i++) expect(await ask('mail-1')).toMatchObject({ answer: 'granted', used: 1 })
    const { step, preview } = toolRecord({ tool: 'send_mail', observation: 'sent' })
    await server.report('r', [
      { step: { ...step, effect: true, effectId: 'mail-1' } as typeof step, preview },
    ])
    expect(await summary()).toMatchObject({ totals: { effects: 1, toolCalls: 1 } })
    expect(await ask('mail-1', { done: true })).toMatchObject({
      answer: 'granted',
      effect: { state: 'done' },
    })
    expect((await summary()).totals.effects).toBe(1)
  })

  test('are granted to one of those who ask under one name at a time', async () => {
    expect(await ask('mail-1', { holder: 'a' })).toMatchObject({ answer: 'granted', effect: { holder: 'a' } })
    expect(await ask('mail-1', { holder: 'a' })).toMatchObject({ answer: 'granted' })
    expect(await ask('mail-1', { holder: 'b' })).toMatchObject({ answer: 'refused', reason: 'held', used: 1 })
    expect(await ask('mail-1', { done: false, holder: 'b' })).toMatchObject({ reason: 'held', used: 1 })
    expect(await ask('mail-1', { done: false, holder: 'a' })).toMatchObject({ reason: 'released' })
    expect(await ask('mail-1', { holder: 'b' })).toMatchObject({ answer: 'granted', effect: { holder: 'b' } })
    expect((await server.call('/v1/runs/r/effects', { body: { id: 'm', holder: 'a|b' } })).status).toBe(400)
  })

  test('are recognised in the spans of calls that carry them out', async () => {
    await ask('mail-1')
    const attributes = {
      'loop.run.id': 'r',
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': 'send_mail',
      'loop.step.kind': 'tool',
      'loop.effect.id': 'mail-1',
    }
    const span = {
      traceId: '0af7651916cd43dd8448eb211c80319c',
      spanId: 'b7ad6b7169203331',
      name: 'execute_tool send_mail',
      startTimeUnixNano: '1764500000000000000',
      endTimeUnixNano: '1764500000100000000',
      attributes: Object.entries(attributes).map(([key, value]) => ({ key, value: { stringValue: value } })),
    }
    const body = { resourceSpans: [{ scopeSpans: [{ spans: [span] }] }] }
    const answer = await server.call('/v1/runs/r/checkpoint', { body })
    expect(answer.body.totals).toMatchObject({ toolCalls: 1, effects: 1 })
  })

  test('share the limit with effects that were made unasked', async () => {
    const { step, preview } = toolRecord({ tool: 'send_mail', observation: 'sent' })
    await server.report('r', [{ step: { ...step, effect: true } as typeof step, preview }])
    expect(await ask('mail-1')).toMatchObject({ answer: 'granted', used: 2 })
    expect(await ask('mail-2')).toMatchObject({ answer: 'refused', reason: 'limit' })
  })

  test('that were not made give their place back', async () => {
    await ask('mail-1')
    await ask('mail-2')
    expect(await ask('mail-1', { done: false })).toMatchObject({
      answer: 'refused',
      reason: 'released',
      used: 1,
    })
    expect(await ask('mail-3')).toMatchObject({ answer: 'granted', used: 2 })
    expect(await ask('mail-1')).toMatchObject({ answer: 'refused', reason: 'limit' })
  })

  test('that nobody confirms in time count as used, and are not granted again', async () => {
    await ask('mail-1', { ttlSeconds: 0.05 })
    const again = await until(
      async () => {
        const answer = await ask('mail-1')
        return answer.reason === 'expired' && answer
      },
      { what: 'the reservation to expire' },
    )
    expect(again).toMatchObject({ answer: 'refused', used: 1 })
    const release = await server.call('/v1/runs/r/effects', { body: { id: 'mail-1', done: false } })
    expect(release.status).toBe(409)
    expect(await ask('mail-1', { done: true })).toMatchObject({ effect: { state: 'done' }, used: 1 })
  })

  test('are refused once the run is halted, and granted when an operator resumes it with a larger limit', async () => {
    await ask('mail-1')
    await ask('mail-2')
    expect(await ask('mail-3')).toMatchObject({ answer: 'refused' })
    await server.call('/v1/runs/r/halt', { body: {} })
    expect(await ask('mail-4')).toMatchObject({
      answer: 'refused',
      reason: 'halted',
      effect: null,
      action: 'halt',
    })
    await server.call('/v1/runs/r/resume', { body: { limits: { effects: 5 } } })
    expect(await ask('mail-3')).toMatchObject({ answer: 'granted', used: 3, limit: 5 })
    expect(await ask('mail-4')).toMatchObject({ answer: 'granted', used: 4 })
  })

  test('of a lane that is halted are refused to that lane alone', async () => {
    await server.report('r', [...work(1), ...loop(9, { lane: 'helper' })])
    expect(await ask('a', { lane: 'helper' })).toMatchObject({ answer: 'refused', reason: 'halted' })
    expect(await ask('a', { lane: 'main' })).toMatchObject({ answer: 'granted' })
  })

  test('may be the first that is heard of a run', async () => {
    expect(await ask('mail-1', {}, '?agent=billing&task=t7')).toMatchObject({ answer: 'granted' })
    expect(await summary()).toMatchObject({ agent: 'billing', task: 't7', source: 'sdk' })
  })

  test('are granted beyond the limit where the mode only records, and that is recorded', async () => {
    await server.stop()
    server = await startControl({
      policy: { limits: { effects: 1 }, mode: 'shadow', tools: { approval: ['*'] } },
    })
    await ask('mail-1', { tool: 'send_mail' })
    expect(await ask('mail-2', { tool: 'send_mail' })).toMatchObject({ answer: 'granted', used: 2 })
    await server.report('r', work(1))
    const { body } = await server.call('/v1/runs/r')
    expect(body.decisions).toMatchObject([{ reason: 'budget_effects', enforced: false }])
  })

  test('go into the log of the run', async () => {
    await ask('mail-1', { note: 'to Ann' })
    await ask('mail-1', { done: true })
    const { steps } = (await server.call('/v1/runs/r/steps')).body
    const acts = steps.filter(({ kind }: { kind: string }) => kind === 'effect')
    expect(acts).toMatchObject([
      { effect: 'mail-1', attempt: 1, act: 'granted', note: 'to Ann' },
      { effect: 'mail-1', attempt: 1, act: 'done' },
    ])
    expect((await server.call('/v1/runs/r')).body.effects).toMatchObject([{ id: 'mail-1', state: 'done' }])
  })

  test('bodies that are wrong say so', async () => {
    for (const [body, says] of [
      [{}, '`id`'],
      [{ id: '' }, '`id`'],
      [{ id: 'a', needs_approval: true }, 'needs_approval'],
      [{ id: 'a', ttlSeconds: 0 }, '`ttlSeconds`'],
    ] as const) {
      const answer = await server.call('/v1/runs/r/effects', { body })
      expect(answer.status).toBe(400)
      expect(answer.body.error.message).toContain(says)
    }
    const unknown = await server.call('/v1/runs/r/effects', { body: { id: 'never asked', done: true } })
    expect(unknown.status).toBe(404)
  })

  describe('that need approval', () => {
    const answer = (effect: string, approved: boolean, note?: string) =>
      server.call('/v1/runs/r/approve', {
        body: { effect, approved, ...(note === undefined ? {} : { note }) },
      })

    test('suspend the run until a person says yes', async () => {
      await server.report('r', work(1))
      expect(await ask('refund-7', { needsApproval: true })).toMatchObject({
        answer: 'waiting',
        reason: null,
        outcome: 'suspended',
        used: 1,
      })
      expect((await server.call('/v1/runs?outcome=suspended')).body.runs).toHaveLength(1)
      expect((await answer('refund-7', true, 'checked with Ann')).body).toMatchObject({
        answer: 'granted',
        outcome: 'open',
      })
      expect(await ask('refund-7', { needsApproval: true })).toMatchObject({ answer: 'granted', used: 1 })
      expect((await answer('refund-7', true)).status).toBe(200)
      expect((await answer('refund-7', false)).status).toBe(409)
    })

    test('are refused for good when a person says no, and hold no place', async () => {
      await ask('refund-7', { needsApproval: true })
      expect((await answer('refund-7', false)).body).toMatchObject({
        answer: 'refused',
        reason: 'denied',
        used: 0,
      })
      expect(await ask('refund-7')).toMatchObject({ answer: 'refused', reason: 'denied', outcome: 'open' })
    })

    test('may be waited for', async () => {
      const asking = ask('refund-7', { needsApproval: true }, '?wait=20000')
      await until(async () => (await summary())?.outcome === 'suspended', { what: 'the run to be suspended' })
      await answer('refund-7', true)
      expect(await asking).toMatchObject({ answer: 'granted', outcome: 'open' })
      expect(await ask('other', { needsApproval: true }, '?wait=50')).toMatchObject({ answer: 'waiting' })
    })

    test('stay given back when that is said while somebody waits', async () => {
      const asking = ask('refund-7', { needsApproval: true }, '?wait=20000')
      await until(async () => (await summary())?.outcome === 'suspended', { what: 'the run to be suspended' })
      await ask('refund-7', { done: false })
      expect(await asking).toMatchObject({ answer: 'refused', reason: 'released', used: 0, outcome: 'open' })
    })

    test('are those that the policy names, too', async () => {
      await server.stop()
      server = await startControl({ policy: { tools: { approval: ['*refund*'] } } })
      expect(await ask('a', { tool: 'issue_refund' })).toMatchObject({ answer: 'waiting' })
      expect(await ask('b', { tool: 'send_mail' })).toMatchObject({ answer: 'granted' })
    })

    test('are answered with the right to control only, and only when they wait', async () => {
      expect((await answer('refund-7', true)).status).toBe(404)
      await ask('mail-1')
      expect((await answer('never asked', true)).status).toBe(404)
      expect((await answer('mail-1', false)).status).toBe(409)
      await server.stop()
      server = await startControl({
        tokens: [{ token: 'agent-token-1234567890', tenant: 'default', rights: ['ingest'] }],
      })
      const headers = { Authorization: 'Bearer agent-token-1234567890' }
      const body = { effect: 'refund-7', approved: true }
      expect((await server.call('/v1/runs/r/approve', { body, headers })).status).toBe(403)
    })
  })
})
