/** A receiver in a process of its own that reads everything it is sent. Prints its URL; ends with SIGTERM. */
import { application } from '../../collector/http/application.ts'
import { json } from '../../collector/http/response.ts'
import { startServer } from '../../collector/http/server.ts'
import { exporting } from '../../collector/receiver/exporting.ts'
import { exportRoute } from '../../collector/receiver/receiver.ts'
import { renderStatus } from '../../collector/receiver/replies.ts'
import { traceSignal } from '../../collector/receiver/signals.ts'
import { plainSpan } from '../support/otlp-model.ts'

let readBytes = 0

const traces = exportRoute(
  exporting(
    traceSignal({
      accept: async (spans) => {
        for (const span of spans) readBytes += JSON.stringify(plainSpan(span)).length
      },
    }),
  ),
)

const server = await startServer({
  listen: { host: '127.0.0.1', port: 0, setting: '`otlp_http_port`' },
  serve: application({
    routes: [
      traces,
      {
        method: 'GET',
        path: '/memory',
        right: null,
        handle: () => json(200, { peakBytes: process.resourceUsage().maxRSS * 1024, readBytes }),
      },
    ],
    authorize: () => ({ tenant: 'default', rights: new Set(['ingest']) }),
    renderFailure: renderStatus,
  }),
  limits: { headersTimeoutMs: 1000, requestTimeoutMs: 5000 },
})

process.once('SIGTERM', () => void server.stop(1000))
process.stdout.write(`listening on ${server.url}\n`)
