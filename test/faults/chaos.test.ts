import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { startBalancer } from '../support/balancer.ts'
import { collectorPath, goAdvice, hasGo } from '../support/otel-collector-build.ts'
import { startCollector } from '../support/otel-collector.ts'
import { until } from '../support/deadline.ts'
import { startObserver, type RunningObserver } from '../support/observer.ts'
import { seededRandom } from '../support/random.ts'
import { startRedis } from '../support/redis.ts'
import { startSdkFleet, startTelemetryFleet, type FleetRun } from './fleet.ts'
import { brokenPromises } from './invariants.ts'
import { killAgainAndAgain } from './killing.ts'

/** Full length by default; LOOP_TEST_CHAOS_SECONDS shortens it while working on it. */
const durationMs = 1000 * Number(process.env['LOOP_TEST_CHAOS_SECONDS'] ?? 60)
const seed = Number(process.env['LOOP_TEST_CHAOS_SEED'] ?? Date.now() % 1_000_000)

const go = await hasGo()
if (!go) process.stderr.write(`\nSKIPPED: ${goAdvice}\n\n`)

let directory: string
let env: Readonly<Record<string, string>>
const running: { stop(): Promise<void> }[] = []

/** Stops what a test has started, the newest first. */
function stopped<T extends { stop(): Promise<void> }>(started: T): T {
  running.push(started)
  return started
}

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'loop-observer-chaos-'))
  const policyPath = join(directory, 'policy.yaml')
  await writeFile(policyPath, 'mode: enforce\n')
  env = { LOOP_OBSERVER_POLICY: policyPath, LOOP_OBSERVER_LOG_LEVEL: 'warn' }
  if (go) await collectorPath()
}, 900_000)

afterEach(async () => {
  for (const each of running.splice(0).toReversed()) await each.stop()
})

afterAll(() => rm(directory, { recursive: true, force: true }))

describe.skipIf(!go)(
  `observers killed with -9 again and again (seed ${seed})${go ? '' : ' (skipped: install Go 1.26)'}`,
  () => {
    test(
      'two on one Redis lose no step, count none twice, halt every loop and leave working runs alone',
      async () => {
        const redis = stopped(await startRedis({ appendonly: true }))
        const shared = { env: { ...env, LOOP_OBSERVER_STORE: redis.url } }
        await withstand([stopped(await startObserver(shared)), stopped(await startObserver(shared))])
      },
      durationMs + 240_000,
    )

    test(
      'one on the embedded store loses no step, counts none twice, halts every loop and leaves working runs alone',
      async () => {
        await withstand([stopped(await startObserver({ env }))])
      },
      durationMs + 240_000,
    )
  },
)

/** Agents of both kinds, a Collector, and observers that are killed: then the invariants are checked. */
async function withstand(observers: readonly RunningObserver[]): Promise<void> {
  const random = seededRandom(seed)
  const network = { random, cutRatio: 0.05 }
  const otlpPorts = observers.map(({ otlpPort }) => otlpPort)
  const controlPorts = observers.map(({ controlPort }) => controlPort)
  const otlp = stopped(await startBalancer(otlpPorts, network))
  const control = stopped(await startBalancer(controlPorts, network))
  const collector = stopped(await startCollector({ env: { OBSERVER_OTLP_ENDPOINT: otlp.url } }))
  const fleets = [startTelemetryFleet(collector.httpUrl, 3), startSdkFleet(control.url, 2)]
  const leastKills = Math.ceil(durationMs / 10_000)
  const kills = await killAgainAndAgain({ observers, durationMs, leastKills, random })
  await until(() => otlp.cuts() > 0, { timeoutMs: 60_000, what: 'an answer is cut off' })
  const finished = await Promise.all(fleets.map((fleet) => fleet.finish()))
  const acknowledged = finished.map(acknowledgedSteps)
  for (const count of acknowledged) expect(count).toBeGreaterThan(durationMs / 100)
  const runs = finished.flat()
  for (const observer of observers) {
    expect(await brokenPromises(runs, observer.controlUrl)).toEqual([])
  }
  process.stdout.write(
    `chaos: ${kills} kills, ${otlp.cuts() + control.cuts()} answers cut off, ${runs.length} runs, ${acknowledged.join(' + ')} acknowledged steps, seed ${seed}\n`,
  )
}

function acknowledgedSteps(runs: readonly FleetRun[]): number {
  return runs.reduce((sum, run) => sum + run.acknowledged.size, 0)
}
