import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createMemory, type RunMemory, type StepRecord } from '@loop-observer/rules'
import { Redis } from 'ioredis'
import { encode } from '../../collector/store/codec.ts'
import { openStore } from '../../collector/store/open-store.ts'
import type { Judged, RunCommit, RunKey, Store } from '../../collector/store/store.ts'
import { summary } from '../conformance/stores/builders.ts'
import { startRedis } from '../support/redis.ts'

/** Cost of one group size on one store. */
interface StoreFigure {
  readonly store: string
  /** Steps in one `commit`. */
  readonly groupSteps: number
  /** Steps of one run in the group; the rest of the group are other runs. */
  readonly stepsPerRun: number
  /** Whether each commit also stores what was judged. */
  readonly judged: boolean
  /** Wall-clock time, the store's own work included. */
  readonly microsPerStep: number
  /** Processor time of this process. */
  readonly cpuMicrosPerStep: number
}

/** What a store costs. */
export interface StoreFigures {
  /** Of one encoded record, bytes. */
  readonly recordBytes: number
  /** Of one encoded memory, bytes. */
  readonly memoryBytes: number
  readonly times: readonly StoreFigure[]
  /** Everything that a step adds (record, id, indexes), runs of 50 steps, bytes. */
  readonly bytesPerStep: Readonly<Record<string, number>>
}

const groups = [1, 50, 250, 512]

/** Measures both stores on this machine: a SQLite file and a redis-server of its own. */
export async function benchStore({ seconds = 1 }: { readonly seconds?: number } = {}): Promise<StoreFigures> {
  const directory = await mkdtemp(join(tmpdir(), 'loop-observer-bench-'))
  const redis = await startRedis()
  const times: StoreFigure[] = []
  const bytesPerStep: Record<string, number> = {}
  try {
    for (const [name, url] of [
      ['sqlite', `sqlite:${join(directory, 'observer.db')}`],
      ['redis', redis.url],
    ] as const) {
      const store = await openStore({ url })
      for (const groupSteps of groups) {
        for (const stepsPerRun of new Set([1, Math.min(10, groupSteps)])) {
          for (const judged of [false, true]) {
            const cost = await measure(store, { groupSteps, stepsPerRun, judged, seconds })
            times.push({ store: name, groupSteps, stepsPerRun, judged, ...cost })
          }
        }
      }
      await store.close()
    }
    bytesPerStep['sqlite'] = await sqliteBytes(directory)
    bytesPerStep['redis'] = await redisBytes(redis.url)
  } finally {
    await redis.stop()
    await rm(directory, { recursive: true, force: true })
  }
  const recordBytes = encode(record('s1')).length
  return { recordBytes, memoryBytes: encode(memory).length, times, bytesPerStep }
}

let born = 0

interface Load {
  readonly groupSteps: number
  readonly stepsPerRun: number
  readonly judged: boolean
  readonly seconds: number
}

async function measure(
  store: Store,
  load: Load,
): Promise<Pick<StoreFigure, 'microsPerStep' | 'cpuMicrosPerStep'>> {
  const sets = Math.max(1, Math.round(512 / load.groupSteps))
  const writers = Array.from({ length: sets }, () => createGroupWriter(load))
  for (const next of writers) await store.commit(next())
  const cpu = process.cpuUsage()
  const startMs = performance.now()
  let steps = 0
  for (let i = 0; performance.now() - startMs < load.seconds * 1000; i++) {
    const next = writers[i % sets]
    if (next) await store.commit(next())
    steps += load.groupSteps
  }
  const { user, system } = process.cpuUsage(cpu)
  return {
    microsPerStep: round(((performance.now() - startMs) * 1000) / steps),
    cpuMicrosPerStep: round((user + system) / steps),
  }
}

/** Groups of the same runs, which grow; renewed at 200 steps a run. */
function createGroupWriter({ groupSteps, stepsPerRun, judged }: Load): () => RunCommit[] {
  let length = 0
  let keys: RunKey[] = []
  return () => {
    if (length === 0 || length > 200) {
      keys = Array.from({ length: Math.ceil(groupSteps / stepsPerRun) }, () => `default/bench-${born++}`)
      length = 0
    }
    const basis = length
    length += stepsPerRun
    return keys.map((key, i) => {
      const count = Math.min(stepsPerRun, groupSteps - i * stepsPerRun)
      const records = Array.from({ length: count }, (_, n) =>
        record(`${born}-${basis + n}`.padStart(33, '0')),
      )
      return { key, records, basis: judged ? basis : null, judged: judged ? judgement(key) : null }
    })
  }
}

async function sqliteBytes(directory: string): Promise<number> {
  const path = join(directory, 'size.db')
  const store = await openStore({ url: `sqlite:${path}` })
  const steps = await fill(store)
  await store.close()
  return round((await stat(path)).size / steps)
}

async function redisBytes(url: string): Promise<number> {
  const client = new Redis(url, { protocol: 2 })
  const used = async (): Promise<number> =>
    Number(/used_memory:(\d+)/.exec(await client.info('memory'))?.[1] ?? 0)
  await client.flushall()
  const store = await openStore({ url })
  const before = await used()
  const steps = await fill(store)
  const after = await used()
  await store.close()
  client.disconnect()
  return round((after - before) / steps)
}

async function fill(store: Store): Promise<number> {
  const runs = 400
  for (let run = 0; run < runs; run++) {
    const records = Array.from({ length: 50 }, (_, n) => record(`${run}-${n}`.padStart(33, '0')))
    await store.commit([{ key: `default/size-${run}`, records, basis: null, judged: null }])
  }
  return runs * 50
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}

function record(id: string): StepRecord {
  return {
    step: {
      id,
      lane: 'main',
      startedAtMs: 1_764_500_000_000.25,
      endedAtMs: 1_764_500_000_120.5,
      receivedAtMs: 1_764_500_000_200,
      sequence: null,
      traceId: '0af7651916cd43dd8448eb211c80319c',
      spanId: 'b7ad6b7169203331',
      kind: 'tool',
      tool: 'search_documents',
      callId: 'call_0123456789abcdef',
      round: null,
      call: { exact, gist: exact, resource: null, leaves: Uint32Array.of(1, 2, 3, 4), writes: null },
      observation: {
        state: 'known',
        fingerprint: exact,
        lines,
        lineCount: 16,
        leaves: none,
        sizeChars: 1800,
      },
      ok: true,
      error: null,
      effect: false,
      readOnly: null,
      rank: 'own_span',
    },
    preview: null,
  }
}

const exact = '0123456789abcdef0123456789abcdef'
const none = new Uint32Array(0)
const lines = Uint32Array.from({ length: 16 }, (_, i) => i * 250_000_000)

/** Of the size that memories typically have. */
const memory: RunMemory = Object.assign(createMemory('run', 'telemetry', 'builtin:balanced'), {
  tables: new Uint32Array(512).map((_, i) => Math.imul(i, 2_654_435_761)),
})

function judgement(key: RunKey): Judged {
  return {
    memory,
    summary: summary(key, { source: 'telemetry', totals: memory.totals }),
    decisions: [],
    wakeAtMs: Date.now() + 60_000,
  }
}
