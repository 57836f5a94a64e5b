import { createMemory, judge as engine, type OpinionStep, type Step } from '@loop-observer/rules'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { JudgeModelSettings } from '../../../collector/config/settings.ts'
import { createPolicyBook } from '../../../collector/judging/policy-book.ts'
import type { Store } from '../../../collector/store/store.ts'
import { until } from '../../support/deadline.ts'
import { memoryStore } from '../judging/runs.ts'
import { settingsFor, startAtWork, walk, type AtWork } from './at-work.ts'
import { startChatServer, type ChatServer } from './chat-server.ts'

let server: ChatServer
let store: Store
const running: AtWork[] = []
beforeEach(async () => {
  server = await startChatServer()
  store = memoryStore()
})
afterEach(async () => {
  await Promise.all(running.splice(0).map((each) => each.stop()))
  await store.close()
  await server.stop()
})

function start(more: Partial<JudgeModelSettings> = {}, rule: Readonly<Record<string, number>> = {}): AtWork {
  const work = startAtWork(store, settingsFor(server.url, more), rule)
  running.push(work)
  return work
}

async function steps(run = 'r'): Promise<readonly Step[]> {
  const { records } = await store.steps(`default/${run}`, 0, 1000)
  return records.map(({ step }) => step)
}

async function opinions(count: number, run = 'r'): Promise<readonly OpinionStep[]> {
  return until(
    async () => {
      const found = (await steps(run)).filter((step) => step.kind === 'opinion')
      return found.length >= count ? found : null
    },
    { what: `${count} opinions in the log` },
  )
}

async function decisions(): Promise<readonly string[]> {
  return (await store.decisions('default/r', 0)).map(({ action, reason }) => `${action} ${reason}`)
}

