import { requireRight } from '../http/principal.ts'
import { startServer, type RunningServer } from '../http/server.ts'
import { authorizer } from '../control/tokens.ts'
import { Admission } from '../receiver/admission.ts'
import { exporting, type Exporting, type ExportTerms } from '../receiver/exporting.ts'
import type { AuthorizeCall } from '../receiver/grpc/gate.ts'
import { startGrpcServer, type RunningGrpcServer } from '../receiver/grpc/server.ts'
import { defaultReceiverLimits } from '../receiver/limits.ts'
import { logSignal, traceSignal } from '../receiver/signals.ts'
import { receiverApplication, type Rooms } from './applications.ts'
import { logIntake } from './log-intake.ts'
import { countRequest, spanIntake } from './span-intake.ts'

/** The doors that agents export to. */
export interface Receiving {
  readonly http: RunningServer
  readonly grpc: RunningGrpcServer
}

/** Opens both doors; what comes through either goes one way and is bounded together. Throws what opening a port throws. */
export async function startReceiving(rooms: Rooms): Promise<Receiving> {
  const { settings, log } = rooms
  const limits = { ...defaultReceiverLimits, ...settings.limits }
  const admission = new Admission(limits)
  const receivers = receiversOf(rooms)
  const serve = receiverApplication(rooms, receivers, admission)
  const http = await startServer({ listen: settings.otlpHttp, serve })
  try {
    const grpc = await startGrpcServer({
      listen: settings.otlpGrpc,
      receivers,
      authorize: authorizeCalls(rooms),
      admission,
      limits,
      onRefused: (error, path) => rooms.refused('otlp_grpc', error, { method: 'POST', path }),
      onDefect: (error, path) =>
        log.error({ err: error, path }, 'a request failed: a defect of the observer'),
    })
    return { http, grpc }
  } catch (error) {
    await http.stop(0)
    throw error
  }
}

function receiversOf(rooms: Rooms): readonly Exporting[] {
  const { settings, metrics, store } = rooms
  const terms: ExportTerms = {
    observe: (request) => countRequest(metrics, request),
    now: () => store.now(),
  }
  return [
    exporting(traceSignal(spanIntake(rooms), settings.limits), terms),
    exporting(logSignal(logIntake(rooms), settings.limits), terms),
  ]
}

/** As over HTTP. No browser speaks gRPC to a server without TLS, so there are no foreign pages to refuse. */
function authorizeCalls({ settings }: Rooms): AuthorizeCall {
  const authorize = authorizer(settings.tokens)
  return (metadata) => {
    const [authorization] = metadata.get('authorization')
    const headers = typeof authorization === 'string' ? { authorization } : {}
    const principal = authorize({ method: 'POST', headers: { host: 'localhost', ...headers } })
    requireRight(principal, 'ingest')
    return principal
  }
}
