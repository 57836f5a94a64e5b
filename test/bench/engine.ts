import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import {
  callFeatures,
  defaultTraits,
  createMemory,
  judge,
  observationFeatures,
  resolvePolicy,
  type Hashing,
  type RunMemory,
  type Step,
} from '@loop-observer/rules'
import { parseRecordedRun } from '../../collector/replay/recorded-run.ts'
import { recordedSteps } from '../../collector/replay/recorded-steps.ts'
import { encode } from '../../collector/store/codec.ts'
import type { Benchmark } from './benchmark.ts'
import { costOf, type WorkCost } from './cost-of.ts'
import { median } from './figure.ts'

/** What a step costs in the engine, and what a run's memory weighs. */
export const engine: Benchmark = {
  name: 'engine',
  about: 'Judging: a step at the beginning of a run and after ten thousand; bytes of memory a run.',
  async *measure({ repeats }) {
    const times = Array.from({ length: repeats }, measureGrowth)
    yield {
      name: 'engine, one step a call, around step 100',
      unit: 'CPU µs',
      values: times.map(({ early }) => early),
    }
    yield {
      name: 'engine, one step a call, around step 10 000',
      unit: 'CPU µs',
      values: times.map(({ late }) => late),
    }
    const growth = times.map(({ early, late }) => late / early)
    yield { name: 'engine, step 10 000 : step 100', unit: '×', values: growth, promise: { atMost: 1.2 } }
    const batches = Array.from({ length: repeats }, measureBatch)
    yield { name: 'engine, 50 steps a call', unit: 'CPU µs/step', values: batches }
    const turns = Array.from({ length: repeats }, measureInTurns)
    yield { name: 'engine, one step each of 1000 runs', unit: 'CPU µs', values: turns.map(({ us }) => us) }
    yield {
      name: 'engine, one step each of 1000 runs: allocated',
      unit: 'bytes',
      values: turns.map(({ bytes }) => bytes),
    }
    yield {
      name: 'memory of a run, median of recorded ones',
      unit: 'bytes',
      values: [recordedSize()],
      promise: { atMost: 4096 },
    }
    yield sizeOf('20 steps with 20 new lines each', 20, 1)
    yield { ...sizeOf('long run, 10 000 steps', 10_000, 1), promise: { atMost: 65_536 } }
    yield { ...sizeOf('24 lanes, 10 000 steps', 10_000, 24), promise: { atMost: 65_536 } }
  },
}

const policy = resolvePolicy({ digest: 'bench' }, { source: 'telemetry', agent: null, attributes: {} })
const hashing: Hashing = {
  seed: 0,
  digest: (text) => createHash('md5').update(text).digest('hex'),
}
const atMs = 1_796_052_236_000
const empty = createMemory('run', 'telemetry', policy.version)

/** Microseconds of a judge call with one step, of runs that are 100 and 10 000 steps old, in turns. */
function measureGrowth(): { readonly early: number; readonly late: number } {
  const young = ripe(empty, 0, 100)
  const old = ripe(empty, 0, 10_000)
  const early: number[] = []
  const late: number[] = []
  for (let turn = 0; turn < 12; turn++) {
    early.push(perStep(young, 100))
    late.push(perStep(old, 10_000))
  }
  // The first turns warm the compiler; of the rest the quickest was disturbed least.
  return { early: Math.min(...early.slice(4)), late: Math.min(...late.slice(4)) }
}

/** The same forty steps again and again, so that neither the age of the run nor its novelty moves. */
function perStep(memory: RunMemory, from: number): number {
  const steps = Array.from({ length: 40 }, (_, i) => toolStep(from + i, 'main'))
  const before = process.cpuUsage()
  for (let round = 0; round < 50; round++) {
    let next = memory
    for (const step of steps) next = judge(next, [step], policy).memory
  }
  return spentSince(before) / (50 * steps.length)
}

function measureBatch(): number {
  const memory = ripe(empty, 0, 100)
  const steps = Array.from({ length: 50 }, (_, i) => toolStep(100 + i, 'main'))
  const times: number[] = []
  for (let turn = 0; turn < 12; turn++) {
    const before = process.cpuUsage()
    for (let round = 0; round < 40; round++) judge(memory, steps, policy)
    times.push(spentSince(before) / (40 * steps.length))
  }
  return Math.min(...times.slice(4))
}

/** Runs that take turns: none is in the processor's caches when it is judged. */
function measureInTurns(): WorkCost {
  const young = ripe(empty, 0, 20)
  const runs = Array.from({ length: 1000 }, (_, run) => ({
    memory: ripe(young, 20 + run, 25 + run),
    step: toolStep(25 + run, 'main'),
  }))
  return costOf(runs, ({ memory, step }) => judge(memory, [step], policy), 12)
}

function spentSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before)
  return user + system
}

function ripe(memory: RunMemory, from: number, to: number): RunMemory {
  let next = memory
  for (let i = from; i < to; i++) next = judge(next, [toolStep(i, 'main')], policy).memory
  return next
}

function sizeOf(
  what: string,
  steps: number,
  lanes: number,
): { readonly name: string; readonly unit: string; readonly values: readonly number[] } {
  let memory = empty
  for (let i = 0; i < steps; i++) memory = judge(memory, [toolStep(i, `lane-${i % lanes}`)], policy).memory
  return { name: `memory of a run, ${what}`, unit: 'bytes', values: [encode(memory).length] }
}

/** Median bytes of what is remembered at the end of the recorded runs that the tests judge. */
function recordedSize(): number {
  const text = readFileSync(new URL('../fixtures/cases/cases.jsonl', import.meta.url), 'utf8')
  const sizes = text
    .split('\n')
    .filter((line) => line !== '')
    .map((line, i) => {
      const run = parseRecordedRun(JSON.parse(line), `cases.jsonl:${i + 1}`)
      let memory = createMemory(run.run_id, 'replay', policy.version)
      for (const { step } of recordedSteps(run, { hashing, keys: defaultTraits })) {
        memory = judge(memory, [step], policy).memory
      }
      return encode(memory).length
    })
  return median(sizes)
}

const tools = ['search_invoices', 'read_document', 'get_customer', 'list_orders']

/** A call half a second after the one before, with an answer of twenty lines that nobody has seen. */
function toolStep(i: number, lane: string): Step {
  const tool = tools[i % tools.length] ?? ''
  const lines = Array.from({ length: 20 }, (_, n) => `row ${n} of page ${i}: nothing more to see here`)
  return {
    kind: 'tool',
    id: `00f067aa${i.toString(16).padStart(8, '0')}`,
    lane,
    startedAtMs: atMs + i * 500,
    endedAtMs: atMs + i * 500 + 120,
    receivedAtMs: atMs + i * 500 + 200,
    sequence: null,
    traceId: '0af7651916cd43dd8448eb211c80319c',
    spanId: `00f067aa${i.toString(16).padStart(8, '0')}`,
    tool,
    callId: `call_${i}`,
    round: null,
    call: callFeatures(tool, { query: `invoice ${i}`, page: i % 7 }, policy.tools, hashing),
    observation: observationFeatures(lines.join('\n'), hashing),
    ok: true,
    error: null,
    effect: false,
    readOnly: null,
    rank: 'own_span',
  }
}
