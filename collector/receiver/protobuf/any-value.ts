import { PermanentError } from '../../errors/errors.ts'
import type { AttributeValue } from '../span-view.ts'
import type { WireReader } from './wire-reader.ts'

/** Tags of `opentelemetry.proto.common.v1`: field number and wire type. */
const valueTag = { string: 0x0a, bool: 0x10, int: 0x18, double: 0x21, array: 0x2a, kvlist: 0x32, bytes: 0x3a }
const pairTag = { key: 0x0a, value: 0x12 }
const elementTag = 0x0a

/**
 * Walks an `AnyValue` without decoding it. Throws PermanentError when it is malformed or nested
 * deeper than `depth` levels; what passed is read without further checks.
 */
export function checkValue(reader: WireReader, end: number, depth: number): void {
  if (depth <= 0) throw new PermanentError('bad_request', 'a value is nested too deeply')
  while (reader.position < end) {
    const tag = reader.tag(end)
    if (tag === valueTag.array) checkElements(reader, reader.delimited(end), depth - 1)
    else if (tag === valueTag.kvlist) checkPairs(reader, reader.delimited(end), depth - 1)
    else reader.skip(tag, end)
  }
}

function checkElements(reader: WireReader, end: number, depth: number): void {
  while (reader.position < end) {
    const tag = reader.tag(end)
    if (tag === elementTag) checkValue(reader, reader.delimited(end), depth)
    else reader.skip(tag, end)
  }
}

function checkPairs(reader: WireReader, end: number, depth: number): void {
  while (reader.position < end) {
    const tag = reader.tag(end)
    if (tag === elementTag) checkPair(reader, reader.delimited(end), depth)
    else reader.skip(tag, end)
  }
}

function checkPair(reader: WireReader, end: number, depth: number): void {
  while (reader.position < end) {
    const tag = reader.tag(end)
    if (tag === pairTag.value) checkValue(reader, reader.delimited(end), depth)
    else reader.skip(tag, end)
  }
}

/** Decodes an `AnyValue`; null when none of its fields is set. The last one set counts. */
export function readValue(reader: WireReader, start: number, end: number): AttributeValue {
  reader.position = start
  let value: AttributeValue = null
  while (reader.position < end) {
    const tag = reader.tag(end)
    switch (tag) {
      case valueTag.string:
        value = readText(reader, end)
        break
      case valueTag.bool:
        value = reader.varint(end) !== 0
        break
      case valueTag.int:
        value = reader.int64(end)
        break
      case valueTag.double:
        value = finite(reader.double(end))
        break
      case valueTag.array:
        value = readElements(reader, reader.delimited(end))
        break
      case valueTag.kvlist:
        value = readPairs(reader, reader.delimited(end))
        break
      case valueTag.bytes:
        value = readBase64(reader, end)
        break
      default:
        reader.skip(tag, end)
    }
  }
  return value
}

/** JSON has no spelling for these; the text is that of the protobuf JSON mapping. */
function finite(value: number): number | string {
  return Number.isFinite(value) ? value : String(value)
}

function readText(reader: WireReader, end: number): string {
  const stop = reader.delimited(end)
  const text = reader.text(reader.position, stop)
  reader.position = stop
  return text
}

function readBase64(reader: WireReader, end: number): string {
  const stop = reader.delimited(end)
  const text = reader.bytes.toString('base64', reader.position, stop)
  reader.position = stop
  return text
}

function readElements(reader: WireReader, end: number): AttributeValue[] {
  const values: AttributeValue[] = []
  while (reader.position < end) {
    const tag = reader.tag(end)
    if (tag === elementTag) values.push(readNested(reader, end))
    else reader.skip(tag, end)
  }
  return values
}

/** The length must be read before the position that it moves. */
function readNested(reader: WireReader, end: number): AttributeValue {
  const stop = reader.delimited(end)
  return readValue(reader, reader.position, stop)
}

function readPairs(reader: WireReader, end: number): { readonly [key: string]: AttributeValue } {
  const pairs = new Map<string, AttributeValue>()
  while (reader.position < end) {
    const tag = reader.tag(end)
    if (tag === elementTag) {
      const [key, value] = readPair(reader, reader.delimited(end))
      if (!pairs.has(key)) pairs.set(key, value)
    } else {
      reader.skip(tag, end)
    }
  }
  return Object.fromEntries(pairs)
}

function readPair(reader: WireReader, end: number): readonly [string, AttributeValue] {
  const pair = locatePair(reader, end)
  const key = reader.text(pair.keyStart, pair.keyEnd)
  const value = readValue(reader, pair.valueStart, pair.valueEnd)
  reader.position = end
  return [key, value]
}

/** Where key and value of a `KeyValue` are, in bytes of the request. */
export interface PairLocation {
  keyStart: number
  keyEnd: number
  valueStart: number
  valueEnd: number
}

/**
 * Finds key and value of the `KeyValue` from `position` to `end`; empty ranges when they are missing.
 * `location` is overwritten and returned, which saves the hot path an object.
 */
export function locatePair(
  reader: WireReader,
  end: number,
  location: PairLocation = { keyStart: 0, keyEnd: 0, valueStart: 0, valueEnd: 0 },
): PairLocation {
  location.keyStart = location.keyEnd = location.valueStart = location.valueEnd = end
  while (reader.position < end) {
    const tag = reader.tag(end)
    if (tag === pairTag.key) {
      location.keyEnd = reader.delimited(end)
      location.keyStart = reader.position
      reader.position = location.keyEnd
    } else if (tag === pairTag.value) {
      location.valueEnd = reader.delimited(end)
      location.valueStart = reader.position
      reader.position = location.valueEnd
    } else {
      reader.skip(tag, end)
    }
  }
  return location
}
