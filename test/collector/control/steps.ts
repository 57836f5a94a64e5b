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
  const { tool = 'search', args = { q: 'invoice 42' }, lane = 'main', atMs = nextMs() } = call
  const spanId = call.spanId ?? randomBytes(8).toString('hex')
  const step: ToolStep = {
    kind: 'tool',
    id: `span:${spanId}`,
    lane,
    startedAtMs: atMs - 20,
    endedAtMs: atMs,
    receivedAtMs: Date.now(),
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

/** The same call with the same answer, again and again. */
export function loop(count: number, call: Call = {}): readonly StepRecord[] {
  return Array.from({ length: count }, () => toolRecord({ observation: 'Invoice 42 is open.', ...call }))
}

/** Different calls with different answers. */
export function work(count: number, call: Call = {}): readonly StepRecord[] {
  return Array.from({ length: count }, () => {
    const words = () => randomBytes(6).toString('base64url')
    return toolRecord({ ...call, args: { q: words() }, observation: `About ${words()}\nand ${words()}` })
  })
}

let clockMs = Date.now() - 3_600_000

/** Steps of a test begin a second apart, in the order in which they are made. */
function nextMs(): number {
  return (clockMs += 1000)
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
