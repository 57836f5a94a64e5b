import { hash } from 'node:crypto'
import {
  callFeatures,
  defaultTraits,
  observationFeatures,
  type Hashing,
  type StepRecord,
  type ToolStep,
} from '@loop-observer/rules'
import { startJudge, type JudgeParts, type RunningJudge } from '../../../collector/judging/create-judge.ts'
import type { BoundSteps, RunIntro } from '../../../collector/judging/judging.ts'
import { createPolicyBook } from '../../../collector/judging/policy-book.ts'
import { createMetrics } from '../../../collector/metrics/metrics.ts'
import { createLogger } from '../../../collector/start/logger.ts'
import { resolveRetention } from '../../../collector/store/retention.ts'
import { openSqliteStore } from '../../../collector/store/sqlite/sqlite-store.ts'
import type { Store } from '../../../collector/store/store.ts'

const hashing: Hashing = { digest: (text) => hash('sha256', text, 'hex').slice(0, 32), seed: 0 }

/** A store in memory, with short patience. */
export function memoryStore(): Store {
  return openSqliteStore({
    path: ':memory:',
    durability: 'process',
    retention: resolveRetention(),
    staleMs: 200,
  })
}

/** A judge in enforce mode unless `parts` say otherwise. */
export function judgeOn(store: Store, parts: Partial<JudgeParts> = {}): RunningJudge {
  return startJudge({
    store,
    policies: createPolicyBook({ digest: 'test', mode: 'enforce' }),
    metrics: createMetrics({ process: false }),
    log: createLogger('silent', false),
    ...parts,
  })
}

function introOf(run: string, more: Partial<RunIntro> = {}): RunIntro {
  return {
    key: `default/${run}`,
    run,
    tenant: 'default',
    agent: 'tester',
    task: null,
    source: 'telemetry',
    traceId: null,
    attributes: {},
    ...more,
  }
}

export interface Call {
  readonly id: string
  readonly tool?: string
  readonly args: unknown
  readonly observation: unknown
  readonly atMs: number
  readonly lane?: string
  readonly receivedAtMs: number
}

export function call({
  id,
  tool = 'search',
  args,
  observation,
  atMs,
  lane = 'main',
  receivedAtMs,
}: Call): StepRecord {
  const step: ToolStep = {
    id,
    lane,
    kind: 'tool',
    startedAtMs: atMs,
    endedAtMs: atMs + 5,
    receivedAtMs,
    sequence: null,
    traceId: null,
    spanId: null,
    tool,
    callId: id,
    round: null,
    call: callFeatures(tool, args, defaultTraits, hashing),
    observation: observationFeatures(observation, hashing),
    ok: true,
    error: null,
    effect: false,
    readOnly: null,
    rank: 'own_span',
  }
  return { step, preview: null }
}

/** The same search giving the same answer, `count` times, a second apart. */
export function loopingCalls(
  count: number,
  receivedAtMs: number,
  startMs = 1_000_000,
): readonly StepRecord[] {
  return Array.from({ length: count }, (_, i) =>
    call({
      id: `s${i}`,
      args: { q: 'pelican' },
      observation: 'No results for pelican in the archive.',
      atMs: startMs + i * 1000,
      receivedAtMs,
    }),
  )
}

export function bound(run: string, records: readonly StepRecord[], more: Partial<RunIntro> = {}): BoundSteps {
  return { intro: introOf(run, more), records }
}