describe('a judge model beside judging', () => {
  it('is asked from the second turn on, once a turn; the agent is nudged on its word, then halted', async () => {
    const work = start()
    await walk(work, store, { to: 1 })
    await walk(work, store, { from: 2, to: 2 })
    expect(await opinions(1)).toMatchObject([
      {
        id: 'opinion:2',
        lane: 'main',
        turn: 2,
        answerable: true,
        failure: null,
        model: 'cheap-1',
        tokensIn: 400,
      },
    ])
    expect(await until(decisions, { what: 'a nudge' })).toEqual(['nudge completion'])
    await walk(work, store, { from: 3, to: 3 })
    await opinions(2)
    await walk(work, store, { from: 4, to: 4 })
    await until(async () => (await decisions()).length === 2, { what: 'a halt' })
    expect(await decisions()).toEqual(['nudge completion', 'halt completion'])
    expect(server.questions.length).toBeLessThanOrEqual(3)
    const question = server.questions[0]?.body.messages[1]?.content ?? ''
    expect(question).toContain('Which heron nests at the lake?')
    expect(question).toContain('Page 2 of the guide')
  })

  it('leaves a run alone of which something is missing', async () => {
    server.reply = () => ({ says: '{"answerable": false}' })
    const work = start()
    for (let turn = 1; turn <= 5; turn++) {
      await walk(work, store, { from: turn, to: turn })
      if (turn > 1) await opinions(turn - 1)
    }
    expect(await decisions()).toEqual([])
  })

  it('delays nothing while it is away: steps, checkpoints and the other rules go on', async () => {
    server.reply = () => 'nothing'
    const work = start({ timeoutMs: 60_000 })
    const begun = performance.now()
    await walk(work, store, { to: 40 })
    // Forty turns in less than one of them would take that waited for the endpoint.
    expect(performance.now() - begun).toBeLessThan(20_000)
    expect(server.hanging).toBe(1)
    expect(await decisions()).toEqual([])
    expect((await steps()).filter(({ kind }) => kind === 'opinion')).toEqual([])
  })

  it('stops at once though a question hangs, and records nothing of it', async () => {
    server.reply = () => 'nothing'
    const work = start({ timeoutMs: 60_000 })
    await walk(work, store, { to: 2 })
    await expect.poll(() => server.hanging).toBe(1)
    const begun = performance.now()
    await Promise.all(running.splice(0).map((each) => each.stop()))
    expect(performance.now() - begun).toBeLessThan(5000)
    expect((await steps()).filter(({ kind }) => kind === 'opinion')).toEqual([])
  })

  it('notes that no opinion came, and why; after three failures it asks no more for a while', async () => {
    server.reply = () => ({ status: 503 })
    const work = start()
    for (let turn = 1; turn <= 4; turn++) {
      await walk(work, store, { from: turn, to: turn })
      if (turn > 1) await opinions(turn - 1)
    }
    await walk(work, store, { from: 5, to: 8 })
    const noted = await opinions(3)
    expect(noted.map(({ answerable, failure }) => [answerable, failure])).toEqual(
      Array.from({ length: 3 }, () => [null, 'unavailable']),
    )
    await until(async () => (await work.metrics.render()).text.includes('cause="resting"'), { what: 'rest' })
    expect(server.questions).toHaveLength(3)
    expect(await decisions()).toEqual([])
  })

  it('takes an answer that is not the JSON asked for as no opinion, and counts what it cost', async () => {
    server.reply = () => ({ says: 'Sure! The answer is true.' })
    await walk(start(), store, { to: 2 })
    expect(await opinions(1)).toMatchObject([
      { answerable: null, failure: 'malformed', tokensIn: 400, tokensOut: 8 },
    ])
  })

  it('asks no more often in a run than the policy allows, and never where it allows none', async () => {
    server.reply = () => ({ says: '{"answerable": false}' })
    const work = start({}, { judgeCalls: 2 })
    for (let turn = 1; turn <= 6; turn++) {
      await walk(work, store, { from: turn, to: turn })
      await opinions(Math.min(2, turn - 1))
    }
    expect(server.questions).toHaveLength(2)
    await walk(start({}, { judgeCalls: 0 }), store, { run: 'quiet', to: 4 })
    expect(server.questions).toHaveLength(2)
  })

  it('sends nothing of a run whose content is not kept, or that names no task', async () => {
    const work = start()
    await walk(work, store, { run: 'features', to: 4, kept: false })
    await walk(work, store, { run: 'untold', to: 4, task: null })
    await until(
      async () => {
        const { text } = await work.metrics.render()
        return text.includes('cause="no_content"') && text.includes('cause="no_question"')
      },
      { what: 'both are passed over' },
    )
    expect(server.questions).toEqual([])
  })

  it('is asked once a turn by all observers on one store together', async () => {
    server.reply = () => ({ says: '{"answerable": false}' })
    const [one, other] = [start(), start()]
    for (let turn = 1; turn <= 6; turn++) {
      await walk(turn % 2 === 0 ? one : other, store, { from: turn, to: turn })
      await Promise.all([one, other].map((each) => walk(each, store, { from: turn, to: turn })))
      if (turn > 1) await opinions(turn - 1)
    }
    const asked = (await opinions(5)).map(({ turn }) => turn)
    expect(new Set(asked).size).toBe(asked.length)
    expect(server.questions).toHaveLength(asked.length)
  })

  it('leaves judging a function of the log: judged again from its log, the run is decided on likewise', async () => {
    const work = start()
    for (let turn = 1; turn <= 4; turn++) {
      await walk(work, store, { from: turn, to: turn })
      if (turn === 2 || turn === 3) await opinions(turn - 1)
    }
    await until(async () => (await decisions()).length === 2, { what: 'a halt' })
    const rule = { settings: { nudgeAnswerable: 1, haltAnswerable: 2 } }
    const book = createPolicyBook({ digest: 'test', mode: 'enforce', holdMs: 0, rules: { completion: rule } })
    const policy = book.forRun({ source: 'telemetry', agent: 'tester', attributes: {} }, null)
    const again = engine(createMemory('r', 'telemetry', policy.version), await steps(), policy)
    const stored = await store.decisions('default/r', 0)
    expect(again.decisions.map(({ seq, action, step }) => [seq, action, step])).toEqual(
      stored.map(({ seq, action, step }) => [seq, action, step]),
    )
  })

  it('adds up what it cost beside the run, not to its totals', async () => {
    const work = start()
    await walk(work, store, { to: 2 })
    await opinions(1)
    const use = await until(async () => (await store.read('default/r'))?.summary?.judgeModel, {
      what: 'its use',
    })
    expect(use).toEqual({
      calls: 1,
      failed: 0,
      turn: 2,
      tokens: 408,
      costUsd: (400 * 0.5 + 8 * 2) / 1e6,
      answerableAt: 2,
      acted: 'nudge',
    })
    expect((await store.read('default/r'))?.summary?.totals).toMatchObject({
      tokens: 0,
      costUsd: 0,
      steps: 2,
    })
    expect((await work.metrics.render()).text).toContain('judge_model_cost_usd_total 0.000216')
  })
})
