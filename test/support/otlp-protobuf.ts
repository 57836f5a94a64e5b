import { readFileSync } from 'node:fs'
import { createFileRegistry, fromBinary, type DescMessage } from '@bufbuild/protobuf'
import { FileDescriptorSetSchema } from '@bufbuild/protobuf/wkt'
import Long from 'long'
import protobufjs from 'protobufjs'
import descriptor from 'protobufjs/ext/descriptor.js'
import type { AttributeValue } from '../../collector/receiver/span-view.ts'
import { pairsToPlain, type ModelPair, type ModelRequest, type ModelValue } from './otlp-model.ts'
import type { PlainSpan } from './otlp-model.ts'

// Without it 64-bit integers are read as numbers, and lose digits.
protobufjs.util.Long = Long
protobufjs.configure()

/** The messages of otlp.proto in protobufjs. */
export const otlpRoot = protobufjs.parse(readFileSync(new URL('otlp.proto', import.meta.url), 'utf8')).root
otlpRoot.resolveAll()

/** The export request in protobufjs. */
export const requestType = otlpRoot.lookupType('otlp.ExportTraceServiceRequest')

/** The export request in bufbuild's library. */
export const requestSchema: DescMessage = bufbuildSchema('otlp.ExportTraceServiceRequest')

function bufbuildSchema(name: string): DescMessage {
  const { FileDescriptorSet } = descriptor as unknown as { FileDescriptorSet: protobufjs.Type }
  const root = otlpRoot as unknown as { toDescriptor(syntax: string): protobufjs.Message }
  const encoded = FileDescriptorSet.encode(root.toDescriptor('proto3')).finish()
  const files = fromBinary(FileDescriptorSetSchema, encoded)
  const fields = files.file.flatMap((file) => file.messageType).flatMap((message) => message.field)
  for (const field of fields)
    if (field.typeName !== '') field.typeName = `.otlp.${field.typeName.split('.').at(-1)}`
  const schema = createFileRegistry(files).getMessage(name)
  if (schema === undefined) throw new Error(`${name} is not in otlp.proto`)
  return schema
}

/** Encodes a request with protobufjs. */
export function encodeProtobuf(request: ModelRequest): Buffer {
  const message = {
    resourceSpans: request.map((resource) => ({
      resource: { attributes: pairsToMessage(resource.attributes) },
      scopeSpans: resource.scopes.map((scope) => ({
        scope: { name: scope.name, version: scope.version },
        spans: scope.spans.map((span) => ({
          traceId: span.traceId,
          spanId: span.spanId,
          ...(span.parentSpanId === null ? {} : { parentSpanId: span.parentSpanId }),
          traceState: span.traceState,
          flags: span.flags,
          name: span.name,
          kind: span.kind,
          startTimeUnixNano: long(span.startNs),
          endTimeUnixNano: long(span.endNs),
          attributes: pairsToMessage(span.attributes),
          events: span.events.map((event) => ({
            name: event.name,
            timeUnixNano: long(event.timeNs),
            attributes: pairsToMessage(event.attributes),
          })),
          ...(span.status === null ? {} : { status: span.status }),
        })),
      })),
    })),
  }
  return Buffer.from(requestType.encode(requestType.fromObject(message)).finish())
}

function pairsToMessage(pairs: readonly ModelPair[]): object[] {
  return pairs.map(({ key, value }) => ({ key, value: valueToMessage(value) }))
}

function valueToMessage(model: ModelValue): object {
  switch (model.kind) {
    case 'string':
      return { stringValue: model.value }
    case 'bool':
      return { boolValue: model.value }
    case 'int':
      return { intValue: long(model.value) }
    case 'double':
      return { doubleValue: model.value }
    case 'bytes':
      return { bytesValue: model.value }
    case 'array':
      return { arrayValue: { values: model.value.map(valueToMessage) } }
    case 'kvlist':
      return { kvlistValue: { values: pairsToMessage(model.value) } }
    case 'empty':
      return {}
  }
}

function long(value: bigint): Long {
  const bits = (shift: bigint): number => Number(BigInt.asIntN(32, value >> shift))
  return Long.fromBits(bits(0n), bits(32n), false)
}

/** Decodes everything with protobufjs. */
export function decodeWithProtobufjs(bytes: Uint8Array): PlainSpan[] {
  const object = requestType.toObject(requestType.decode(bytes), {
    longs: String,
    arrays: true,
    objects: true,
    oneofs: true,
  })
  return spansOf(object as DecodedRequest)
}

