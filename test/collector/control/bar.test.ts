import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startControl, type ControlServer } from './server.ts'

describe('the bar of a run', () => {
  let server: ControlServer
  beforeEach(async () => {
    server = await startControl()
  })
  afterEach(() => server.stop())

  const post = (run: string, body: object, headers: Readonly<Record<string, string>> = {}) =>
    server.call(`/v1/runs/${run}/bar`, { body, headers })
  const digest = (digit: string) => digit.repeat(32)
  /** A span of the SDK, as a checkpoint brings it. */
  const report = (run: string, attributes: Readonly<Record<string, string>>, spanId = 'b7ad6b7169203331') => {
    const span = {
      traceId: '0af7651916cd43dd8448eb211c80319c',
      spanId,
      name: 'check',
      startTimeUnixNano: '1764500000000000000',
      endTimeUnixNano: '1764500000100000000',
      attributes: Object.entries({ 'loop.run.id': run, 'loop.source': 'sdk', ...attributes }).map(
        ([key, value]) => ({ key, value: { stringValue: value } }),
      ),
    }
    return server.call(`/v1/runs/${run}/checkpoint`, {
      body: { resourceSpans: [{ scopeSpans: [{ spans: [span] }] }] },
    })
  }
  const check = (bar: object) => ({
    'loop.step.kind': 'check',
    'loop.check.name': 'verify',
    'loop.check.bar': JSON.stringify(bar),
  })

  test('is registered once, by digest or by text, and may rise', async () => {
    const first = { tests: digest('a'), style: 'No line is longer than a hundred characters.' }
    expect((await post('r', { criteria: first })).body).toMatchObject({
      run: 'r',
      criteria: ['tests', 'style'],
      retired: [],
      outcome: 'open',
    })
    // White space does not count.
    const rewrapped = { ...first, style: 'No line is\n  longer than a hundred characters. ' }
    expect((await post('r', { criteria: rewrapped })).status).toBe(200)
    expect((await post('r', { criteria: { ...first, types: digest('c') } })).body.criteria).toEqual([
      'tests',
      'style',
      'types',
    ])
  })

  test('may hold numbers, which rise and never fall', async () => {
    expect((await post('r', { criteria: { 'tests run': 214 } })).status).toBe(200)
    expect((await post('r', { criteria: { 'tests run': 220 } })).status).toBe(200)
    expect((await post('r', { criteria: { 'tests run': 219 } })).status).toBe(409)
    const { body } = await report('r', check({ 'tests run': 'number:219' }))
    expect(body).toMatchObject({ action: 'halt', decision: { reason: 'bar_lowered' } })
  })

  test('is not registered when that would lower it', async () => {
    await post('r', { criteria: { tests: digest('a'), types: digest('b') } })
    for (const criteria of [{ tests: digest('a') }, { tests: digest('a'), types: digest('c') }]) {
      const { status, body } = await post('r', { criteria })
      expect(status).toBe(409)
      expect(body.error.message).toContain('types')
    }
  })

  test('is what the checks of the run are held to', async () => {
    await post('r', { criteria: { tests: digest('a'), types: digest('b') } })
    const { body } = await report('r', check({ tests: digest('a') }))
    expect(body).toMatchObject({ action: 'halt', decision: { reason: 'bar_lowered' } })
  })

  test('is lowered by an operator only', async () => {
    await server.stop()
    server = await startControl({
      tokens: [
        { token: 'agent-token-1234567890', tenant: 'default', rights: ['ingest'] },
        { token: 'human-token-1234567890', tenant: 'default', rights: ['control'] },
      ],
    })
    const agent = { Authorization: 'Bearer agent-token-1234567890' }
    const human = { Authorization: 'Bearer human-token-1234567890' }
    await post('r', { criteria: { tests: digest('a'), types: digest('b') } }, agent)
    expect((await post('r', { retire: ['types'] }, agent)).status).toBe(403)
    expect((await post('r', { retire: ['types'] }, human)).body).toMatchObject({
      criteria: ['tests'],
      retired: ['types'],
    })
    expect((await post('r', { criteria: { tests: digest('a') } }, agent)).status).toBe(200)
  })

  test('of a parent run holds in its children, and need not be restated', async () => {
    await post('parent', { criteria: { tests: digest('a'), types: digest('b') } })
    const both = ['tests', 'types']
    expect((await post('child', { parent: 'parent' })).body).toMatchObject({
      criteria: both,
      inherited: both,
    })
    const { body } = await post('child', { criteria: { mine: digest('c') } })
    expect(body).toMatchObject({ criteria: [...both, 'mine'], inherited: both })
    expect((await post('child', { criteria: { mine: digest('c'), tests: digest('d') } })).status).toBe(409)
    expect((await post('child', { parent: 'nobody' })).status).toBe(404)
    expect((await post('child', { parent: 'child' })).status).toBe(400)
  })

  test('comes to a child by the attribute that names its parent', async () => {
    await post('parent', { criteria: { tests: digest('a') } })
    const first = await report('child', { ...check({ mine: digest('c') }), 'loop.parent.run': 'parent' })
    expect(first.body.action).toBe('continue')
    const { steps } = (await server.call('/v1/runs/child/steps')).body
    expect(steps[0]).toMatchObject({ kind: 'bar', id: 'bar:parent:parent', inherited: ['tests'] })
    const weaker = check({ mine: digest('c'), tests: digest('d') })
    const { body } = await report('child', { ...weaker, 'loop.parent.run': 'parent' }, 'b7ad6b7169203332')
    expect(body).toMatchObject({ action: 'halt', decision: { reason: 'bar_lowered' } })
  })

  test('says what is wrong with what is asked', async () => {
    for (const body of [{}, { criteria: { '': 'x' } }, { retire: [''] }, { criteria: [] }]) {
      expect((await post('r', body)).status, JSON.stringify(body)).toBe(400)
    }
  })
})
