import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Decision } from '@loop-observer/rules'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { until } from '../support/deadline.ts'
import { readRun } from '../support/observer-reading.ts'
import { startObserver, type RunningObserver } from '../support/observer.ts'
import { exportRequest, type ToolSpan } from '../support/tool-spans.ts'

const folder = mkdtempSync(join(tmpdir(), 'loop-observer-first-'))
const policyPath = join(folder, 'policy.yaml')
let observer: RunningObserver

beforeAll(async () => {
  writeFileSync(policyPath, 'mode: enforce\n')
  observer = await startObserver({ env: { LOOP_OBSERVER_POLICY: policyPath } })
})

afterAll(async () => {
  await observer?.stop()
  rmSync(folder, { recursive: true })
})

interface Told {
  readonly action: string
  readonly seq: number
  readonly decision?: Decision
}

/** An agent that searches the same thing again and again and finds the same nothing. */
function searches(traceId: string, from: number, count: number): readonly ToolSpan[] {
  const startMs = Date.now() - 60_000
  return Array.from({ length: count }, (_, i) => ({
    traceId,
    spanId: (from + i + 1).toString(16).padStart(16, '0'),
    tool: 'search',
    args: { query: 'opening hours of the heron museum' },
    result: 'No page matches. Try other words.',
    startMs: startMs + (from + i) * 1000,
    endMs: startMs + (from + i) * 1000 + 300,
  }))
}

async function send(spans: readonly ToolSpan[]): Promise<Response> {
  return fetch(`${observer.otlpUrl}/v1/traces`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: exportRequest('museum-guide', spans),
  })
}

async function ask(path: string): Promise<Response> {
  return fetch(`${observer.controlUrl}${path}`)
}

const newTrace = (): string => randomBytes(16).toString('hex')

describe('an observer, from span to decision', () => {
  it('tells who asks to nudge, then to halt, and shows why', async () => {
    const traceId = newTrace()
    expect((await send(searches(traceId, 0, 3))).status).toBe(200)
    const nudged = await ask(`/v1/runs/trace:${traceId}/decision?wait=5000`)
    expect(await nudged.json()).toMatchObject({
      action: 'nudge',
      seq: 1,
      decision: { reason: 'repetition', enforced: true, evidence: { spans: expect.any(Array) } },
    })
    await send(searches(traceId, 3, 5))
    const halted = (await (await ask(`/v1/runs/trace:${traceId}/decision?after=1&wait=5000`)).json()) as Told
    expect(halted).toMatchObject({ action: 'halt', seq: 2, decision: { reason: 'repetition' } })
    expect(halted.decision?.message).not.toBe('')
    expect(halted.decision?.explanation).not.toBe('')
    expect(await readRun(observer.controlUrl, traceId)).toMatchObject({
      summary: { outcome: 'halted', halted: true },
    })
  })

  it('decides within the hold and a moment', async () => {
    const traceId = newTrace()
    await send(searches(traceId, 0, 3))
    const acknowledgedAtMs = performance.now()
    const told = (await (await ask(`/v1/runs/trace:${traceId}/decision?wait=5000`)).json()) as Told
    expect(told.action).toBe('nudge')
    // hold_ms is 200; the rest is for a busy machine.
    expect(performance.now() - acknowledgedAtMs).toBeLessThan(1000)
  })

  it('keeps what it acknowledged though it is killed, and counts nothing twice', async () => {
    const traceId = newTrace()
    expect((await send(searches(traceId, 0, 3))).status).toBe(200)
    await observer.kill('SIGKILL')
    await observer.restart()
    await send(searches(traceId, 0, 3))
    const run = await until(
      async () => {
        const read = await readRun(observer.controlUrl, traceId)
        return read !== null && read.decisions.length > 0 && read
      },
      { what: 'the nudge of a run that was acknowledged before the kill' },
    )
    expect(run.summary?.totals.toolCalls).toBe(3)
    expect(run.decisions.map(({ action }) => action)).toEqual(['nudge'])
  })

  it('writes each decision as one line of its log', async () => {
    const traceId = newTrace()
    await send(searches(traceId, 0, 3))
    const line = await until(
      () =>
        observer
          .output()
          .split('\n')
          .find((each) => each.includes(traceId) && each.includes('"decision"')),
      { what: 'the decision in the log' },
    )
    expect(JSON.parse(line)).toMatchObject({
      event: 'decision',
      run: traceId,
      seq: 1,
      action: 'nudge',
      level: 'warn',
    })
  })

  it('counts what it does', async () => {
    const text = await (await ask('/metrics')).text()
    expect(text).toMatch(
      /loop_observer_export_requests_total\{signal="traces",transport="http",encoding="json",result="accepted"\} [1-9]/,
    )
    expect(text).toMatch(/loop_observer_readings_total\{dialect="[^"]+",kind="tool"\} [1-9]/)
    expect(text).toMatch(
      /loop_observer_decisions_total\{reason="repetition",action="nudge",enforced="true"\} [1-9]/,
    )
    expect(text).toMatch(/loop_observer_outbox_delivered_total\{sink="log"\} [1-9]/)
    expect(text).toMatch(/loop_observer_quarantined_steps_total 0/)
  })

  it('reads its policy again when it is told to, for runs that begin from then on', async () => {
    writeFileSync(policyPath, 'mode: shadow\n')
    process.kill(observer.pid(), 'SIGHUP')
    await until(() => observer.output().includes('policy_read'), { what: 'the policy is read' })
    const traceId = newTrace()
    await send(searches(traceId, 0, 8))
    const run = await until(
      async () => {
        const read = await readRun(observer.controlUrl, traceId)
        return read !== null && read.decisions.length > 0 && read
      },
      { what: 'a decision that is only recorded' },
    )
    expect(run.decisions.every(({ enforced }) => !enforced)).toBe(true)
    writeFileSync(policyPath, 'mode: nothing\n')
    process.kill(observer.pid(), 'SIGHUP')
    await until(() => observer.output().includes('policy_refused'), { what: 'the refusal' })
    expect(observer.exit()).toBeNull()
  })

  it('stops within five seconds, also with somebody waiting', async () => {
    const waiting = ask(`/v1/runs/trace:${newTrace()}/decision?wait=20000`).catch(() => null)
    const startedAtMs = performance.now()
    await observer.kill('SIGTERM')
    expect(performance.now() - startedAtMs).toBeLessThan(5000)
    expect(observer.exit()).toEqual({ code: 0, signal: null })
    await waiting
  })
})

describe('an observer that cannot start', () => {
  it('says what is wrong with its configuration and ends with code 2', async () => {
    writeFileSync(policyPath, 'presett: strict\n')
    await expect(startObserver({ env: { LOOP_OBSERVER_POLICY: policyPath } })).rejects.toThrow(
      /policy\.yaml:1:1: presett: unknown key; did you mean `preset`\?/,
    )
  })

  it('names the setting of a port that is taken', async () => {
    const first = await startObserver()
    try {
      const env = { LOOP_OBSERVER_OTLP_HTTP_PORT: String(first.otlpPort) }
      await expect(startObserver({ env })).rejects.toThrow(/--otlp-http-port.*is taken/)
      const grpc = { LOOP_OBSERVER_OTLP_GRPC_PORT: String(first.grpcPort) }
      await expect(startObserver({ env: grpc })).rejects.toThrow(/--otlp-grpc-port.*is taken/)
    } finally {
      await first.stop()
    }
  })
})
