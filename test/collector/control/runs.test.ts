import { randomBytes } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startControl, type ControlServer } from './server.ts'
import { loop, toolRecord, work } from './steps.ts'

describe('what happened', () => {
  let server: ControlServer
  beforeEach(async () => {
    server = await startControl()
  })
  afterEach(() => server.stop())

  const get = async (path: string) => (await server.call(path)).body
  const names = (body: { runs: readonly { run: string }[] }) => body.runs.map(({ run }) => run).sort()

  test('runs are listed and filtered', async () => {
    await server.report('loops', loop(8))
    await server.report('works', work(3), { agent: 'research' })
    await server.call('/v1/runs/works/outcome', { body: { outcome: 'answered' } })
    expect(names(await get('/v1/runs'))).toEqual(['loops', 'works'])
    expect(names(await get('/v1/runs?outcome=halted'))).toEqual(['loops'])
    expect(names(await get('/v1/runs?reason=repetition'))).toEqual(['loops'])
    expect(names(await get('/v1/runs?agent=research'))).toEqual(['works'])
    expect(names(await get('/v1/runs?since=1h'))).toEqual(['loops', 'works'])
    expect(names(await get('/v1/runs?since=2100-01-01'))).toEqual([])
    expect(await get('/v1/runs?limit=1')).toMatchObject({ runs: [expect.anything()] })
  })

  test('a list goes on where an earlier answer ended', async () => {
    for (const run of ['a', 'b', 'c']) await server.report(run, work(1))
    const first = await get('/v1/runs?limit=2')
    expect(first.next).toEqual(expect.any(String))
    const rest = await get(`/v1/runs?limit=2&before=${encodeURIComponent(first.next)}`)
    expect([...names(first), ...names(rest)].sort()).toEqual(['a', 'b', 'c'])
    expect(rest).toMatchObject({ runs: [expect.anything()], next: null })
    expect((await server.call('/v1/runs?before=later')).status).toBe(400)
  })

  test('what the newest calls of a run brought comes with its pulse', async () => {
    const kept = [...work(2), ...loop(2), toolRecord({ observation: '' }), toolRecord({})]
    const failing = toolRecord({})
    const failed = { ...failing, step: { ...failing.step, ok: false } as typeof failing.step }
    await server.report('r', [...kept, failed])
    expect((await get('/v1/runs?pulse=true')).runs[0].pulse).toEqual([
      'progress',
      'progress',
      'progress',
      'stale',
      'empty',
      'unknown',
      'failed',
    ])
    expect((await get('/v1/runs')).runs[0].pulse).toBeUndefined()
  })

  test('one run says which limits are in force, also after an operator has set others', async () => {
    await server.report('r', loop(8))
    const { limits } = await get('/v1/runs/r')
    expect(limits).toMatchObject({ steps: null, costUsd: null })
    await server.call('/v1/runs/r/resume', { body: { limits: { costUsd: 2 } } })
    expect((await get('/v1/runs/r')).limits).toEqual({ ...limits, costUsd: 2 })
  })

  test('the counts of a decision come in words as well', async () => {
    await server.report('r', loop(8))
    const { decisions } = await get('/v1/runs/r')
    expect(decisions.at(-1).evidence).toMatchObject({
      counts: { repeats: 5, of: 5 },
      words: ['5 equal calls of the 5 in its lane'],
    })
  })

  test('the runs of a trace are found, however many it holds', async () => {
    const traceId = 'ab'.repeat(16)
    for (const run of ['a', 'b']) await server.report(run, work(1, { traceId }))
    await server.report('c', work(1))
    expect(names(await get(`/v1/runs?trace=${traceId}`))).toEqual(['a', 'b'])
    expect(names(await get(`/v1/runs?trace=trace:${traceId.toUpperCase()}&limit=1`)).length).toBe(1)
    expect(names(await get(`/v1/runs?trace=${'0'.repeat(32)}`))).toEqual([])
  })

  test('filters that make no sense are refused', async () => {
    for (const query of [
      'outcome=done',
      'reason=boredom',
      'class=boredom',
      'limit_hit=maybe',
      'since=soon',
      'limit=0',
    ]) {
      expect((await server.call(`/v1/runs?${query}`)).status, query).toBe(400)
    }
  })

  test('one run shows how it stands and every decision', async () => {
    await server.report('r', loop(8))
    const body = await get('/v1/runs/r')
    expect(body.summary).toMatchObject({
      run: 'r',
      agent: 'billing',
      outcome: 'halted',
      halted: true,
      seq: 2,
    })
    expect(body.decisions.map(({ action }: { action: string }) => action)).toEqual(['nudge', 'halt'])
    expect(body).toMatchObject({ mode: 'enforce', engineVersion: expect.any(String) })
    expect(body.judgedSteps).toBe(body.steps)
    expect((await server.call('/v1/runs/nobody')).status).toBe(404)
  })

  test('steps carry previews and fingerprints, equal ones for equal observations', async () => {
    const records = [...loop(2), toolRecord({ observation: '' }), toolRecord({})]
    await server.report('r', records)
    const { steps } = await get('/v1/runs/r/steps')
    const tools = steps.filter(({ kind }: { kind: string }) => kind === 'tool')
    const [first, second, empty, unknown] = tools
    expect(first).toMatchObject({
      position: 0,
      tool: 'search',
      lane: 'main',
      ok: true,
      preview: { args: '{"q":"invoice 42"}', observation: 'Invoice 42 is open.' },
      observation: { state: 'known', fingerprint: expect.stringMatching(/^[0-9a-f]{32}$/) },
    })
    expect(second.observation.fingerprint).toBe(first.observation.fingerprint)
    expect(second.call.exact).toBe(first.call.exact)
    expect(empty.observation).toEqual({ state: 'empty' })
    expect(unknown.observation).toEqual({ state: 'unknown' })
  })

  test('every kind of step has its place in the description', async () => {
    const base = { ...toolRecord().step, callId: null }
    const {
      id: _id,
      kind: _kind,
      lane,
      startedAtMs,
      endedAtMs,
      receivedAtMs,
      sequence,
      traceId,
      spanId,
    } = base
    const of = (id: string) => ({ id, lane, startedAtMs, endedAtMs, receivedAtMs, sequence, traceId, spanId })
    const fingerprint = randomBytes(16).toString('hex')
    const text = { fingerprint, shingles: new Uint32Array([1]), chantCount: 0 }
    await server.report('r', [
      {
        step: { ...of('m'), kind: 'model', model: 'gpt', tokensIn: 5, tokensOut: 2, costUsd: 0.01, text },
        preview: null,
      },
      {
        step: { ...of('c'), kind: 'check', check: 'unit', failures: [fingerprint], bar: { a: 'b' } },
        preview: null,
      },
      { step: { ...of('u'), kind: 'user' }, preview: { args: null, observation: null, text: 'go on' } },
      { step: { ...of('p'), kind: 'progress' }, preview: null },
      {
        step: { ...of('a'), kind: 'amendment', callId: 'x', observation: { state: 'empty' }, error: null },
        preview: null,
      },
    ])
    await server.call('/v1/runs/r/halt', { body: {} })
    await server.call('/v1/runs/r/resume', { body: { limits: { steps: 9 }, note: 'on' } })
    await server.report('r', [
      { step: { ...of('l'), kind: 'agent_limit', limit: 'GraphRecursionError' }, preview: null },
    ])
    await server.call('/v1/runs/r/outcome', { body: { outcome: 'failed' } })
    const { steps } = await get('/v1/runs/r/steps')
    const kinds = new Set(steps.map(({ kind }: { kind: string }) => kind))
    for (const kind of [
      'model',
      'check',
      'user',
      'progress',
      'amendment',
      'agent_limit',
      'operator',
      'outcome',
      'fence',
    ]) {
      expect(kinds).toContain(kind)
    }
  })

  test('steps are read in stretches', async () => {
    await server.report('r', work(7))
    const positions: number[] = []
    for (let from = 0; ;) {
      const stretch = await get(`/v1/runs/r/steps?from=${from}&limit=3`)
      if (stretch.steps.length === 0) break
      positions.push(...stretch.steps.map(({ position }: { position: number }) => position))
      from = stretch.next
    }
    expect(positions).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
  })

  test('the report counts outcomes by reason, with averages and what is known of correctness', async () => {
    await server.report('loops', loop(8))
    for (const [run, correct] of [
      ['a', true],
      ['b', false],
      ['c', null],
    ] as const) {
      await server.report(run, work(4))
      await server.call(`/v1/runs/${run}/outcome`, { body: { outcome: 'answered', correct } })
    }
    const report = await get('/v1/report?since=30d')
    expect(report).toMatchObject({ complete: true, runs: 4 })
    expect(report.terminations).toEqual([
      expect.objectContaining({
        outcome: 'answered',
        reason: null,
        runs: 3,
        averageSteps: 4,
        correctRatio: 0.5,
        correctKnown: 2,
      }),
      expect.objectContaining({ outcome: 'halted', reason: 'repetition', runs: 1, correctRatio: null }),
    ])
    expect(report.limitHits).toEqual([])
  })

  test('the report names the runs that hit a limit', async () => {
    await server.stop()
    server = await startControl({ policy: { limits: { steps: 3 } } })
    await server.report('long', work(6))
    const { limitHits, higherLimitWouldHelpRatio } = await get('/v1/report')
    expect(limitHits).toMatchObject([
      { reason: 'budget_steps', runs: 1, classes: { genuine_complexity: 1 }, newest: ['long'] },
    ])
    expect(higherLimitWouldHelpRatio).toBe(1)
  })

  test('operations answer', async () => {
    expect(await get('/healthz')).toBe('ok\n')
    expect(await get('/readyz')).toBe('ready\n')
    await server.report('r', loop(3))
    await get('/v1/runs/r')
    const metrics = await get('/metrics')
    expect(metrics).toMatch(
      /loop_observer_control_requests_total\{route="GET \/v1\/runs\/\{run\}",status="200"\} 1/,
    )
  })
})
