import { Server, type ServerUnaryCall, type sendUnaryData } from '@grpc/grpc-js'
import { failureOf } from '../../http/failure.ts'
import type { Listen } from '../../http/listen.ts'
import type { Admission } from '../admission.ts'
import type { Exporting } from '../exporting.ts'
import type { ReceiverLimits } from '../limits.ts'
import { exportResponse } from '../replies.ts'
import { createGate, type AuthorizeCall, type Gate } from './gate.ts'
import { bind, drain } from './listen.ts'
import { pathOf, serviceOf } from './service.ts'
import { statusOf } from './status.ts'

/** What to receive over gRPC, where, and from whom. */
export interface GrpcOptions {
  readonly listen: Listen
  readonly receivers: readonly Exporting[]
  readonly authorize: AuthorizeCall
  readonly admission: Admission
  readonly limits: Pick<ReceiverLimits, 'inflatedBytes' | 'requestsInFlight'>
  /** How long a message may take to arrive, as long as a request over HTTP. Default 30 s. */
  readonly arrivalMs?: number
  /** Told of every call whose sender may not ingest, or is unknown. */
  readonly onRefused?: (error: unknown, path: string) => void
  /** Told of every error that was answered as internal: a defect. */
  readonly onDefect?: (error: unknown, path: string) => void
}

/** A gRPC server that is listening. */
export interface RunningGrpcServer {
  /** `http://HOST:PORT`, as exporters want it. */
  readonly url: string
  readonly port: number
  /**
   * Takes no more calls and closes: resolves when all are answered, or `drainMs` (default 10 s)
   * have passed and the rest is cut. May be called again.
   */
  stop(drainMs?: number): Promise<void>
}

/**
 * OTLP/gRPC: `TraceService/Export`, `LogsService/Export`, plain or gzip. Messages reach the decoders
 * as the bytes they are, without generated code. Throws PermanentError `conflict`, naming the
 * setting, when the address cannot be had.
 */
export async function startGrpcServer(options: GrpcOptions): Promise<RunningGrpcServer> {
  const { listen, receivers, authorize, admission, limits } = options
  const gate = createGate({
    authorize,
    admission,
    arrivalMs: options.arrivalMs ?? 30_000,
    unauthorized: (path, error) => options.onRefused?.(error, path),
    refused(path, error) {
      const receiver = receivers.find(({ signal }) => pathOf(signal) === path)
      void receiver?.receive(refusal(error)).catch(ignore)
    },
  })
  const server = new Server({
    'grpc.max_receive_message_length': limits.inflatedBytes,
    'grpc.max_concurrent_streams': limits.requestsInFlight,
    interceptors: [gate.interceptor],
  })
  for (const receiver of receivers) {
    server.addService(serviceOf(receiver.signal), { export: handler(receiver, gate, options) })
  }
  const { url, port } = await bind(server, listen)
  let stopping: Promise<void> | null = null
  return { url, port, stop: (drainMs = 10_000) => (stopping ??= drain(server, drainMs)) }
}

/** A request that the gate has refused, so that it is counted like any other. */
function refusal(error: unknown): Parameters<Exporting['receive']>[0] {
  const refuse = (): never => {
    throw error
  }
  return { transport: 'grpc', tenant: '', encoding: () => 'protobuf', admit: refuse, body: refuse }
}

function ignore(): void {}

type Call = ServerUnaryCall<Buffer, Buffer>

function handler(receiver: Exporting, gate: Gate, { onDefect }: GrpcOptions) {
  return (call: Call, answer: sendUnaryData<Buffer>): void => {
    const { principal, admitted } = gate.take(call.metadata)
    const answered = receiver.receive({
      transport: 'grpc',
      tenant: principal.tenant,
      encoding: () => 'protobuf',
      admit: () => admitted,
      body: () => {
        admitted.hold(call.request.length)
        return call.request
      },
    })
    answered.then(
      (taken) => answer(null, exportResponse(taken)),
      (error: unknown) => {
        if (failureOf(error).code === 'internal') onDefect?.(error, pathOf(receiver.signal))
        answer(statusOf(error))
      },
    )
  }
}
