import type { ModelPair, ModelRequest, ModelSpan, ModelValue } from './otlp-model.ts'

/** The spellings of OTLP/JSON that senders use. */
export interface JsonSpelling {
  readonly integers: 'number' | 'string'
  readonly enums: 'number' | 'name'
  readonly keys: 'camel' | 'snake'
  readonly hex: 'lower' | 'upper'
}

/** Encodes a request as OTLP/JSON. Integers beyond 2^53 are always strings: as numbers they are other numbers. */
export function encodeJson(request: ModelRequest, spelling: JsonSpelling): string {
  const object = {
    resourceSpans: request.map((resource) => ({
      resource: { attributes: resource.attributes.map((pair) => pairOf(pair, spelling)) },
      scopeSpans: resource.scopes.map((scope) => ({
        scope: { name: scope.name, version: scope.version },
        spans: scope.spans.map((span) => spanOf(span, spelling)),
      })),
    })),
  }
  return JSON.stringify(spelling.keys === 'snake' ? snakeKeys(object) : object)
}

const kinds = ['UNSPECIFIED', 'INTERNAL', 'SERVER', 'CLIENT', 'PRODUCER', 'CONSUMER']
const codes = ['UNSET', 'OK', 'ERROR']

function spanOf(span: ModelSpan, spelling: JsonSpelling): object {
  const named = spelling.enums === 'name'
  const { status } = span
  return {
    traceId: hex(span.traceId, spelling),
    spanId: hex(span.spanId, spelling),
    ...(span.parentSpanId === null ? {} : { parentSpanId: hex(span.parentSpanId, spelling) }),
    ...(span.traceState === '' ? {} : { traceState: span.traceState }),
    ...(span.flags === 0 ? {} : { flags: span.flags }),
    name: span.name,
    kind: named ? `SPAN_KIND_${kinds[span.kind]}` : span.kind,
    startTimeUnixNano: span.startNs.toString(),
    endTimeUnixNano: span.endNs.toString(),
    attributes: span.attributes.map((pair) => pairOf(pair, spelling)),
    events: span.events.map((event) => ({
      name: event.name,
      timeUnixNano: event.timeNs.toString(),
      attributes: event.attributes.map((pair) => pairOf(pair, spelling)),
    })),
    ...(status === null
      ? {}
      : {
          status: {
            message: status.message,
            code: named ? `STATUS_CODE_${codes[status.code]}` : status.code,
          },
        }),
  }
}

function pairOf({ key, value }: ModelPair, spelling: JsonSpelling): object {
  return { key, value: valueOf(value, spelling) }
}

function valueOf(model: ModelValue, spelling: JsonSpelling): object {
  switch (model.kind) {
    case 'string':
      return { stringValue: model.value }
    case 'bool':
      return { boolValue: model.value }
    case 'int': {
      const asNumber = spelling.integers === 'number' && Number.isSafeInteger(Number(model.value))
      return { intValue: asNumber ? Number(model.value) : model.value.toString() }
    }
    case 'double':
      return { doubleValue: doubleOf(model.value) }
    case 'bytes':
      return { bytesValue: Buffer.from(model.value).toString('base64') }
    case 'array':
      return { arrayValue: { values: model.value.map((element) => valueOf(element, spelling)) } }
    case 'kvlist':
      return { kvlistValue: { values: model.value.map((pair) => pairOf(pair, spelling)) } }
    case 'empty':
      return {}
  }
}

/** JSON has no spelling for the first three as numbers, and JSON.stringify none for -0. */
function doubleOf(value: number): number | string {
  if (Object.is(value, -0)) return '-0'
  return Number.isFinite(value) ? value : String(value)
}

function hex(bytes: Uint8Array, spelling: JsonSpelling): string {
  const text = Buffer.from(bytes).toString('hex')
  return spelling.hex === 'upper' ? text.toUpperCase() : text
}

function snakeKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(snakeKeys)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      snakeKeys(inner),
    ]),
  )
}
