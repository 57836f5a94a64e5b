import { readBody } from '../http/body.ts'
import type { HttpRequest } from '../http/request.ts'
import type { Route } from '../http/route.ts'
import { Admission, type Admitted } from './admission.ts'
import { requireEncoding } from './encoding.ts'
import type { Exporting } from './exporting.ts'
import { defaultReceiverLimits, type ReceiverLimits } from './limits.ts'
import { exported } from './replies.ts'

/** How a receiver works. */
export interface ReceiverOptions {
  /** Defaults: `defaultReceiverLimits`. */
  readonly limits?: Partial<ReceiverLimits>
  /** Shared by all receivers of a process. Default: one of its own, within the limits. */
  readonly admission?: Admission
}

/**
 * OTLP/HTTP for one signal: the route `POST /v1/traces` or `POST /v1/logs`, which needs the right
 * `ingest`. Serve it with `renderStatus` as the application's `renderFailure`.
 */
export function exportRoute(receiver: Exporting, options: ReceiverOptions = {}): Route {
  const limits = { ...defaultReceiverLimits, ...options.limits }
  const admission = options.admission ?? new Admission(limits)
  const { signal } = receiver
  return {
    method: 'POST',
    path: `/v1/${signal}`,
    right: 'ingest',
    handle: async (request, { principal }) => {
      const taken = await receiver.receive({
        transport: 'http',
        tenant: principal.tenant,
        encoding: () => requireEncoding(request),
        admit: () => admission.enter(),
        body: (admitted) => readWithin(request, limits, admitted),
      })
      return exported(taken.encoding, signal, taken)
    },
  }
}

function readWithin(request: HttpRequest, limits: ReceiverLimits, admitted: Admitted): Promise<Buffer> {
  return readBody(request, {
    compressedBytes: limits.compressedBytes,
    inflatedBytes: limits.inflatedBytes,
    settings: { compressedBytes: 'request_size', inflatedBytes: 'inflated_size' },
    reserve: (sizeBytes) => admitted.hold(sizeBytes),
  })
}
