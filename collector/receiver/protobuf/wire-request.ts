import type { DecodeLimits } from '../limits.ts'
import type { KeyTable } from './key-table.ts'
import type { PairLocation } from './any-value.ts'
import { WireReader } from './wire-reader.ts'

/** What all views of one request share: its bytes, and where the values of known keys are. */
export class WireRequest {
  readonly reader: WireReader
  readonly limits: DecodeLimits
  readonly keys: KeyTable
  /** Keys below this slot were known when the request was indexed. */
  readonly knownSlots: number
  /** Triples (slot, start, end of the value) of all attributes with a known key, message by message. */
  entries = new Int32Array(768)
  entriesLength = 0
  /** Reused while indexing. */
  readonly pair: PairLocation = { keyStart: 0, keyEnd: 0, valueStart: 0, valueEnd: 0 }

  constructor(bytes: Buffer, limits: DecodeLimits, keys: KeyTable) {
    this.reader = new WireReader(bytes)
    this.limits = limits
    this.keys = keys
    this.knownSlots = keys.size
  }

  /** Notes where the value of a known key is. */
  addEntry(slot: number, valueStart: number, valueEnd: number): void {
    const at = this.entriesLength
    if (at + 3 > this.entries.length) {
      const larger = new Int32Array(this.entries.length * 2)
      larger.set(this.entries)
      this.entries = larger
    }
    this.entries[at] = slot
    this.entries[at + 1] = valueStart
    this.entries[at + 2] = valueEnd
    this.entriesLength = at + 3
  }
}
