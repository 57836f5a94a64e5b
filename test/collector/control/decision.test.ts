import { randomBytes } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { until } from '../../support/deadline.ts'
import { startControl, type ControlServer } from './server.ts'
import { introOf, loop, toolRecord, work } from './steps.ts'

describe('a request for a decision', () => {
  let server: ControlServer
  beforeEach(async () => {
    server = await startControl()
  })
  afterEach(() => server.stop())

  const ask = (run: string, query = '') => server.call(`/v1/runs/${run}/decision?${query}`)

  test('answers at once with what is known', async () => {
    await server.report('r', loop(3))
    const { body } = await ask('r')
    expect(body).toMatchObject({ run: 'r', action: 'nudge', seq: 1 })
    expect(body.fence).toBeUndefined()
  })

  test('of an unknown run is 404, with advice', async () => {
    const { status, body } = await ask('nobody')
    expect(status).toBe(404)
    expect(body.error.advice).toContain('run id')
  })

  test('waits until there is news', async () => {
    await server.report('r', work(2))
    const asked = ask('r', 'wait=20000')
    await server.report('r', loop(3))
    const { body } = await asked
    expect(body).toMatchObject({ action: 'nudge', seq: 1 })
  })

  test('counts who waits', async () => {
    await server.report('r', work(2))
    const waiters = async () =>
      /^loop_observer_control_waiters (\d+)$/m.exec((await server.call('/metrics')).body)?.[1]
    const asked = ask('r', 'wait=20000')
    await until(async () => (await waiters()) === '1', { what: 'the waiter' })
    await server.report('r', loop(3))
    await asked
    expect(await waiters()).toBe('0')
  })

  test('waits no longer than it was told to', async () => {
    await server.report('r', work(2))
    const startMs = performance.now()
    const { body } = await ask('r', 'wait=80')
    expect(body.action).toBe('continue')
    expect(performance.now() - startMs).toBeGreaterThanOrEqual(79)
    expect(performance.now() - startMs).toBeLessThan(5000)
  })

  test('ends its wait when the server stops', async () => {
    await server.report('r', work(2))
    const startMs = performance.now()
    const asked = ask('r', 'wait=30000')
    await server.call('/healthz')
    await Promise.all([server.stop(), asked.then(({ body }) => expect(body.action).toBe('continue'))])
    expect(performance.now() - startMs).toBeLessThan(10_000)
    server = await startControl()
  })

  test('finds a run by its trace', async () => {
    const traceId = randomBytes(16).toString('hex')
    await server.store.bind('default', `trace:${traceId}`, 'default/r')
    await server.report('r', loop(3))
    for (const name of [`trace:${traceId}`, `trace:${traceId.toUpperCase()}`, traceId]) {
      expect((await ask(name)).body, name).toMatchObject({ run: 'r', action: 'nudge' })
    }
  })

  describe('with a fence', () => {
    test('answers as soon as the span is judged, without the hold', async () => {
      await server.stop()
      server = await startControl({ policy: { holdMs: 60_000 } })
      const records = loop(3)
      const last = records.at(-1)?.step.spanId
      const asked = ask('r', `wait=20000&fence=${last}`)
      await server.judge.accept([{ intro: introOf('r'), records }])
      const { body } = await asked
      expect(body).toMatchObject({ fence: 'judged', action: 'nudge', seq: 1 })
    })

    test('answers also when nothing comes of it', async () => {
      const record = toolRecord({ observation: 'found' })
      await server.report('r', [record])
      const { body } = await ask('r', `wait=20000&fence=${record.step.spanId?.toUpperCase()}`)
      expect(body).toMatchObject({ fence: 'judged', action: 'continue' })
    })

    test('says that a span was not seen, even of an unknown run', async () => {
      await server.report('r', work(2))
      expect((await ask('r', 'fence=00000000000000aa&wait=50')).body).toMatchObject({
        fence: 'not_seen',
        action: 'continue',
      })
      expect((await ask('nobody', 'fence=00000000000000aa')).body).toMatchObject({
        fence: 'not_seen',
        seq: 0,
      })
    })

    test('says that a span is none of the things that are judged', async () => {
      server.stepless.note('default', '00000000000000bb')
      const { body } = await ask('r', 'fence=00000000000000bb&wait=20000')
      expect(body.fence).toBe('not_a_step')
    })

    test('finds the run by a trace that becomes known while it waits', async () => {
      const traceId = randomBytes(16).toString('hex')
      const record = toolRecord({ observation: 'found', traceId })
      const asked = ask(`trace:${traceId}`, `wait=20000&fence=${record.step.spanId}`)
      await server.store.bind('default', `trace:${traceId}`, 'default/named')
      await server.report('named', [record])
      expect((await asked).body).toMatchObject({ run: 'named', fence: 'judged' })
    })
  })
})
