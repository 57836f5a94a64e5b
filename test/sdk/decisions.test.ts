import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { loopObserver, type Advice, type ObserverOptions } from '@loop-observer/sdk'
import { until } from '../support/deadline.ts'
import { decided, goOn, startControlServer, type ControlServer } from './control-server.ts'

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

describe('decisions of the observer', () => {
  test('a nudge is given once, and acknowledged', async () => {
    server.answer(() => decided('nudge', 1))
    const actions: Advice[] = []
    const outcome = await observer().run({}, async (run) => {
      actions.push(await run.checkpoint(), await run.checkpoint())
    })
    expect(actions).toMatchObject([
      { action: 'nudge', message: 'message 1', source: 'observer' },
      { action: 'continue' },
    ])
    expect(outcome.observed).toBe(true)
    expect(acks()).toEqual([{ seq: 1, stage: 'delivered', lane: 'main' }])
  })

  test('a halt ends the run with what the observer said', async () => {
    server.answer(() => decided('halt', 2))
    const outcome = await observer().run({}, async (run) => run.stop(await run.checkpoint()))
    expect(outcome).toMatchObject({
      outcome: 'halted',
      stopped: {
        reason: 'repetition',
        rule: 'repetition',
        message: 'explanation 2',
        evidence: { steps: ['s1'] },
      },
      missing: 'the refund policy',
      tried: ['search'],
      resumable: true,
      observed: true,
    })
    expect(acks()).toEqual([
      { seq: 2, stage: 'delivered', lane: 'main' },
      { seq: 2, stage: 'acted', lane: 'main' },
    ])
    expect(server.to('/outcome')[0]?.body).toContain('"halted"')
  })

  test('an escalation halts, and is told apart', async () => {
    server.answer(() => decided('escalate', 1))
    const outcome = await observer().run({}, async (run) => run.stop(await run.checkpoint()))
    expect(outcome.outcome).toBe('escalated')
  })

  test('what the mode forbids acting on is not acted on', async () => {
    server.answer(() => decided('halt', 1, { enforced: false }))
    const outcome = await observer().run({}, async (run) => (await run.checkpoint()).action)
    expect(outcome).toMatchObject({ outcome: 'answered', answer: 'continue' })
  })

  test('a halt of a lane stops that lane only', async () => {
    server.answer(({ query }) =>
      query.get('lane') === 'writer' ? decided('halt', 1, { scope: 'lane', lane: 'writer' }) : goOn,
    )
    const outcome = await observer().run({}, async (run) => {
      const actions = [await run.lane('writer').checkpoint(), await run.checkpoint()]
      expect([run.lane('writer').signal.aborted, run.signal.aborted]).toEqual([true, false])
      return actions.map(({ action }) => action)
    })
    expect(outcome).toMatchObject({ outcome: 'answered', answer: ['halt', 'continue'] })
  })

  test('a halt of the run that one of its lanes was given is one of the run', async () => {
    server.answer(({ query }) => (query.get('lane') === 'writer' ? decided('halt', 1) : goOn))
    const outcome = await observer().run({}, async (run) => {
      expect((await run.lane('writer').checkpoint()).action).toBe('halt')
      expect(run.signal.aborted).toBe(true)
      return run.answer('what there is')
    })
    expect(outcome).toMatchObject({ outcome: 'halted', answer: 'what there is' })
  })

  test('a halt reaches the signal of a run that does not ask', async () => {
    const halt = decided('halt', 1, { reason: 'operator' })
    let isOn = false
    server.answer(() => (isOn ? halt : goOn))
    const outcome = await observer({ heartbeatMs: 10 }).run({}, (run) =>
      run.tool(
        'build',
        {},
        (signal) =>
          new Promise<string>((_resolve, reject) => {
            // The reason of our own signal is an Error.
            signal.addEventListener('abort', () => reject(signal.reason as Error))
            isOn = true
          }),
      ),
    )
    expect(outcome).toMatchObject({ outcome: 'halted', stopped: { reason: 'operator' } })
  })

  test('a stop of a lane reaches the signal of a sub-agent that does not ask', async () => {
    const stop = decided('halt', 3, { scope: 'lane', lane: 'writer' })
    const told = typeof stop === 'string' ? {} : (stop.body as object)
    const whole = { ...told, action: 'continue', decision: undefined, stoppedLanes: ['writer', 'unknown'] }
    server.answer(({ query }) => (query.get('lane') === '*' ? { status: 200, body: whole } : goOn))
    await observer({ heartbeatMs: 10 }).run({}, async (run) => {
      const { signal } = run.lane('writer')
      await until(() => signal.aborted, { what: 'the lane is stopped' })
      expect(run.signal.aborted).toBe(false)
    })
  })

  test('after a resume by an operator the run goes on with a fresh signal', async () => {
    server.answer(() => decided('halt', 1))
    await observer().run({}, async (run) => {
      expect((await run.checkpoint()).action).toBe('halt')
      server.answer(() => ({ status: 200, body: { action: 'continue', seq: 1, decisions: [] } }))
      expect((await run.checkpoint()).action).toBe('continue')
      expect(run.signal.aborted).toBe(false)
    })
  })

  function acks(): readonly object[] {
    return server.to('/ack').map(({ body }) => JSON.parse(body) as object)
  }
})
