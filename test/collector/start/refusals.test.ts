import { randomBytes } from 'node:crypto'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PermanentError } from '../../../collector/errors/errors.ts'
import { createMetrics } from '../../../collector/metrics/metrics.ts'
import { advisedUrl } from '../../../collector/start/announce.ts'
import { refusalTeller } from '../../../collector/start/refusals.ts'
import { startObserver, type RunningObserver } from '../../support/observer.ts'

describe('refusals', () => {
  it('are counted all, and each cause is said once a minute for each way in', async () => {
    const lines: string[] = []
    const metrics = createMetrics({ process: false })
    let nowMs = 0
    const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) })
    const refused = refusalTeller(metrics, log, () => nowMs)
    const noToken = new PermanentError('unauthenticated', 'a token is needed')
    const request = { method: 'POST', path: '/v1/traces' }
    for (let i = 0; i < 5; i++) refused('otlp_http', noToken, request)
    refused('control', noToken, request)
    expect(lines).toHaveLength(2)
    expect(lines[0]).toContain('a token is needed')
    nowMs = 60_000
    refused('otlp_http', noToken, request)
    expect(lines).toHaveLength(3)
    const { text } = await metrics.render()
    expect(text).toContain('loop_observer_refused_requests_total{door="otlp_http",cause="unauthenticated"} 6')
  })
})

describe('an observer with tokens', () => {
  const token = randomBytes(16).toString('hex')
  const headers = { authorization: `Bearer ${token}` }
  let observer: RunningObserver
  beforeAll(async () => {
    const env = { LOOP_OBSERVER_TOKENS: `read+ingest=${token}` }
    observer = await startObserver({ env })
  })
  afterAll(() => observer.stop())

  it('counts who comes without one, without the right, or to a place that is not there', async () => {
    const statuses = [
      await fetch(`${observer.otlpUrl}/v1/traces`, { method: 'POST', body: '{}' }),
      await fetch(`${observer.otlpUrl}/v1/metrics`, { method: 'POST', body: '{}', headers }),
      await fetch(`${observer.controlUrl}/v1/runs/r/halt`, { method: 'POST', headers }),
      await fetch(`${observer.controlUrl}/v1/runs`, { method: 'DELETE', headers }),
    ].map(({ status }) => status)
    expect(statuses).toEqual([401, 404, 403, 405])
    const text = await (await fetch(`${observer.controlUrl}/metrics`, { headers })).text()
    for (const [door, cause] of [
      ['otlp_http', 'unauthenticated'],
      ['otlp_http', 'not_found'],
      ['control', 'forbidden'],
      ['control', 'method_not_allowed'],
    ]) {
      expect(text).toContain(`loop_observer_refused_requests_total{door="${door}",cause="${cause}"} 1`)
    }
    expect(observer.output()).toContain('request refused')
  })

  it('says who it is', async () => {
    const about = await (await fetch(`${observer.controlUrl}/v1/about`, { headers })).json()
    expect(about).toMatchObject({
      version: expect.any(String),
      otlp: { http: observer.otlpUrl, grpc: observer.grpcUrl },
      store: 'sqlite',
      modes: { telemetry: 'shadow', hooks: 'shadow', sdk: 'enforce', replay: 'enforce' },
    })
  })
})

it('agents are not told to send to a wildcard', () => {
  expect(advisedUrl('http://0.0.0.0:4318')).toBe('http://HOST:4318')
  expect(advisedUrl('http://[::]:4318')).toBe('http://HOST:4318')
  expect(advisedUrl('http://127.0.0.1:4318')).toBe('http://127.0.0.1:4318')
})
