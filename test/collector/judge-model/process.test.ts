import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { until } from '../../support/deadline.ts'
import { startObserver, type RunningObserver } from '../../support/observer.ts'
import { exportRequest } from '../../support/tool-spans.ts'
import { startChatServer, type ChatServer } from './chat-server.ts'

const key = 'sk-of-the-judge-0123456789abcdef'
const folder = mkdtempSync(join(tmpdir(), 'loop-observer-judge-'))
let chat: ChatServer
let observer: RunningObserver

beforeAll(async () => {
  chat = await startChatServer()
  const [policy, keyFile] = [join(folder, 'policy.yaml'), join(folder, 'key')]
  writeFileSync(
    policy,
    [
      'mode: enforce',
      'rules: { completion: { nudge_answerable: 1, halt_answerable: 2 } }',
      'routes: [{ agent: private-*, rules: { completion: { judge_calls: 0 } } }]',
      `observer: { judge_url: '${chat.url}', judge_model: cheap-1, judge_price_in: 0.5, judge_price_out: 2 }`,
    ].join('\n'),
  )
  writeFileSync(keyFile, `${key}\n`)
  observer = await startObserver({
    env: { LOOP_OBSERVER_POLICY: policy, LOOP_OBSERVER_JUDGE_KEY_FILE: keyFile },
  })
})

afterAll(async () => {
  await observer?.stop()
  await chat?.stop()
  rmSync(folder, { recursive: true })
})

interface Summary {
  readonly agent: string
  readonly totals: { readonly toolCalls: number }
}

/** The agent reads one more page of a guide. */
async function read(agent: string, traceId: string, turn: number): Promise<void> {
  const startMs = Date.now() - 60_000 + turn * 1000
  const span = {
    traceId,
    spanId: (turn + 1).toString(16).padStart(16, '0'),
    tool: 'read_page',
    args: { page: turn },
    result: `Page ${turn}: ${'abcdefghij'[turn % 10]?.repeat(15)} is what this page is about.`,
    attributes: { 'loop.task': 'Which page is about herons?' },
    startMs,
    endMs: startMs + 300,
  }
  const response = await fetch(`${observer.otlpUrl}/v1/traces`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: exportRequest(agent, [span]),
  })
  expect(response.status).toBe(200)
}

async function json(path: string): Promise<Record<string, never>> {
  return (await (await fetch(`${observer.controlUrl}${path}`)).json()) as Record<string, never>
}

describe('an observer with a judge model', () => {
  it('nudges and halts on its word, and reports its cost against what it saved', async () => {
    const traceId = randomBytes(16).toString('hex')
    const decided = async (): Promise<readonly { readonly action: string }[]> =>
      (await json(`/v1/runs/trace:${traceId}`))['decisions'] ?? []
    let turn = 0
    await until(
      async () => {
        await read('guide-reader', traceId, ++turn)
        return (await decided()).length === 2
      },
      { what: 'a nudge and a halt', intervalMs: 400 },
    )
    expect(await decided()).toMatchObject([
      { action: 'nudge', reason: 'completion', loop: 'answerable' },
      { action: 'halt', reason: 'completion', loop: 'answerable' },
    ])
    const { judgeModel } = await json('/v1/report')
    expect(judgeModel).toMatchObject({
      runs: 1,
      failedCalls: 0,
      answerableRuns: 1,
      nudgedRuns: 0,
      haltedRuns: 1,
    })
    expect(chat.questions[0]?.headers.authorization).toBe(`Bearer ${key}`)
    const metrics = await (await fetch(`${observer.controlUrl}/metrics`)).text()
    expect(metrics).toMatch(/loop_observer_judge_model_calls_total\{result="answerable"\} [1-9]/)
    expect(observer.output()).not.toContain(key)
  })

  it('sends nothing of agents that a route keeps from it', async () => {
    const before = chat.questions.length
    const traceId = randomBytes(16).toString('hex')
    for (let turn = 1; turn <= 4; turn++) await read('private-notes', traceId, turn)
    const summary = await until(
      async () => {
        const found = (await json(`/v1/runs/trace:${traceId}`))['summary'] as unknown as Summary | null
        return found?.totals.toolCalls === 4 && found
      },
      { what: 'all calls are judged' },
    )
    expect(summary.agent).toBe('private-notes')
    expect(summary).not.toHaveProperty('judgeModel')
    expect(chat.questions.slice(before)).toEqual([])
  })
})
