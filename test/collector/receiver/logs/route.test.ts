import { gzipSync } from 'node:zlib'
import { afterEach, describe, expect, it } from 'vitest'
import { RetryableError } from '../../../../collector/errors/errors.ts'
import { application } from '../../../../collector/http/application.ts'
import { startServer, type RunningServer } from '../../../../collector/http/server.ts'
import { Admission } from '../../../../collector/receiver/admission.ts'
import { exporting, type ReceivedRequest } from '../../../../collector/receiver/exporting.ts'
import { defaultReceiverLimits, type ReceiverLimits } from '../../../../collector/receiver/limits.ts'
import { exportRoute } from '../../../../collector/receiver/receiver.ts'
import { renderStatus } from '../../../../collector/receiver/replies.ts'
import { logSignal, traceSignal, type LogSink } from '../../../../collector/receiver/signals.ts'
import { logsInJson, logsInProtobuf } from '../../../support/log-records.ts'
import { otlpRoot } from '../../../support/otlp-protobuf.ts'

const running: RunningServer[] = []
afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => server.stop(0)))
})

/** Both signals on a free port, sharing one admission as in an observer. */
async function receiver(
  parts: { readonly sink?: LogSink['accept']; readonly limits?: Partial<ReceiverLimits> } = {},
) {
  const received: string[] = []
  const observed: ReceivedRequest[] = []
  const terms = { observe: (request: ReceivedRequest) => void observed.push(request) }
  const limits = { ...defaultReceiverLimits, ...parts.limits }
  const accept: LogSink['accept'] = async (logs, context) => {
    await parts.sink?.(logs, context)
    received.push(...logs.map(({ scopeName }) => `${context.tenant}/${scopeName}`))
  }
  const admission = new Admission(limits)
  const routes = [
    exporting(logSignal({ accept }, limits), terms),
    exporting(traceSignal({ accept: async () => undefined }, limits), terms),
  ].map((each) => exportRoute(each, { limits, admission }))
  const server = await startServer({
    listen: { host: '127.0.0.1', port: 0, setting: '`otlp_http_port`' },
    serve: application({
      routes,
      authorize: () => ({ tenant: 'acme', rights: new Set(['ingest']) }),
      renderFailure: renderStatus,
    }),
  })
  running.push(server)
  return { url: server.url, received, observed }
}

const logs = [
  { scope: 'good' },
  { scope: 'bad', body: JSON.parse(`${'['.repeat(33)}1${']'.repeat(33)}`) as number },
]
const problem = '1 log record: a value is nested too deeply'

function send(url: string, type: string, body: string | Uint8Array, headers: Record<string, string> = {}) {
  return fetch(`${url}/v1/logs`, { method: 'POST', body, headers: { 'Content-Type': type, ...headers } })
}

describe('POST /v1/logs', () => {
  it('takes JSON, and says what was rejected', async () => {
    const { url, received, observed } = await receiver()
    const response = await send(url, 'application/json', logsInJson('app', logs))
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({
      partialSuccess: { rejectedLogRecords: '1', errorMessage: problem },
    })
    expect(received).toEqual(['acme/good'])
    expect(observed).toMatchObject([
      { signal: 'logs', transport: 'http', outcome: 'partial', accepted: 1, rejected: 1 },
    ])
  })

  it('takes protobuf, plain and gzip', async () => {
    const { url, received } = await receiver()
    const body = logsInProtobuf('app', logs)
    const type = otlpRoot.lookupType('otlp.ExportLogsServiceResponse')
    for (const encoding of ['identity', 'gzip']) {
      const sent = encoding === 'gzip' ? gzipSync(body) : body
      const response = await send(url, 'application/x-protobuf', sent, { 'Content-Encoding': encoding })
      expect(response.status).toBe(200)
      const answer = type.decode(Buffer.from(await response.arrayBuffer()))
      expect(type.toObject(answer, { longs: Number })).toEqual({
        partialSuccess: { rejectedLogRecords: 1, errorMessage: problem },
      })
    }
    expect(received).toEqual(['acme/good', 'acme/good'])
  })

  it('has the sender come again when the store is away', async () => {
    const { url } = await receiver({
      sink: () => Promise.reject(new RetryableError('unavailable', 'away', { retryAfterMs: 2000 })),
    })
    const response = await send(url, 'application/json', logsInJson('app', [{ scope: 'a' }]))
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '2'])
  })

  it('shares its bounds with spans', async () => {
    const release = Promise.withResolvers<void>()
    const entered = Promise.withResolvers<void>()
    const { url } = await receiver({
      limits: { requestsInFlight: 1 },
      sink: () => {
        entered.resolve()
        return release.promise
      },
    })
    const first = send(url, 'application/json', logsInJson('app', [{ scope: 'a' }]))
    await entered.promise
    const headers = { 'Content-Type': 'application/json' }
    const spans = await fetch(`${url}/v1/traces`, { method: 'POST', body: '{}', headers })
    expect(spans.status).toBe(429)
    release.resolve()
    expect((await first).status).toBe(200)
  })
})
