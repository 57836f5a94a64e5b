import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { until } from '../../../support/deadline.ts'
import { readRun, readSteps } from '../../../support/observer-reading.ts'
import { startObserver, type RunningObserver } from '../../../support/observer.ts'
import { logsInJson, type SentLog } from '../../../support/log-records.ts'
import { exportRequest, type ToolSpan } from '../../../support/tool-spans.ts'

let observer: RunningObserver

beforeAll(async () => {
  observer = await startObserver()
})

afterAll(() => observer?.stop())

const calls = 8
const startMs = Date.now() - 60_000

/** Claude Code's records of calls whose results they leave out. */
function records(traceId: string): readonly SentLog[] {
  return Array.from({ length: calls }, (_, i) => ({
    scope: 'com.anthropic.claude_code.events',
    traceId,
    timeMs: startMs + i * 1000 + 300,
    body: 'claude_code.tool_result',
    attributes: {
      'event.name': 'tool_result',
      'session.id': `session of ${traceId}`,
      tool_name: 'Read',
      tool_use_id: `toolu_${i}`,
      success: 'true',
      duration_ms: '290',
    },
  }))
}

/** Spans of the same calls. */
function spans(traceId: string): readonly ToolSpan[] {
  return Array.from({ length: calls }, (_, i) => ({
    traceId,
    spanId: (i + 1).toString(16).padStart(16, '0'),
    callId: `toolu_${i}`,
    tool: 'Read',
    args: { file_path: `/page/${i}` },
    result: `Page ${i}`,
    startMs: startMs + i * 1000,
    endMs: startMs + i * 1000 + 300,
  }))
}

async function post(path: string, body: string): Promise<void> {
  const headers = { 'Content-Type': 'application/json' }
  const response = await fetch(`${observer.otlpUrl}${path}`, { method: 'POST', headers, body })
  expect(response.status).toBe(200)
}

describe('an observer that is told of each call by a span and by a log record', () => {
  it.each(['spans first', 'logs first'])('counts it once, also when all is sent again, %s', async (order) => {
    const traceId = randomBytes(16).toString('hex')
    const sendSpans = (): Promise<void> => post('/v1/traces', exportRequest('coder', spans(traceId)))
    const sendLogs = (): Promise<void> => post('/v1/logs', logsInJson('coder', records(traceId)))
    const acts = order === 'spans first' ? [sendSpans, sendLogs] : [sendLogs, sendSpans]
    for (const act of [...acts, ...acts]) await act()
    const run = await until(
      async () => {
        const found = await readRun(observer.controlUrl, `trace:${traceId}`)
        const isJudged = found?.steps === found?.judgedSteps
        return isJudged && found !== null && (found.summary?.totals.toolCalls ?? 0) >= calls && found
      },
      { what: 'every call is counted' },
    )
    expect(run.summary?.totals.toolCalls).toBe(calls)
    expect(run.decisions).toEqual([])
    const tools = (await readSteps(observer.controlUrl, `trace:${traceId}`)).filter(
      ({ kind }) => kind === 'tool',
    )
    expect(tools).toHaveLength(2 * calls)
  })

  it('tells how many records it has received and understood', async () => {
    await post('/v1/logs', logsInJson('app', [{ scope: 'app', body: 'listening' }]))
    const page = await (await fetch(`${observer.controlUrl}/metrics`)).text()
    expect(page).toMatch(/loop_observer_logs_received_total [1-9]/)
    expect(page).toMatch(/loop_observer_log_readings_total\{dialect="claude-code-logs",kind="tool"\} [1-9]/)
    expect(page).toMatch(/loop_observer_logs_unread_total\{reason="unknown"\} 1/)
    expect(page).toMatch(
      /loop_observer_export_requests_total\{signal="logs",transport="http",encoding="json",result="accepted"\}/,
    )
  })
})
