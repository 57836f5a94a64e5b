import { readFileSync } from 'node:fs'
import {
  createTraceState,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  type Attributes,
  type HrTime,
} from '@opentelemetry/api'
import { JsonTraceSerializer, ProtobufTraceSerializer } from '@opentelemetry/otlp-transformer'
import { describe, expect, it } from 'vitest'
import { traceDecoder } from '../../../collector/receiver/decode.ts'
import { plainSpan } from '../../support/otlp-model.ts'
import { requestType } from '../../support/otlp-protobuf.ts'

const fixtures = ['vercel-ai-v4', 'vercel-ai-v5', 'vercel-ai-v6', 'vercel-ai-v7']

function fixture(name: string): Buffer {
  return readFileSync(new URL(`../../fixtures/otlp/${name}.otlp.json`, import.meta.url))
}

describe('spans of the Vercel AI SDK', () => {
  it.each(fixtures)('%s are all accepted', (name) => {
    const { spans, rejected } = traceDecoder()('json', fixture(name))
    expect(rejected).toBe(0)
    expect(spans.length).toBeGreaterThan(2)
    for (const span of spans) {
      expect(span.resource.get('service.name')).toBe('sample-agent')
      expect(span.endMs).toBeGreaterThanOrEqual(span.startMs)
      expect(span.attributes.keys().length).toBeGreaterThan(0)
    }
  })

  it.each(fixtures)('%s read the same from JSON and from protobuf', (name) => {
    const json = fixture(name)
    const message = JSON.parse(json.toString(), (key, value: unknown) =>
      /^(trace|span|parentSpan)Id$/.test(key) && typeof value === 'string'
        ? Buffer.from(value, 'hex')
        : value,
    ) as object
    const protobuf = Buffer.from(requestType.encode(requestType.fromObject(message)).finish())
    const decode = traceDecoder()
    expect(decode('protobuf', protobuf).spans.map(plainSpan)).toEqual(
      decode('json', json).spans.map(plainSpan),
    )
  })

  it('carry a tool call as its instrumentation writes it', () => {
    const { spans } = traceDecoder()('json', fixture('vercel-ai-v5'))
    const tool = spans.find((span) => span.name === 'ai.toolCall')
    expect(tool?.scopeName).toBe('ai')
    expect(tool?.attributes.get('ai.toolCall.name')).toEqual(expect.any(String))
    expect(tool?.attributes.get('nothing.of.the.kind')).toBeUndefined()
  })
})

describe('what the OpenTelemetry SDK for JavaScript exports', () => {
  const time: HrTime = [1_796_052_235, 301_000_250]
  const attributes = {
    text: 'Grüße',
    n: -7,
    big: 2 ** 40,
    half: 0.5,
    yes: true,
    list: ['a', 'b'],
    bytes: new Uint8Array([1, 2, 255]),
    empty: null,
    nested: { a: [1, { b: 'c' }] },
  }
  const span = {
    name: 'execute_tool search',
    kind: SpanKind.CLIENT,
    spanContext: () => ({
      traceId: '0af7651916cd43dd8448eb211c80319c',
      spanId: 'b7ad6b7169203331',
      traceFlags: TraceFlags.SAMPLED,
      traceState: createTraceState('vendor=1,ot=th:c'),
    }),
    parentSpanContext: {
      traceId: '0af7651916cd43dd8448eb211c80319c',
      spanId: '00f067aa0ba902b7',
      traceFlags: TraceFlags.SAMPLED,
      isRemote: true,
    },
    startTime: time,
    endTime: [time[0] + 1, 0] as HrTime,
    status: { code: SpanStatusCode.ERROR, message: 'no such invoice' },
    attributes: attributes as unknown as Attributes,
    links: [],
    events: [{ name: 'exception', time, attributes: { 'exception.type': 'Error' } }],
    duration: [0, 0] as HrTime,
    ended: true,
    resource: {
      attributes: { 'service.name': 'billing' },
      merge: () => span.resource,
      getRawAttributes: () => [],
    },
    instrumentationScope: { name: 'agent', version: '1.2.3' },
    droppedAttributesCount: 0,
    droppedEventsCount: 0,
    droppedLinksCount: 0,
  }

  it.each([
    { encoding: 'protobuf', serializer: ProtobufTraceSerializer },
    { encoding: 'json', serializer: JsonTraceSerializer },
  ] as const)('in $encoding reads as what was recorded', ({ encoding, serializer }) => {
    const bytes = Buffer.from(serializer.serializeRequest([span]) ?? [])
    const decoded = traceDecoder()(encoding, bytes)
    expect(decoded.rejectedReason).toBe('')
    expect(decoded.spans.map(plainSpan)).toEqual([
      {
        traceId: '0af7651916cd43dd8448eb211c80319c',
        spanId: 'b7ad6b7169203331',
        parentSpanId: '00f067aa0ba902b7',
        isParentRemote: true,
        traceState: 'vendor=1,ot=th:c',
        name: 'execute_tool search',
        kind: 3,
        startMs: Number(1_796_052_235_301_000_250n) / 1e6,
        endMs: 1_796_052_236_000,
        statusCode: 2,
        statusMessage: 'no such invoice',
        scopeName: 'agent',
        scopeVersion: '1.2.3',
        resource: { keys: ['service.name'], values: { 'service.name': 'billing' } },
        attributes: {
          keys: Object.keys(attributes),
          values: { ...attributes, bytes: 'AQL/' },
        },
        events: [
          {
            name: 'exception',
            timeMs: Number(1_796_052_235_301_000_250n) / 1e6,
            attributes: { keys: ['exception.type'], values: { 'exception.type': 'Error' } },
          },
        ],
      },
    ])
  })
})
