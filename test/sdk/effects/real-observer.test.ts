import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { EffectRefused, loopObserver, type ObserverOptions, type Run } from '@loop-observer/sdk'
import { startChild } from '../../support/child.ts'
import { until } from '../../support/deadline.ts'
import { startObserver, type RunningObserver } from '../../support/observer.ts'
import { writePolicy } from '../../support/policy-file.ts'
import { startRedis, type RunningRedis } from '../../support/redis.ts'

const policy = `limits: { effects: 3 }
tools: { approval: ['refund_*'] }
`
const agent = resolve(import.meta.dirname, 'mailing-agent.ts')

interface Shown {
  readonly summary: {
    readonly outcome: string
    readonly totals: { readonly effects: number; readonly seconds: number }
  }
  readonly effects: readonly { readonly id: string; readonly state: string; readonly note: string | null }[]
}

async function shown(at: RunningObserver, runId: string): Promise<Shown> {
  return (await (await fetch(`${at.controlUrl}/v1/runs/${runId}`)).json()) as Shown
}

async function post(at: RunningObserver, path: string, body: object): Promise<Response> {
  return fetch(`${at.controlUrl}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
}

/** What `work` sends, as one process of the run. */
async function mailFromProcess(at: RunningObserver, runId: string, count: number) {
  const args = ['-C', 'loop-observer-source', agent, at.controlUrl, runId, String(count)]
  const { stdout } = await promisify(execFile)(process.execPath, args)
  return JSON.parse(stdout) as { sent: number; refused: string[]; outcome: string; observed: boolean }
}

async function expectOneLimit(observers: readonly [RunningObserver, RunningObserver]): Promise<void> {
  const runId = randomUUID()
  const processes = await Promise.all(observers.map((at) => mailFromProcess(at, runId, 4)))
  expect(processes.map(({ observed }) => observed)).toEqual([true, true])
  expect(processes.reduce((sum, { sent }) => sum + sent, 0)).toBe(3)
  expect(processes.flatMap(({ refused }) => refused)).toEqual(Array(5).fill('limit'))
  const { summary, effects } = await shown(observers[0], runId)
  expect(summary.totals.effects).toBe(3)
  expect(effects.filter(({ state }) => state === 'done')).toHaveLength(3)
  expect(effects.filter(({ state }) => state === 'refused')).toHaveLength(5)
}

let policyFile: Awaited<ReturnType<typeof writePolicy>>
let running: RunningObserver

beforeAll(async () => {
  policyFile = await writePolicy(policy)
  running = await startObserver({ args: ['--policy', policyFile.path] })
})

afterAll(async () => {
  await running?.stop()
  await policyFile?.remove()
})

function observer(options: Partial<ObserverOptions> = {}) {
  return loopObserver({
    agent: 'payer',
    endpoint: running.controlUrl,
    waitMs: 10_000,
    onError: () => {},
    ...options,
  })
}

describe('two processes of one run', () => {
  test('together never pass the limit: SQLite', async () => {
    await expectOneLimit([running, running])
  })

  describe('with Redis and an observer each', () => {
    let redis: RunningRedis
    let pair: readonly RunningObserver[] = []
    beforeAll(async () => {
      redis = await startRedis()
      const options = { args: ['--policy', policyFile.path], env: { LOOP_OBSERVER_STORE: redis.url } }
      pair = await Promise.all([startObserver(options), startObserver(options)])
    })
    afterAll(async () => {
      await Promise.all(pair.map((each) => each.stop()))
      await redis?.stop()
    })

    test('together never pass the limit', async () => {
      const [first, second] = pair
      if (first === undefined || second === undefined) throw new Error('two observers')
      await expectOneLimit([first, second])
    })
  })
})

describe('a call made before the run has asked anything', () => {
  test('is held to what the policy of the observer says of its tool, and the later ones cost no more', async () => {
    const asked: string[] = []
    const watched: typeof fetch = async (input, init) => {
      if (typeof input === 'string') asked.push(new URL(input).pathname.split('/').at(-1) ?? '')
      return fetch(input, init)
    }
    let made = 0
    await observer({ fetch: watched, approvalWaitMs: 100 }).run({}, async (run) => {
      const refund = run.tool('refund_order', { order: 1 }, () => (made += 1))
      await expect(refund).rejects.toMatchObject({ name: 'EffectRefused', reason: 'unanswered' })
      const before = asked.length
      for (let page = 1; page <= 3; page += 1) await run.tool('read', { page }, () => `page ${page}`)
      expect(asked.slice(before).filter((each) => each === 'checkpoint')).toEqual([])
    })
    expect(made).toBe(0)
    expect(asked[0]).toBe('checkpoint')
  })

  test('of a run that was resumed is refused where an operator took its tool away', async () => {
    const runId = randomUUID()
    await observer().run({ runId }, async (run) => {
      await run.checkpoint()
      await post(running, `/v1/runs/${runId}/halt`, {})
      return run.stop(await run.checkpoint())
    })
    expect((await post(running, `/v1/runs/${runId}/resume`, { tools: { deny: ['read'] } })).status).toBe(200)
    await observer().run({ runId }, async (run) => {
      await expect(run.tool('read', {}, () => 'a page')).rejects.toMatchObject({ name: 'ToolRefused' })
    })
  })

  test('is made all the same where no observer answers in time, and waits once only', async () => {
    let asked = 0
    const silent: typeof fetch = () => {
      asked += 1
      return new Promise(() => {})
    }
    const given = { fetch: silent, waitMs: 20, heartbeatMs: 60_000 }
    const outcome = await observer(given).run({}, async (run) => {
      const pages = await Promise.all([1, 2, 3].map((page) => run.tool('read', { page }, () => page)))
      return [...pages, await run.tool('read', { page: 4 }, () => 4)]
    })
    expect(outcome).toMatchObject({ outcome: 'answered', answer: [1, 2, 3, 4], observed: false })
    // The end of the run is tried as well.
    expect(asked).toBeLessThanOrEqual(2)
  })
})

describe('an effect', () => {
  test('is made once under its name, whichever run of the process asks', async () => {
    const runId = randomUUID()
    let paid = 0
    const pay = (run: Run) =>
      run.effect('pay', { invoice: 17 }, () => (paid += 1), { effectId: 'invoice-17' })
    await observer().run({ runId }, pay)
    await until(async () => (await shown(running, runId)).effects[0]?.state === 'done', {
      what: 'it is confirmed',
    })
    const again = await observer().run({ runId }, async (run) => {
      await expect(pay(run)).rejects.toMatchObject({
        name: 'EffectRefused',
        reason: 'used',
        effectId: 'invoice-17',
      })
    })
    expect(paid).toBe(1)
    expect(again.outcome).toBe('answered')
    expect((await shown(running, runId)).summary.totals.effects).toBe(1)
  })

  test('is made by one of two processes that ask under its name at a time', async () => {
    const runId = randomUUID()
    const made: string[] = []
    const pay = (name: string) =>
      observer().run({ runId }, async (run) => {
        await run.effect('pay', {}, () => made.push(name), { effectId: 'invoice-18' })
      })
    const both = await Promise.all([pay('one'), pay('another')])
    expect(made).toHaveLength(1)
    expect(both.map(({ outcome }) => outcome).toSorted()).toEqual(['answered', 'failed'])
    expect((await shown(running, runId)).summary.totals.effects).toBe(1)
  })

  test('that a process had begun when it was killed counts, and is not made once more', async () => {
    const runId = randomUUID()
    const hanging = resolve(import.meta.dirname, 'hanging-agent.ts')
    const args = ['-C', 'loop-observer-source', hanging, running.controlUrl, runId]
    const child = await startChild({ path: process.execPath, args })
    await until(() => child.output().includes('begun'), { what: 'the effect is begun' })
    await child.end('SIGKILL')
    const outcome = await observer().run({ runId }, async (run) => {
      const again = run.effect('pay', { invoice: 19 }, () => 'paid twice', { effectId: 'invoice-19' })
      await expect(again).rejects.toMatchObject({ reason: 'used' })
      return run.answer('somebody must look whether invoice 19 is paid')
    })
    expect(outcome.outcome).toBe('answered')
    expect((await shown(running, runId)).summary.totals.effects).toBe(1)
  })

  test('that failed gives its place back; one that may have happened does not', async () => {
    const outcome = await observer().run({}, async (run) => {
      const fail = (message: string) => () => Promise.reject(new Error(message))
      await expect(run.effect('send_email', { to: 1 }, fail('mailbox is full'))).rejects.toThrow('full')
      await expect(run.effect('send_email', { to: 2 }, fail('ETIMEDOUT: timed out'))).rejects.toThrow('timed')
      for (const to of [3, 4]) await run.effect('send_email', { to }, () => 'sent')
      await expect(run.effect('send_email', { to: 5 }, () => 'sent')).rejects.toMatchObject({
        reason: 'limit',
        limit: 3,
      })
      const advice = await run.checkpoint()
      expect(advice).toMatchObject({ action: 'halt', reason: 'budget_effects' })
      return run.stop(advice)
    })
    expect(outcome).toMatchObject({ totals: { effects: 3 }, stopped: { reason: 'budget_effects' } })
    const { summary, effects } = await shown(running, outcome.runId)
    expect(effects.map(({ state }) => state).toSorted()).toEqual([
      'done',
      'done',
      'done',
      'refused',
      'released',
    ])
    expect(summary.totals.effects).toBe(3)
  })

  test('of a run that was halted meanwhile is refused, and nothing is reserved', async () => {
    const outcome = await observer({ heartbeatMs: 1e6 }).run({}, async (run) => {
      await run.checkpoint()
      await post(running, `/v1/runs/${run.id}/halt`, {})
      await expect(run.effect('send_email', {}, () => 'sent')).rejects.toMatchObject({ reason: 'halted' })
      return run.stop(await run.checkpoint())
    })
    expect(outcome.stopped?.reason).toBe('operator')
    expect((await shown(running, outcome.runId)).effects).toEqual([])
  })
})

describe('an effect that a person must approve', () => {
  const refund = (run: Run) =>
    run.tool('refund_order', { order: 7 }, () => 'refunded', {
      effectId: 'order-7',
      note: 'order 7, 20 euros',
    })

  async function waits(runId: string): Promise<void> {
    await until(async () => (await shown(running, runId)).effects[0]?.state === 'waiting', {
      what: 'it waits',
    })
  }

  test('waits, and the time is not charged; the run is suspended until the person answers', async () => {
    const outcome = await observer({ limits: { seconds: 3 } }).run({}, async (run) => {
      await run.checkpoint()
      const made = refund(run)
      await waits(run.id)
      const { summary, effects } = await shown(running, run.id)
      expect(summary.outcome).toBe('suspended')
      expect(effects[0]?.note).toBe('order 7, 20 euros')
      const sinceMs = performance.now()
      await until(() => performance.now() - sinceMs > 3500, {
        what: 'more time than the run may take has passed',
      })
      expect(run.signal.aborted).toBe(false)
      await post(running, `/v1/runs/${run.id}/approve`, { effect: 'order-7', approved: true })
      expect(await made).toBe('refunded')
      return run.answer('done')
    })
    expect(outcome).toMatchObject({ outcome: 'answered', totals: { effects: 1 } })
    expect(outcome.totals.seconds).toBeLessThan(3)
    expect((await shown(running, outcome.runId)).summary.totals.seconds).toBeLessThan(3)
  })

  test('is not made when the person says no, and the run goes on', async () => {
    const outcome = await observer().run({}, async (run) => {
      const made = refund(run)
      const told = expect(made).rejects.toThrow('a person did not approve it')
      await waits(run.id)
      await post(running, `/v1/runs/${run.id}/approve`, { effect: 'order-7', approved: false })
      await told
      expect((await run.checkpoint()).action).toBe('continue')
      return run.answer('not refunded')
    })
    expect(outcome).toMatchObject({ outcome: 'answered', totals: { effects: 0 } })
  })

  test('ends its wait with the run', async () => {
    const outcome = await observer({ heartbeatMs: 50 }).run({}, async (run) => {
      const made = refund(run)
      const told = expect(made).rejects.toMatchObject({ reason: 'halted' })
      await waits(run.id)
      await post(running, `/v1/runs/${run.id}/halt`, {})
      await told
      return run.stop(await run.checkpoint())
    })
    expect(outcome.stopped?.reason).toBe('operator')
    expect((await shown(running, outcome.runId)).effects).toMatchObject([{ state: 'released' }])
  })

  test('suspends the run when nobody answers in time; a later run goes on under the same name', async () => {
    const runId = randomUUID()
    const first = await observer({ approvalWaitMs: 100 }).run({ runId }, refund)
    expect(first).toMatchObject({ outcome: 'suspended', resumable: true, stopped: { reason: 'approval' } })
    expect(first.cause).toBeInstanceOf(EffectRefused)
    expect((await shown(running, runId)).summary.outcome).toBe('suspended')
    await post(running, `/v1/runs/${runId}/approve`, { effect: 'order-7', approved: true })
    const second = await observer().run({ runId }, refund)
    expect(second).toMatchObject({ outcome: 'answered', answer: 'refunded' })
    expect((await shown(running, runId)).effects).toMatchObject([{ id: 'order-7', state: 'done' }])
  })
})

describe('while the observer is away', () => {
  test('effects are made as the limit of this process allows, and counted when it is back', async () => {
    const outcome = await observer({ limits: { effects: 2 }, waitMs: 2000 }).run({}, async (run) => {
      await run.checkpoint()
      await running.kill()
      await run.effect('send_email', { to: 1 }, () => 'sent')
      await running.restart()
      await until(
        async () => (await run.checkpoint(), (await shown(running, run.id)).summary.totals.effects === 1),
        {
          what: 'the observer knows of it',
          intervalMs: 100,
        },
      )
      await run.effect('send_email', { to: 2 }, () => 'sent')
      await expect(run.effect('send_email', { to: 3 }, () => 'sent')).rejects.toMatchObject({
        reason: 'limit',
        limit: 2,
      })
      return run.answer('sent')
    })
    expect((await shown(running, outcome.runId)).summary.totals.effects).toBe(2)
  })

  test('none is made where it must be asked, nor one that needs a person', async () => {
    const alone = { endpoint: 'http://127.0.0.1:9', waitMs: 500 }
    const outcome = await observer({ ...alone, failClosed: true }).run({}, async (run) => {
      await expect(run.effect('send_email', {}, () => 'sent')).rejects.toMatchObject({ reason: 'unobserved' })
      expect(await run.tool('search', {}, () => 'found')).toBe('found')
    })
    expect(outcome).toMatchObject({ outcome: 'answered', totals: { effects: 0, toolCalls: 1 } })
    await observer(alone).run({}, async (run) => {
      const options = { needsApproval: true }
      await expect(run.effect('send_email', {}, () => 'sent', options)).rejects.toMatchObject({
        reason: 'unobserved',
      })
      expect(await run.effect('send_email', {}, () => 'sent')).toBe('sent')
    })
  })
})
