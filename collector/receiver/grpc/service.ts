import type { ServiceDefinition } from '@grpc/grpc-js'
import type { Exporting } from '../exporting.ts'

const services: Readonly<Record<Exporting['signal'], string>> = {
  traces: 'opentelemetry.proto.collector.trace.v1.TraceService',
  logs: 'opentelemetry.proto.collector.logs.v1.LogsService',
}

/** `/PACKAGE.SERVICE/Export`, by which a call names its method. */
export function pathOf(signal: Exporting['signal']): string {
  return `/${services[signal]}/Export`
}

/** The OTLP service of a signal, its messages left as bytes. */
export function serviceOf(signal: Exporting['signal']): ServiceDefinition {
  return {
    export: {
      path: pathOf(signal),
      requestStream: false,
      responseStream: false,
      requestSerialize: asIs,
      requestDeserialize: asIs,
      responseSerialize: asIs,
      responseDeserialize: asIs,
    },
  }
}

function asIs(bytes: Buffer): Buffer {
  return bytes
}
