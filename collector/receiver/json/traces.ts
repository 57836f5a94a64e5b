import { PermanentError } from '../../errors/errors.ts'
import type { DecodeLimits } from '../limits.ts'
import { Rejections } from '../rejections.ts'
import type { DecodedTraces, SpanView } from '../span-view.ts'
import { asArray, asObject, asText, field, isObject, type JsonObject } from './fields.ts'
import { guardJson } from './guard.ts'
import { readAttributes, readJsonSpan, type JsonSource } from './json-span.ts'

/**
 * Reads the spans of an `ExportTraceServiceRequest` in OTLP/JSON, with integers as numbers or text,
 * enums as numbers or names. A span that is malformed, or whose resource or scope is, is rejected and
 * the others are kept. Throws PermanentError `bad_request` when the body is no JSON or the lists around
 * spans are none, `too_large` at more spans than allowed.
 */
export function decodeJson(bytes: Buffer, limits: DecodeLimits): DecodedTraces {
  guardJson(bytes)
  const root = parse(bytes)
  const rejections = new Rejections(limits.spansPerRequest)
  const spans: SpanView[] = []
  for (const resourceSpans of list(root, 'resourceSpans', 'resource_spans')) {
    for (const scopeSpans of list(resourceSpans, 'scopeSpans', 'scope_spans')) {
      const values = asArray(field(scopeSpans, 'spans'), 'spans')
      const source = values.length === 0 ? null : readSource(resourceSpans, scopeSpans, limits)
      for (const value of values) {
        rejections.countSpan()
        try {
          if (source instanceof PermanentError) rejections.add(source)
          else if (source !== null) spans.push(readJsonSpan(value, source, limits))
        } catch (error) {
          rejections.add(error)
        }
      }
    }
  }
  return { spans, rejected: rejections.count, rejectedReason: rejections.describe() }
}

function parse(bytes: Buffer): JsonObject {
  let root: unknown
  try {
    root = JSON.parse(bytes.toString())
  } catch (cause) {
    throw new PermanentError('bad_request', `malformed JSON: ${String(cause)}`, { cause })
  }
  if (!isObject(root)) throw new PermanentError('bad_request', 'the body is not a JSON object')
  return root
}

function list(object: JsonObject, camel: string, snake: string): readonly JsonObject[] {
  return asArray(field(object, camel, snake), camel).map((element) => asObject(element, camel))
}

/** Resource and scope, or what is wrong with them. */
function readSource(
  resourceSpans: JsonObject,
  scopeSpans: JsonObject,
  limits: DecodeLimits,
): JsonSource | PermanentError {
  try {
    const scope = asObject(field(scopeSpans, 'scope'), 'scope')
    return {
      resource: readAttributes(asObject(field(resourceSpans, 'resource'), 'resource'), limits),
      scopeName: asText(field(scope, 'name'), 'scope.name'),
      scopeVersion: asText(field(scope, 'version'), 'scope.version'),
    }
  } catch (error) {
    if (error instanceof PermanentError) return error
    throw error
  }
}
