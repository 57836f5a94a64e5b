import { createHash, randomBytes } from 'node:crypto'
import {
  callFeatures,
  observationFeatures,
  type Hashing,
  type StepRecord,
  type ToolStep,
} from '@loop-observer/rules'
import type { RunIntro } from '../../../collector/judging/judging.ts'

const hashing: Hashing = {
  digest: (text) => createHash('sha256').update(text).digest('hex').slice(0, 32),
  seed: 0,
}
const keys = { resourceKeys: ['path', 'url'], commentKeys: [] }

/** A tool call for tests: what is not said is ordinary. */
export interface Call {
  readonly tool?: string
  readonly args?: unknown
  /** Undefined: not captured. */
  readonly observation?: unknown
  readonly lane?: string
  readonly sequence?: number
  readonly spanId?: string
  readonly traceId?: string
  readonly atMs?: number
}

/** The record of a tool call that took 20 ms. */
export function toolRecord(call: Call = {}): StepRecord {
  const { tool = 'search', args = { q: 'invoice 42' }, lane = 'main', atMs = Date.now() } = call
  const spanId = call.spanId ?? randomBytes(8).toString('hex')
  const step: ToolStep = {
    kind: 'tool',
    id: `span:${spanId}`,
    lane,
    startedAtMs: atMs - 20,
    endedAtMs: atMs,
    receivedAtMs: atMs,
    sequence: call.sequence ?? null,
    traceId: call.traceId ?? null,
    spanId,
    tool,
    callId: null,
    round: null,
    call: callFeatures(tool, args, keys, hashing),
    observation: observationFeatures(call.observation, hashing),
    ok: true,
    error: null,
    effect: false,
    readOnly: null,
    rank: 'own_span',
  }
  const preview = { args: JSON.stringify(args), observation: text(call.observation), text: null }
  return { step, preview }
}

/** The same call with the same answer, again and again, a second apart. */
export function loop(count: number, call: Call = {}): readonly StepRecord[] {
  const startMs = Date.now() - count * 1000
  return Array.from({ length: count }, (_, i) =>
    toolRecord({ observation: 'No results.', ...call, atMs: startMs + i * 1000 }),
  )
}

/** Different calls with different answers. */
export function work(count: number, call: Call = {}): readonly StepRecord[] {
  const startMs = Date.now() - count * 1000
  return Array.from({ length: count }, (_, i) =>
    toolRecord({
      ...call,
      args: { q: `topic ${'abcdefghijklmnop'[i % 16]}${i}` },
      observation: `Result about ${randomBytes(6).toString('base64url')}\nand ${randomBytes(6).toString('base64url')}`,
      atMs: startMs + i * 1000,
    }),
  )
}

/** Who the run is, as an instrumented agent's would be. */
export function introOf(run: string, intro: Partial<RunIntro> = {}): RunIntro {
  const tenant = intro.tenant ?? 'default'
  return {
    key: `${tenant}/${run}`,
    run,
    tenant,
    agent: 'billing',
    task: null,
    source: 'sdk',
    traceId: null,
    attributes: {},
    ...intro,
  }
}

function text(value: unknown): string | null {
  return value === undefined ? null : typeof value === 'string' ? value : JSON.stringify(value)
}
