import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startControl, type ControlServer } from './server.ts'
import { loop, toolRecord, work } from './steps.ts'

describe('acts on a run', () => {
  let server: ControlServer
  beforeEach(async () => {
    server = await startControl()
  })
  afterEach(() => server.stop())

  const act = (run: string, name: string, body: unknown) => server.call(`/v1/runs/${run}/${name}`, { body })
  const kinds = async (run: string) =>
    (await server.call(`/v1/runs/${run}/steps`)).body.steps
      .filter(({ kind }: { kind: string }) => kind !== 'fence' && kind !== 'tick')
      .map(({ kind }: { kind: string }) => kind)

  test('an operator halts a run that works, in every mode', async () => {
    await server.stop()
    server = await startControl({ policy: { mode: 'shadow' } })
    await server.report('r', work(3))
    expect((await act('r', 'halt', { note: 'wrong customer' })).body).toEqual({
      run: 'r',
      action: 'halt',
      seq: 1,
      outcome: 'halted',
    })
    const { body } = await server.call('/v1/runs/r/checkpoint', { method: 'POST' })
    expect(body).toMatchObject({ action: 'halt', decision: { reason: 'operator' } })
  })

  test('an operator resumes it', async () => {
    await server.report('r', loop(8))
    expect((await act('r', 'resume', {})).body).toMatchObject({ action: 'continue', seq: 2, outcome: 'open' })
    const { body } = await server.call('/v1/runs/r')
    expect(body.summary).toMatchObject({ halted: false, resumedSeq: 2 })
  })

  test('a new limit that is used up already is refused, whatever stopped the run', async () => {
    await server.report('r', work(3))
    await act('r', 'halt', {})
    const { totals } = (await server.call('/v1/runs/r')).body.summary
    const refused = await act('r', 'resume', { limits: { toolCalls: totals.toolCalls } })
    expect(refused.status).toBe(409)
    expect((await act('r', 'resume', { limits: { toolCalls: totals.toolCalls + 5 } })).status).toBe(200)
  })

  test('a resumed run that loops again is halted again', async () => {
    await server.report('r', loop(8))
    await act('r', 'resume', {})
    await server.report('r', loop(8, { args: { q: 'again' } }))
    const { body } = await server.call('/v1/runs/r/checkpoint?after=2', { method: 'POST' })
    expect(body).toMatchObject({ action: 'halt' })
    expect(body.seq).toBeGreaterThan(2)
  })

  test('an act with an id counts once however often it is sent', async () => {
    await server.report('r', loop(8))
    for (let i = 0; i < 3; i++) {
      expect((await act('r', 'resume', { id: 'click-1', limits: { steps: 50 } })).status).toBe(200)
    }
    expect((await kinds('r')).filter((kind: string) => kind === 'operator')).toHaveLength(1)
  })

  test('an id holds for one kind of act: a run halted and resumed under one id is both', async () => {
    await server.report('r', work(2))
    expect((await act('r', 'halt', { id: 'x' })).body).toMatchObject({ action: 'halt' })
    expect((await act('r', 'resume', { id: 'x' })).body).toMatchObject({ action: 'continue' })
    expect((await kinds('r')).filter((kind: string) => kind === 'operator')).toHaveLength(2)
    expect((await server.call('/v1/runs/r')).body.summary).toMatchObject({ outcome: 'open', halted: false })
  })

  test('what looks like a secret in a note, a task or an agent’s name is not kept', async () => {
    const query = new URLSearchParams({
      agent: 'bot password=hunter22',
      task: 'log in with password=hunter22',
    })
    await server.call(`/v1/runs/s/checkpoint?${query.toString()}`, { method: 'POST' })
    await server.report('s', work(2))
    await act('s', 'halt', { note: 'token=hunter22' })
    const run = JSON.stringify((await server.call('/v1/runs/s')).body)
    const steps = JSON.stringify((await server.call('/v1/runs/s/steps')).body)
    expect(run + steps).not.toContain('hunter22')
    expect(steps).toContain('token=[masked]')
  })

  test.each(['answered', 'failed', 'abandoned'])(
    'a run that has ended (%s) is neither halted nor resumed, and stays as it is',
    async (outcome) => {
      await server.report('r', work(2))
      await act('r', 'outcome', { outcome })
      const before = (await server.call('/v1/runs/r')).body
      for (const name of ['halt', 'resume']) {
        const { status, body } = await act('r', name, { note: 'too late' })
        expect(status, name).toBe(409)
        expect(body.error).toMatchObject({ code: 'conflict', message: expect.stringContaining(outcome) })
      }
      const after = (await server.call('/v1/runs/r')).body
      expect(after).toEqual({ ...before, nowMs: after.nowMs })
    },
  )

  test('a run that goes on is not resumed', async () => {
    await server.report('r', work(2))
    const { status, body } = await act('r', 'resume', {})
    expect(status).toBe(409)
    expect(body.error.message).toContain('nothing of it was stopped')
    expect(await kinds('r')).not.toContain('operator')
  })

  test('an acknowledgement goes into the log, once for each stage', async () => {
    await server.report('r', loop(3))
    expect((await act('r', 'ack', { seq: 1, stage: 'delivered' })).status).toBe(200)
    await act('r', 'ack', { seq: 1, stage: 'delivered' })
    await act('r', 'ack', { seq: 1, stage: 'acted', at: '2026-11-30T12:00:00+01:00' })
    expect((await kinds('r')).filter((kind: string) => kind === 'ack')).toHaveLength(2)
  })

  test('steps that start after a halt was acknowledged are counted', async () => {
    await server.report('r', loop(8))
    await act('r', 'ack', { seq: 2, stage: 'acted' })
    await server.report('r', [toolRecord({ observation: 'x', atMs: Date.now() + 5000 })])
    expect((await server.call('/v1/runs/r')).body.summary.ranPastHalt).toBe(1)
  })

  test('an acknowledgement of a decision that was never made is 404', async () => {
    await server.report('r', work(1))
    const { status, body } = await act('r', 'ack', { seq: 7, stage: 'seen' })
    expect(status).toBe(404)
    expect(body.error.message).toContain('no decision 7')
  })

  test('acknowledging, halting and resuming a run that nobody knows is 404', async () => {
    for (const [name, body] of [
      ['ack', { seq: 1, stage: 'seen' }],
      ['halt', {}],
      ['resume', {}],
    ] as const) {
      expect((await act('nobody', name, body)).status, name).toBe(404)
    }
    expect((await server.call('/v1/runs')).body.runs).toEqual([])
  })

  test('an outcome ends the run, and later says whether the answer was right', async () => {
    await server.report('r', work(2))
    expect((await act('r', 'outcome', { outcome: 'answered', answer: 'It is 42.' })).body.outcome).toBe(
      'answered',
    )
    await act('r', 'outcome', { outcome: 'answered', correct: false })
    expect((await server.call('/v1/runs/r')).body.summary).toMatchObject({
      outcome: 'answered',
      correct: false,
    })
  })

  test('an agent that stopped itself says by which rule; the decision that ended a run outranks it', async () => {
    await server.report('own', work(2))
    await act('own', 'outcome', { outcome: 'halted', reason: 'convergence' })
    await server.report('ended', loop(8))
    await act('ended', 'outcome', { outcome: 'halted', reason: 'convergence' })
    const { runs } = (await server.call('/v1/runs?reason=convergence')).body
    expect(runs).toMatchObject([{ run: 'own', outcome: 'halted', reason: 'convergence', seq: 0 }])
    expect((await server.call('/v1/runs/ended')).body.summary.reason).toBe('repetition')
    const { steps } = (await server.call('/v1/runs/own/steps')).body
    expect(steps).toContainEqual(expect.objectContaining({ kind: 'outcome', reason: 'convergence' }))
  })

  test('a reason that there is not, and one of a run that answered, are refused', async () => {
    const unknown = await act('r', 'outcome', { outcome: 'halted', reason: 'bored' })
    expect(unknown.status).toBe(400)
    expect(unknown.body.error.message).toContain('no_progress')
    const answered = await act('r', 'outcome', { outcome: 'answered', reason: 'repetition' })
    expect(answered.status).toBe(400)
    expect(answered.body.error.message).toContain('a run that answered was not stopped')
  })

  test('of an answer only a masked preview is kept', async () => {
    const secret = 'sk-proj-AbCdEfGhIjKlMnOpQrStUvWxYz0123456789AbCdEfGh'
    await act('r', 'outcome', { outcome: 'answered', answer: `The key is ${secret}. ${'long '.repeat(200)}` })
    const { steps } = (await server.call('/v1/runs/r/steps')).body
    const { preview } = steps.find(({ kind }: { kind: string }) => kind === 'outcome')
    expect(preview.text).toMatch(/^The key is /)
    expect(preview.text).not.toContain(secret)
    expect(preview.text.length).toBeLessThanOrEqual(161)
  })

  test('an outcome may be the first that is heard of a run', async () => {
    expect((await act('late', 'outcome', { outcome: 'failed', agent: 'billing' })).status).toBe(200)
    expect((await server.call('/v1/runs/late')).body.summary).toMatchObject({
      outcome: 'failed',
      agent: 'billing',
    })
  })

  test('bodies that are wrong say what is wrong', async () => {
    await server.report('r', loop(3))
    const wrong: readonly [string, unknown, string][] = [
      ['ack', { seq: 0, stage: 'seen' }, '`seq`'],
      ['ack', { seq: 1, stage: 'eaten' }, '`stage`'],
      ['ack', { seq: 1, stage: 'seen', at: 'yesterday' }, '`at`'],
      ['outcome', { outcome: 'open' }, '`outcome`'],
      ['resume', { limits: { steps: -1 } }, '`limits.steps`'],
      ['halt', { notes: 'typo' }, 'notes'],
      ['halt', '{"note"', 'not valid JSON'],
      ['halt', [], 'the body'],
    ]
    for (const [name, body, says] of wrong) {
      const answer = await act('r', name, body)
      expect(answer.status, `${name} ${JSON.stringify(body)}`).toBe(400)
      expect(answer.body.error.message).toContain(says)
    }
  })

  test('a body that is not JSON, or too large, is refused', async () => {
    await server.report('r', work(1))
    const text = await server.call('/v1/runs/r/halt', {
      body: '{}',
      headers: { 'Content-Type': 'text/plain' },
    })
    expect(text.status).toBe(415)
    const large = await act('r', 'halt', { note: 'x'.repeat(300_000) })
    expect(large.status).toBe(413)
  })

  test('an empty body halts as well', async () => {
    await server.report('r', work(1))
    const { body } = await server.call('/v1/runs/r/halt', { method: 'POST' })
    expect(body.action).toBe('halt')
  })
})
