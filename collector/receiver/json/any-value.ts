import { PermanentError } from '../../errors/errors.ts'
import type { AttributeValue } from '../span-view.ts'
import { asArray, asInteger, asObject, asText, field, wrong, type JsonObject } from './fields.ts'

/**
 * Decodes an `AnyValue` in OTLP/JSON; null when it is empty or missing. At most `depth` levels.
 * Throws PermanentError when it is malformed or nested too deeply.
 */
export function readJsonValue(value: unknown, depth: number): AttributeValue {
  if (depth <= 0) throw new PermanentError('bad_request', 'a value is nested too deeply')
  const any = asObject(value ?? undefined, 'value')
  const text = field(any, 'stringValue', 'string_value')
  if (text !== undefined) return asText(text, 'stringValue')
  return readScalar(any) ?? readContainer(any, depth - 1)
}

function readScalar(any: JsonObject): AttributeValue | undefined {
  const integer = field(any, 'intValue', 'int_value')
  if (integer !== undefined) return asInteger(integer, 'intValue')
  const truth = field(any, 'boolValue', 'bool_value')
  if (truth !== undefined) return asBoolean(truth)
  const double = field(any, 'doubleValue', 'double_value')
  if (double !== undefined) return asDouble(double)
  const base64 = field(any, 'bytesValue', 'bytes_value')
  return base64 === undefined ? undefined : asBase64(base64)
}

function readContainer(any: JsonObject, depth: number): AttributeValue {
  const array = field(any, 'arrayValue', 'array_value')
  if (array !== undefined) {
    const values = asArray(field(asObject(array, 'arrayValue'), 'values'), 'arrayValue.values')
    return values.map((element) => readJsonValue(element, depth))
  }
  const list = field(any, 'kvlistValue', 'kvlist_value')
  return list === undefined ? null : readPairs(asObject(list, 'kvlistValue'), depth)
}

function readPairs(list: JsonObject, depth: number): AttributeValue {
  const pairs = new Map<string, AttributeValue>()
  for (const element of asArray(field(list, 'values'), 'kvlistValue.values')) {
    const pair = asObject(element, 'key and value')
    const key = asText(field(pair, 'key'), 'key')
    const value = readJsonValue(field(pair, 'value'), depth)
    if (!pairs.has(key)) pairs.set(key, value)
  }
  return Object.fromEntries(pairs)
}

function asBoolean(value: unknown): boolean {
  if (typeof value !== 'boolean') throw wrong('boolValue', 'true or false')
  return value
}

function asDouble(value: unknown): number | string {
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value)
  if (value === 'NaN' || value === 'Infinity' || value === '-Infinity') return value
  if (typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value))) return Number(value)
  throw wrong('doubleValue', 'a number')
}

/** In the standard alphabet with padding, whichever of the two was sent. */
function asBase64(value: unknown): string {
  return Buffer.from(asText(value, 'bytesValue'), 'base64').toString('base64')
}
