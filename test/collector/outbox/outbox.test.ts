import { afterEach, describe, expect, it } from 'vitest'
import { createMetrics } from '../../../collector/metrics/metrics.ts'
import { logSink } from '../../../collector/outbox/log-sink.ts'
import { startOutbox, type RunningOutbox } from '../../../collector/outbox/outbox.ts'
import type { Sink } from '../../../collector/outbox/sink.ts'
import { createLogger } from '../../../collector/start/logger.ts'
import type { Store } from '../../../collector/store/store.ts'
import { until } from '../../support/deadline.ts'
import { bound, judgeOn, loopingCalls, memoryStore } from '../judging/runs.ts'

const stops: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0).toReversed()) await stop()
})

/** A store in which `runs` runs were nudged, then halted. */
async function storeWithDecisions(runs: readonly string[]): Promise<Store> {
  const store = memoryStore()
  stops.push(() => store.close())
  const judge = judgeOn(store)
  for (const run of runs) await judge.acceptAndSettle(bound(run, loopingCalls(8, store.now())), '*')
  await judge.stop()
  return store
}

function start(store: Store, sinks: readonly Sink[], leaseMs = 100): RunningOutbox {
  const log = createLogger('silent', false)
  const outbox = startOutbox({
    store,
    sinks,
    metrics: createMetrics({ process: false }),
    log,
    leaseMs,
    idleMs: 20,
    firstBackoffMs: 10,
  })
  stops.push(() => outbox.stop())
  return outbox
}

/** A sink that keeps what it gets, and refuses while `refuse` says so. */
function keeping(refuse: (seq: number) => boolean = () => false): Sink & { readonly got: string[] } {
  const got: string[] = []
  return {
    name: 'keeping',
    got,
    async deliver(item) {
      if (item.kind !== 'decision') return
      const { decision } = item
      if (refuse(decision.seq)) throw new Error('not now')
      got.push(`${decision.run}:${decision.seq}`)
    },
  }
}

describe('the outbox', () => {
  it('hands every decision to every sink, in order within a run, and then is empty', async () => {
    const store = await storeWithDecisions(['a', 'b'])
    const sinks = [keeping(), keeping()]
    start(store, sinks)
    for (const { got } of sinks) {
      await until(() => got.length === 4, { what: 'four deliveries' })
      expect(got.filter((each) => each.startsWith('a'))).toEqual(['a:1', 'a:2'])
      expect(got.filter((each) => each.startsWith('b'))).toEqual(['b:1', 'b:2'])
    }
    await stops.pop()?.()
    expect(await store.takeOutbox(10, 1)).toEqual([])
  })

  it('tries again what a sink refused, holds back what follows in the run, and does not repeat it to the others', async () => {
    const store = await storeWithDecisions(['a'])
    let refusals = 0
    const willing = keeping()
    const reluctant = keeping((seq) => seq === 1 && (refusals += 1) <= 2)
    start(store, [willing, reluctant])
    await until(() => reluctant.got.length === 2, { what: 'both decisions after two refusals' })
    expect(reluctant.got).toEqual(['a:1', 'a:2'])
    expect(willing.got).toEqual(['a:1', 'a:2'])
  })

  it('delays no sink because another is away, nor other runs', async () => {
    const store = await storeWithDecisions(['a', 'b'])
    const away = keeping(() => true)
    const willing = keeping()
    start(store, [away, willing])
    await until(() => willing.got.length === 4, { what: 'all four at the sink that works' })
    // Also what is decided while earlier decisions of the run are still being tried.
    const judge = judgeOn(store)
    stops.push(() => judge.stop())
    await judge.acceptAndSettle(bound('c', loopingCalls(4, store.now())), '*')
    await until(() => willing.got.includes('c:1'), { what: 'the nudge' })
    await judge.acceptAndSettle(bound('c', loopingCalls(8, store.now())), '*')
    await until(() => willing.got.includes('c:2'), { what: 'the halt' })
    expect(away.got).toEqual([])
  })

  it('holds what it tries again beyond its lease, so that no other observer delivers it too', async () => {
    const store = await storeWithDecisions(['a'])
    const leaseMs = 1000
    const beganMs = performance.now()
    let tries = 0
    const slow = keeping(() => (tries += 1) > 0 && performance.now() - beganMs < 2.5 * leaseMs)
    start(store, [slow], leaseMs)
    await until(() => tries > 0, { what: 'the first try' })
    const other = keeping()
    start(store, [other], leaseMs)
    await until(() => slow.got.length === 2, { what: 'both decisions after two leases' })
    expect(slow.got).toEqual(['a:1', 'a:2'])
    expect(other.got).toEqual([])
  })

  it('is shared by observers: each decision is delivered once, and those of a run in order', async () => {
    const runs = Array.from({ length: 30 }, (_, i) => `r${i}`)
    const store = await storeWithDecisions(runs)
    const got: string[] = []
    const sink = (): Sink => ({
      name: 'shared',
      async deliver(item) {
        await new Promise(setImmediate)
        if (item.kind === 'decision') got.push(`${item.decision.run}:${item.decision.seq}`)
      },
    })
    // Long enough for a machine that is busy: what outlives its lease is delivered again.
    start(store, [sink()], 30_000)
    start(store, [sink()], 30_000)
    await until(() => got.length >= 60, { what: 'all decisions' })
    expect(new Set(got).size).toBe(60)
    for (const run of runs) {
      expect(got.filter((each) => each.startsWith(`${run}:`))).toEqual([`${run}:1`, `${run}:2`])
    }
  })

  it('leaves what was not confirmed to the next observer', async () => {
    const store = await storeWithDecisions(['a'])
    const first = startOutbox({
      store,
      sinks: [keeping(() => true)],
      metrics: createMetrics({ process: false }),
      log: createLogger('silent', false),
      leaseMs: 50,
      firstBackoffMs: 10,
    })
    await first.stop()
    const sink = keeping()
    start(store, [sink])
    await until(() => sink.got.length === 2, { what: 'the decisions of the other observer' })
  })

  it('ends in time though a sink hangs, and neither takes nor lets go', async () => {
    const store = await storeWithDecisions(['a'])
    const hangs = (): Promise<void> => new Promise(() => undefined)
    let isAsked = false
    const sink: Sink = { name: 'hangs', deliver: () => ((isAsked = true), hangs()), close: hangs }
    const outbox = start(store, [sink])
    await until(() => isAsked, { what: 'the delivery' })
    const beganMs = performance.now()
    await outbox.stop()
    expect(performance.now() - beganMs).toBeLessThan(5000)
    stops.splice(stops.length - 1)
  })

  it('writes a decision as one log line with its fields', async () => {
    const store = await storeWithDecisions(['a'])
    const lines: string[] = []
    const log = createLogger('info', false, { write: (line: string) => void lines.push(line) })
    start(store, [logSink(log)])
    await until(() => lines.length === 2, { what: 'two lines' })
    expect(lines.map((line) => JSON.parse(line) as object)).toEqual([
      expect.objectContaining({
        event: 'decision',
        run: 'a',
        seq: 1,
        action: 'nudge',
        enforced: true,
        level: 'warn',
      }),
      expect.objectContaining({ event: 'decision', run: 'a', seq: 2, action: 'halt', reason: 'repetition' }),
    ])
  })
})
