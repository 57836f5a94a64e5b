import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loopObserver, type ObserverOptions } from '@loop-observer/sdk'
import { until } from '../../support/deadline.ts'
import { startObserver, type RunningObserver } from '../../support/observer.ts'

let running: RunningObserver

beforeAll(async () => {
  running = await startObserver()
})

afterAll(async () => {
  await running?.stop()
})

function observer(options: Partial<ObserverOptions> = {}) {
  return loopObserver({
    agent: 'tester',
    endpoint: running.controlUrl,
    waitMs: 10_000,
    onError: () => {},
    ...options,
  })
}

async function post(runId: string, path: string, body: object) {
  const response = await fetch(`${running.controlUrl}/v1/runs/${runId}/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return { status: response.status, body: (await response.json()) as { criteria?: string[] } }
}

/** Names of the criteria that the observer holds the run to. */
async function criteriaOf(runId: string): Promise<readonly string[]> {
  const { body } = await post(runId, 'bar', { retire: ['nothing of that name'] })
  return body.criteria ?? []
}

async function registered(runId: string, names: readonly string[]): Promise<void> {
  await until(async () => (await criteriaOf(runId)).join() === names.join(), {
    what: `the bar of ${runId} is registered`,
  })
}

/** What a child that reports through `watched` was answered when it asked for the bar of its parent. */
function watchFor(parentId: string) {
  const asked: number[] = []
  const watched: typeof fetch = async (input, init) => {
    const response = await fetch(input, init)
    const body = init?.body
    if (typeof body === 'string' && body.includes(`"parent":"${parentId}"`)) asked.push(response.status)
    return response
  }
  return { asked, watched }
}

const bar = { sources: 'at least two', dated: 'each figure has its date' }

describe('the bar of a run', () => {
  test('is registered with the observer by the first check that shows it, before the check is reported', async () => {
    await observer().run({}, async (run) => {
      run.check('acceptance', ['one source'], { bar })
      await registered(run.id, ['sources', 'dated'])
      expect((await post(run.id, 'bar', { criteria: { sources: 'at least one' } })).status).toBe(409)
      run.check('acceptance', [], { bar: { ...bar, short: 'one page' } })
      expect((await run.checkpoint()).action).toBe('continue')
      return run.answer('done')
    })
  })

  test('loses only what an operator retires', async () => {
    const outcome = await observer().run({}, async (run) => {
      run.check('acceptance', ['one source'], { bar })
      await registered(run.id, ['sources', 'dated'])
      await post(run.id, 'bar', { retire: ['dated'] })
      const { sources } = bar
      await until(() => run.check('acceptance', ['no link'], { bar: { sources } }).lowered.length === 0, {
        what: 'the run knows what was retired',
        intervalMs: 50,
      })
      expect(run.check('acceptance', [], { bar: { sources } })).toMatchObject({ passed: true, lowered: [] })
      return run.answer('done')
    })
    expect(outcome).toMatchObject({ outcome: 'answered', verified: true })
  })
})

describe('a child run', () => {
  test('in the same process is held to the bar of its parent, which it does not restate', async () => {
    await observer().run({}, async (parent) => {
      parent.bar(bar)
      await registered(parent.id, ['sources', 'dated'])
      const child = await observer().run({ parent }, async (run) => {
        await registered(run.id, ['sources', 'dated'])
        expect(run.check('part', [], { bar: { mine: 'no typos' } })).toMatchObject({
          passed: true,
          lowered: [],
        })
        expect((await run.checkpoint()).action).toBe('continue')
        run.check('part', [], { bar: { mine: 'no typos', sources: 'at least one' } })
        return run.stop(await run.checkpoint())
      })
      expect(child).toMatchObject({ outcome: 'halted', verified: false, stopped: { reason: 'bar_lowered' } })
      expect((await parent.checkpoint()).action).toBe('continue')
    })
  })

  test('is halted at its first checkpoint, though the observer hears of parent and child at the same moment', async () => {
    const shared = observer()
    await shared.run({}, async (parent) => {
      parent.bar(bar)
      const child = await shared.run({ parent }, async (run) => {
        run.check('part', [], { bar: { ...bar, sources: 'at least one' } })
        return run.stop(await run.checkpoint())
      })
      expect(child).toMatchObject({ outcome: 'halted', stopped: { reason: 'bar_lowered' } })
    })
  })

  test('knows its parent’s bar at once where one observer object has both, without any endpoint too', async () => {
    const alone = loopObserver({ agent: 'tester', onError: () => {} })
    await alone.run({}, async (parent) => {
      parent.bar({ sources: 'at least two' })
      await alone.run({ parent: parent.id }, (run) => {
        expect(run.check('part', [], { bar: { mine: 'no typos' } }).lowered).toEqual([])
        expect(run.check('part', [], { bar: { mine: 'no typos', sources: 'one' } })).toMatchObject({
          passed: false,
          lowered: ['sources'],
        })
      })
    })
  })

  test('asks again at its next check when the observer did not know its parent yet', async () => {
    const parentId = `late-${process.pid}-${Date.now()}`
    const { asked, watched } = watchFor(parentId)
    const child = await observer({ fetch: watched }).run({ parent: parentId }, async (run) => {
      await until(() => asked.length > 0, { what: 'the child has asked for the bar of its parent' })
      expect((await post(parentId, 'bar', { criteria: bar })).status).toBe(200)
      run.check('part', [], { bar: { mine: 'no typos' } })
      await registered(run.id, ['sources', 'dated', 'mine'])
      run.check('part', [], { bar: { mine: 'no typos', sources: 'at least one' } })
      return run.stop(await run.checkpoint())
    })
    expect(asked).toEqual([404, 200])
    expect(child).toMatchObject({ outcome: 'halted', stopped: { reason: 'bar_lowered' } })
  })

  test('asks again at its next check when its parent had no bar yet', async () => {
    await observer().run({}, async (parent) => {
      await parent.checkpoint()
      const { asked, watched } = watchFor(parent.id)
      const child = await observer({ fetch: watched }).run({ parent: parent.id }, async (run) => {
        await until(() => asked.length === 1, { what: 'the child has asked for the bar of its parent' })
        parent.bar(bar)
        await registered(parent.id, ['sources', 'dated'])
        run.check('part', [], { bar: { mine: 'no typos' } })
        await registered(run.id, ['sources', 'dated', 'mine'])
        run.check('part', ['a typo'], { bar: { mine: 'no typos' } })
        expect((await run.checkpoint()).action).toBe('continue')
        run.check('part', [], { bar: { mine: 'no typos', sources: 'at least one' } })
        return run.stop(await run.checkpoint())
      })
      expect(asked).toEqual([200, 200])
      expect(child).toMatchObject({ outcome: 'halted', stopped: { reason: 'bar_lowered' } })
    })
  })

  test('asks for the bar of a parent that never has one sixteen times and no more', async () => {
    await observer().run({}, async (parent) => {
      await parent.checkpoint()
      const { asked, watched } = watchFor(parent.id)
      await observer({ fetch: watched }).run({ parent: parent.id }, async (run) => {
        for (let pass = 0; pass < 20; pass += 1) {
          run.check('part', Array<string>(20 - pass).fill('a typo'))
          await run.checkpoint()
        }
        return run.answer('done')
      })
      expect(asked).toEqual(Array<number>(16).fill(200))
    })
  })

  test('learns the bar that its parent gets later in the same process, without any endpoint too', async () => {
    const alone = loopObserver({ agent: 'tester', onError: () => {} })
    await alone.run({}, async (parent) => {
      await alone.run({ parent }, (run) => {
        parent.bar({ sources: 'at least two' })
        expect(run.check('part', [], { bar: { mine: 'no typos', sources: 'one' } })).toMatchObject({
          passed: false,
          lowered: ['sources'],
        })
      })
    })
  })

  test('in another process is held to it as well', async () => {
    await observer().run({}, async (parent) => {
      parent.bar(bar)
      await registered(parent.id, ['sources', 'dated'])
      const agent = resolve(import.meta.dirname, 'child-agent.ts')
      const args = ['-C', 'loop-observer-source', agent, running.controlUrl, parent.id]
      const { stdout } = await promisify(execFile)(process.execPath, args)
      expect(JSON.parse(stdout)).toMatchObject({
        first: 'continue',
        outcome: 'halted',
        reason: 'bar_lowered',
      })
    })
  })
})
