import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { loopObserver } from '@loop-observer/sdk'
import { startSpanAgent, type SpanAgent } from '../support/span-agent.ts'

/** What an agent does in a run: the same again and again, or something new with every call. */
type Conduct = 'loops' | 'works'

/** A run that agents made. */
export interface FleetRun {
  /** As the control channel knows it. */
  readonly address: string
  readonly conduct: Conduct
  /** Steps whose arrival was acknowledged to the agent: span ids of plain telemetry, step ids of the SDK. */
  readonly acknowledged: ReadonlySet<string>
  /** For runs of the SDK: how they ended. Null for plain telemetry. */
  readonly ended: string | null
}

/** Agents that start run after run. */
export interface Fleet {
  /** Lets the runs under way come to their end, flushes, and returns all runs. */
  finish(): Promise<readonly FleetRun[]>
}

const callsPerRun = 40
const pauseMs = 80

/** Agents with nothing but OpenTelemetry, `pairs` of each conduct, exporting to `url`. They hear of no decision. */
export function startTelemetryFleet(url: string, pairs: number): Fleet {
  const agent = startSpanAgent(url)
  const runs: { readonly traceId: string; readonly conduct: Conduct }[] = []
  const workers = startWorkers(pairs, async (conduct) => {
    const run = agent.startRun(`telemetry ${conduct}`)
    runs.push({ traceId: run.traceId, conduct })
    for (let i = 0; i < callsPerRun; i++) {
      run.call({ tool: 'search', args: { query: query(conduct, i) }, result: answer(conduct, i) })
      await wait(pauseMs)
    }
    run.end()
  })
  return {
    async finish() {
      await workers.finish()
      await agent.flush()
      const found = runs.map((run) => telemetryRun(run, agent))
      await agent.stop()
      return found
    },
  }
}

function telemetryRun(
  { traceId, conduct }: { readonly traceId: string; readonly conduct: Conduct },
  agent: SpanAgent,
): FleetRun {
  const acknowledged = agent.acknowledged().get(traceId) ?? new Set()
  return { address: `trace:${traceId}`, conduct, acknowledged, ended: null }
}

/** Agents with the SDK, `pairs` of each conduct, asking the control channel at `endpoint` before each call. */
export function startSdkFleet(endpoint: string, pairs: number): Fleet {
  const runs: FleetRun[] = []
  const workers = startWorkers(pairs, async (conduct) => {
    const acknowledged = new Set<string>()
    const observer = loopObserver({
      agent: `sdk ${conduct}`,
      endpoint,
      onError: () => undefined,
      fetch: noting(acknowledged),
    })
    const runId = randomUUID()
    const outcome = await observer.run({ runId }, async (run) => {
      for (let i = 0; i < callsPerRun; i++) {
        const advice = await run.checkpoint()
        if (advice.action === 'halt') return run.stop(advice)
        await run.tool('search', { query: query(conduct, i) }, () => answer(conduct, i))
        await wait(pauseMs)
      }
      return run.answer('the end')
    })
    runs.push({ address: runId, conduct, acknowledged, ended: outcome.outcome })
  })
  return {
    async finish() {
      await workers.finish()
      return runs
    },
  }
}

function query(conduct: Conduct, i: number): string {
  return conduct === 'loops' ? 'opening hours of the museum' : `chapter ${i}: ${randomUUID()}`
}

function answer(conduct: Conduct, i: number): string {
  return conduct === 'loops' ? 'No entry found in the guide' : `Chapter ${i} tells of ${randomWords()}`
}

function randomWords(): string {
  const letters = 'abcdefghijklmnopqrstuvwxyz'
  const word = (): string => Array.from({ length: 7 }, () => letters[Math.floor(Math.random() * 26)]).join('')
  return Array.from({ length: 12 }, word).join(' ')
}

/** `pairs` workers of each conduct, each starting one run after another until they are told to finish. */
function startWorkers(
  pairs: number,
  oneRun: (conduct: Conduct) => Promise<void>,
): { finish(): Promise<void> } {
  let finishing = false
  const worker = async (conduct: Conduct): Promise<void> => {
    while (!finishing) await oneRun(conduct)
  }
  const workers = Array.from({ length: pairs }, () => [worker('loops'), worker('works')]).flat()
  return {
    async finish() {
      finishing = true
      await Promise.all(workers)
    },
  }
}

/** `fetch` that notes the ids of the steps in checkpoints that were answered. */
function noting(acknowledged: Set<string>): (url: string, init: RequestInit) => Promise<Response> {
  return async (url, init) => {
    const response = await fetch(url, init)
    // The body is read first: an answer that breaks off is none.
    const text = await response.text()
    if (response.ok && url.includes('/checkpoint') && typeof init.body === 'string') {
      for (const id of stepIds(init.body)) acknowledged.add(id)
    }
    return new Response(text, { status: response.status, headers: response.headers })
  }
}

function stepIds(body: string): readonly string[] {
  return Array.from(
    body.matchAll(/"key":"loop\.step\.id","value":\{"stringValue":"([^"]+)"/g),
    ([, id = '']) => id,
  )
}