/** Decodes everything with bufbuild's library. */
export function decodeWithBufbuild(bytes: Uint8Array): PlainSpan[] {
  return spansOf(fromBinary(requestSchema, bytes) as unknown as DecodedRequest)
}

type Integer = bigint | number | { toString(): string }

interface DecodedRequest {
  readonly resourceSpans: readonly {
    readonly resource?: { readonly attributes: readonly DecodedPair[] } | null
    readonly scopeSpans: readonly {
      readonly scope?: { readonly name: string; readonly version: string } | null
      readonly spans: readonly DecodedSpan[]
    }[]
  }[]
}

interface DecodedSpan {
  readonly traceId?: Uint8Array
  readonly spanId?: Uint8Array
  readonly parentSpanId?: Uint8Array
  readonly traceState?: string
  readonly flags?: number
  readonly name?: string
  readonly kind?: number
  readonly startTimeUnixNano?: Integer
  readonly endTimeUnixNano?: Integer
  readonly attributes: readonly DecodedPair[]
  readonly events: readonly {
    readonly name?: string
    readonly timeUnixNano?: Integer
    readonly attributes: readonly DecodedPair[]
  }[]
  readonly status?: { readonly code?: number; readonly message?: string } | null
}

interface DecodedPair {
  readonly key?: string
  readonly value?: DecodedValue | null
}

/** protobufjs puts the field beside the case's name, bufbuild the value into a `value` of its own. */
type DecodedValue = {
  readonly value?: string | { readonly case?: string; readonly value?: unknown }
} & Readonly<Record<string, unknown>>

function spansOf(request: DecodedRequest): PlainSpan[] {
  return request.resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ scope, spans }) =>
      spans.map((span) => ({
        traceId: hex(span.traceId) ?? '',
        spanId: hex(span.spanId) ?? '',
        parentSpanId: hex(span.parentSpanId),
        isParentRemote: ((span.flags ?? 0) & 0x300) === 0x300,
        traceState: span.traceState ?? '',
        name: span.name ?? '',
        kind: span.kind ?? 0,
        startMs: ms(span.startTimeUnixNano),
        endMs: ms(span.endTimeUnixNano),
        statusCode: span.status?.code ?? 0,
        statusMessage: span.status?.message ?? '',
        scopeName: scope?.name ?? '',
        scopeVersion: scope?.version ?? '',
        attributes: pairsToPlain(span.attributes.map(pairOf)),
        resource: pairsToPlain((resource?.attributes ?? []).map(pairOf)),
        events: span.events.map((event) => ({
          name: event.name ?? '',
          timeMs: ms(event.timeUnixNano),
          attributes: pairsToPlain(event.attributes.map(pairOf)),
        })),
      })),
    ),
  )
}

function hex(bytes: Uint8Array | undefined): string | null {
  return bytes === undefined || bytes.length === 0 ? null : Buffer.from(bytes).toString('hex')
}

function ms(nanoseconds: Integer | undefined): number {
  return Number(BigInt.asUintN(64, BigInt((nanoseconds ?? 0).toString()))) / 1e6
}

function pairOf({ key, value }: DecodedPair): readonly [string, AttributeValue] {
  return [key ?? '', value === undefined || value === null ? null : valueOf(value)]
}

function valueOf(any: DecodedValue): AttributeValue {
  const name = typeof any.value === 'object' ? any.value.case : any.value
  const value = typeof any.value === 'object' ? any.value.value : name === undefined ? undefined : any[name]
  switch (name) {
    case undefined:
      return null
    case 'stringValue':
    case 'boolValue':
      return value as string | boolean
    case 'intValue': {
      const text = (value as Integer).toString()
      return Number.isSafeInteger(Number(text)) ? Number(text) : text
    }
    case 'doubleValue':
      return Number.isFinite(value) ? (value as number) : String(value)
    case 'bytesValue':
      return Buffer.from(value as Uint8Array).toString('base64')
    case 'arrayValue':
      return ((value as { values?: readonly DecodedValue[] }).values ?? []).map(valueOf)
    case 'kvlistValue': {
      const pairs = ((value as { values?: readonly DecodedPair[] }).values ?? []).map(pairOf)
      return Object.fromEntries(pairs.toReversed())
    }
    default:
      throw new Error(`${name} is no field of AnyValue`)
  }
}
