import { connect } from 'node:http2'
import { credentials, Metadata, makeClientConstructor, status, type ServiceError } from '@grpc/grpc-js'
import { Admission } from '../../../../collector/receiver/admission.ts'
import { exporting, type ReceivedRequest } from '../../../../collector/receiver/exporting.ts'
import type { AuthorizeCall } from '../../../../collector/receiver/grpc/gate.ts'
import { startGrpcServer } from '../../../../collector/receiver/grpc/server.ts'
import { pathOf, serviceOf } from '../../../../collector/receiver/grpc/service.ts'
import { defaultReceiverLimits, type ReceiverLimits } from '../../../../collector/receiver/limits.ts'
import { traceSignal, type SpanSink } from '../../../../collector/receiver/signals.ts'

/** What a receiver under test is made of. */
export interface GrpcReceiverParts {
  readonly sink?: SpanSink['accept']
  readonly limits?: Partial<ReceiverLimits>
  readonly authorize?: AuthorizeCall
  readonly port?: number
  readonly arrivalMs?: number
}

/** A gRPC receiver on a free port, what it handed on and what it told of its requests. */
export async function grpcReceiver(parts: GrpcReceiverParts = {}) {
  const received: { readonly names: readonly string[]; readonly tenant: string }[] = []
  const observed: ReceivedRequest[] = []
  const defects: unknown[] = []
  const accept: SpanSink['accept'] = async (spans, context) => {
    await parts.sink?.(spans, context)
    received.push({ names: spans.map((span) => span.name), tenant: context.tenant })
  }
  const limits = { ...defaultReceiverLimits, ...parts.limits }
  const observe = (request: ReceivedRequest): void => void observed.push(request)
  const server = await startGrpcServer({
    listen: { host: '127.0.0.1', port: parts.port ?? 0, setting: '`otlp_grpc_port`' },
    receivers: [exporting(traceSignal({ accept }, limits), { observe })],
    authorize: parts.authorize ?? (() => ({ tenant: 'acme', rights: new Set(['ingest']) })),
    admission: new Admission(limits),
    limits,
    onDefect: (error) => defects.push(error),
    ...(parts.arrivalMs === undefined ? {} : { arrivalMs: parts.arrivalMs }),
  })
  return { ...server, received, observed, defects }
}

/** An answer of a gRPC server: the response's bytes, or the error. */
export type Answer =
  | { readonly code: typeof status.OK; readonly response: Buffer }
  | { readonly code: number; readonly details: string; readonly metadata: Metadata }

/** How to call. */
export interface CallOptions {
  readonly token?: string
  readonly gzip?: boolean
  readonly deadlineMs?: number
}

/** Exports bytes as they are, over a connection of its own. */
export async function exportBytes(url: string, body: Uint8Array, options: CallOptions = {}): Promise<Answer> {
  const Client = makeClientConstructor(serviceOf('traces'), 'TraceService')
  const client = new Client(new URL(url).host, credentials.createInsecure(), {
    'grpc.use_local_subchannel_pool': 1,
    'grpc.default_compression_algorithm': options.gzip === true ? 2 : 0,
  })
  const metadata = new Metadata()
  if (options.token !== undefined) metadata.set('authorization', `Bearer ${options.token}`)
  const deadline = Date.now() + (options.deadlineMs ?? 10_000)
  try {
    return await new Promise<Answer>((resolve) => {
      const done = (error: ServiceError | null, response?: Buffer): void =>
        resolve(error ?? { code: status.OK, response: response ?? Buffer.alloc(0) })
      client['export']?.(Buffer.from(body), metadata, { deadline }, done)
    })
  } finally {
    client.close()
  }
}

/** Begins an export and never finishes its message; resolves to the `grpc-status` with which it is ended. */
export async function stall(url: string): Promise<number> {
  const session = connect(url)
  try {
    const stream = session.request({
      ':method': 'POST',
      ':path': pathOf('traces'),
      'content-type': 'application/grpc',
      te: 'trailers',
    })
    // One plain message of 100 bytes, of which three come.
    stream.write(Buffer.from([0, 0, 0, 0, 100, 1, 2, 3]))
    const ended = Promise.withResolvers<number>()
    stream.on('response', (headers) => ended.resolve(Number(headers['grpc-status'])))
    stream.on('error', ended.reject)
    stream.resume()
    return await ended.promise
  } finally {
    session.destroy()
  }
}
