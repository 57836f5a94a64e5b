import { PermanentError } from '../../errors/errors.ts'
import type { AttributeValue, AttributeView } from '../span-view.ts'
import { checkValue, locatePair, readValue } from './any-value.ts'
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
    this.walk((key) => {
      keys.push(key)
      return false
    })
    return keys
  }

  /** The slow way, for keys that were not known when the request was indexed. */
  private search(wanted: string): AttributeValue | undefined {
    let value: AttributeValue | undefined
    this.walk((key, start, end) => {
      if (key !== wanted) return false
      value = readValue(this.request.reader, start, end)
      return true
    })
    return value
  }

  /** Visits attributes in wire order until `visit` returns true. */
  private walk(visit: (key: string, valueStart: number, valueEnd: number) => boolean): void {
    const { reader } = this.request
    const { start, end, tag } = this.location
    reader.position = start
    while (reader.position < end) {
      const found = reader.tag(end)
      if (found === tag) {
        const next = reader.delimited(end)
        const { keyStart, keyEnd, valueStart, valueEnd } = locatePair(reader, next)
        if (visit(reader.text(keyStart, keyEnd), valueStart, valueEnd)) return
        reader.position = next
      } else {
        reader.skip(found, end)
      }
    }
  }
}
