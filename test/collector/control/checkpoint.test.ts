import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startControl, type ControlServer } from './server.ts'
import { introOf, loop, toolRecord, work } from './steps.ts'

describe('a checkpoint', () => {
  let server: ControlServer
  beforeEach(async () => {
    server = await startControl()
  })
  afterEach(() => server.stop())

  const ask = async (run: string, query = '') =>
    (await server.call(`/v1/runs/${run}/checkpoint?${query}`, { method: 'POST' })).body

  test('of a run not seen before creates it and says to go on', async () => {
    const answer = await ask('new', 'agent=billing&task=refund')
    expect(answer).toMatchObject({
      run: 'new',
      action: 'continue',
      seq: 0,
      decisions: [],
      mode: 'enforce',
      outcome: 'open',
    })
    const { body } = await server.call('/v1/runs/new')
    expect(body.summary).toMatchObject({ agent: 'billing', task: 'refund', source: 'sdk' })
  })

  test('covers steps that were received before it, without the hold', async () => {
    await server.judge.accept([{ intro: introOf('r'), records: loop(3) }])
    const answer = await ask('r')
    expect(answer.action).toBe('nudge')
    expect(answer.decision).toMatchObject({ seq: 1, enforced: true, run: 'r' })
    expect(answer.totals.toolCalls).toBe(3)
  })

  test('tells a nudge once to who counts it, and again to who does not', async () => {
    await server.report('r', loop(3))
    expect(await ask('r', 'after=0')).toMatchObject({ action: 'nudge', seq: 1 })
    expect(await ask('r', 'after=0')).toMatchObject({ action: 'nudge', seq: 1 })
    expect(await ask('r', 'after=1')).toMatchObject({ action: 'continue', seq: 1, decisions: [] })
  })

  test('answers halt until an operator resumes the run, whatever number is known', async () => {
    await server.report('r', loop(8))
    const first = await ask('r', 'after=0')
    expect(first.action).toBe('halt')
    expect(first.decisions.map(({ action }: { action: string }) => action)).toEqual(['nudge', 'halt'])
    const restarted = await ask('r', `after=${first.seq}`)
    expect(restarted).toMatchObject({ action: 'halt', decisions: [], outcome: 'halted', resumable: true })
    expect(restarted.decision.seq).toBe(first.seq)
    expect(await ask('r', 'after=999')).toMatchObject({ action: 'halt', seq: first.seq })

    await server.call('/v1/runs/r/resume', { body: { note: 'larger budget' } })
    expect(await ask('r', 'after=0')).toMatchObject({
      action: 'continue',
      decisions: [],
      seq: first.seq,
      outcome: 'open',
    })
  })

  test('of a halted lane answers halt to that lane only', async () => {
    const sub = { lane: 'researcher', observation: 'Invoice 42 is open.' }
    await server.report('r', [toolRecord({ lane: 'main', observation: 'plan' })])
    await server.report('r', loop(8, sub))
    expect(await ask('r', 'lane=researcher')).toMatchObject({
      action: 'halt',
      decision: { scope: 'lane', lane: 'researcher' },
    })
    expect(await ask('r', 'lane=researcher&after=99')).toMatchObject({ action: 'halt' })
    expect(await ask('r', 'lane=main')).toMatchObject({ action: 'continue', decisions: [] })
    const whole = await ask('r')
    expect(whole.action).toBe('nudge')
    expect(whole.decisions.at(-1)).toMatchObject({ action: 'halt', scope: 'lane' })
    expect(whole.stoppedLanes).toEqual(['researcher'])
    await server.call('/v1/runs/r/resume', { body: {} })
    expect(await ask('r', 'lane=researcher')).toMatchObject({ action: 'continue' })
  })

  test('in shadow mode never tells what was only recorded', async () => {
    await server.stop()
    server = await startControl({ policy: { mode: 'shadow' } })
    await server.report('r', loop(8))
    expect(await ask('r')).toMatchObject({ action: 'continue', decisions: [], seq: 2, mode: 'shadow' })
    const { body } = await server.call('/v1/runs/r')
    expect(body.decisions.map(({ enforced }: { enforced: boolean }) => enforced)).toEqual([false, false])
  })

  test("says what is left of each limit, an operator's limits included", async () => {
    await server.stop()
    server = await startControl({ policy: { limits: { steps: 20 } } })
    await server.report('r', work(4))
    expect((await ask('r')).left).toMatchObject({ steps: 16, tokens: null })
    await server.call('/v1/runs/r/halt', { body: {} })
    await server.call('/v1/runs/r/resume', { body: { limits: { steps: 50, costUsd: 2 } } })
    expect((await ask('r')).left).toMatchObject({ steps: 46, costUsd: 2 })
  })

  test('leaves a run that works alone', async () => {
    await server.report('r', work(12))
    expect(await ask('r')).toMatchObject({ action: 'continue', seq: 0 })
  })

  test('refuses numbers and lanes that make no sense', async () => {
    for (const query of ['after=-1', 'after=x', 'wait=1.5', `lane=${'l'.repeat(300)}`]) {
      const { status, body } = await server.call(`/v1/runs/r/checkpoint?${query}`, { method: 'POST' })
      expect(status, query).toBe(400)
      expect(body.error.code).toBe('bad_request')
    }
  })

  test('takes run ids with any characters, percent-encoded', async () => {
    const run = 'team/a b#ü?'
    expect(await ask(encodeURIComponent(run))).toMatchObject({ run, action: 'continue' })
    expect((await server.call('/v1/runs')).body.runs[0].run).toBe(run)
    expect((await server.call('/v1/runs/%E0%A4%A/checkpoint', { method: 'POST' })).status).toBe(400)
  })
})
