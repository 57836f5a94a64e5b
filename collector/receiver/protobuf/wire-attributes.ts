import { PermanentError } from '../../errors/errors.ts'
import type { AttributeValue, AttributeView } from '../span-view.ts'
import { checkValue, locatePair, readValue, type PairLocation } from './any-value.ts'
import type { WireRequest } from './wire-request.ts'

/** Where the attributes of one message are. */
export interface AttributesLocation {
  /** Range in {@link WireRequest.entries}. */
  readonly from: number
  readonly to: number
  /** Range of the message in bytes. */
  readonly start: number
  readonly end: number
  /** Tag of its attributes. */
  readonly tag: number
}

/**
 * Checks the `KeyValue` from the reader's position to `end` and, when its key is known, notes where
 * the value is. Throws PermanentError when it is malformed or nested too deeply.
 */
export function indexAttribute(request: WireRequest, end: number): void {
  const { reader, pair, keys } = request
  locatePair(reader, end, pair)
  const { valueStart, valueEnd } = pair
  reader.position = valueStart
  checkValue(reader, valueEnd, request.limits.valueDepth)
  reader.position = end
  const slot = keys.find(reader.bytes, pair.keyStart, pair.keyEnd)
  if (slot >= 0) request.addEntry(slot, valueStart, valueEnd)
}

/** The error of a message with more attributes than allowed. */
export function tooManyAttributes(limit: number): PermanentError {
  return new PermanentError('bad_request', `more than ${limit} attributes (setting \`attributes_per_span\`)`)
}

/** Attributes over the request buffer. */
export class WireAttributes implements AttributeView {
  private readonly request: WireRequest
  private readonly location: AttributesLocation

  constructor(request: WireRequest, location: AttributesLocation) {
    this.request = request
    this.location = location
  }

  get(key: string): AttributeValue | undefined {
    const { request, location } = this
    const slot = request.keys.slot(key)
    if (slot < 0 || slot >= request.knownSlots) return this.search(key)
    const { entries } = request
    for (let at = location.from; at < location.to; at += 3) {
      if (entries[at] === slot) {
        return readValue(request.reader, entries[at + 1] as number, entries[at + 2] as number)
      }
    }
    return undefined
  }

  keys(): readonly string[] {
    const keys: string[] = []
    const { reader } = this.request
    this.walk(({ keyStart, keyEnd }) => {
      keys.push(reader.text(keyStart, keyEnd))
      return false
    })
    return keys
  }

  under(prefix: string): readonly (readonly [string, AttributeValue])[] {
    const pairs: (readonly [string, AttributeValue])[] = []
    const { reader } = this.request
    const wanted = Buffer.from(prefix)
    this.walk(({ keyStart, keyEnd, valueStart, valueEnd }) => {
      if (startsWith(reader.bytes, keyStart, keyEnd, wanted))
        pairs.push([reader.text(keyStart + wanted.length, keyEnd), readValue(reader, valueStart, valueEnd)])
      return false
    })
    return pairs
  }

  /** The slow way, for keys that were not known when the request was indexed. */
  private search(wanted: string): AttributeValue | undefined {
    let value: AttributeValue | undefined
    const { reader } = this.request
    this.walk(({ keyStart, keyEnd, valueStart, valueEnd }) => {
      if (reader.text(keyStart, keyEnd) !== wanted) return false
      value = readValue(reader, valueStart, valueEnd)
      return true
    })
    return value
  }

  /** Visits attributes in wire order until `visit` returns true. */
  private walk(visit: (pair: PairLocation) => boolean): void {
    const { reader } = this.request
    const { start, end, tag } = this.location
    reader.position = start
    while (reader.position < end) {
      const found = reader.tag(end)
      if (found === tag) {
        const next = reader.delimited(end)
        if (visit(locatePair(reader, next))) return
        reader.position = next
      } else {
        reader.skip(found, end)
      }
    }
  }
}

function startsWith(bytes: Uint8Array, start: number, end: number, wanted: Uint8Array): boolean {
  if (end - start < wanted.length) return false
  for (let i = 0; i < wanted.length; i++) if (bytes[start + i] !== wanted[i]) return false
  return true
}
