import type { Decision, RunMemory, StepRecord } from '@loop-observer/rules'
import { Packr } from 'msgpackr'
import { MessageWriter } from './encoding/message-writer.ts'
import type { Notice } from './notice.ts'
import { shapes } from './shapes.ts'
import type { RunSummary } from './store.ts'

/** What is stored as bytes. */
export type Stored = StepRecord | Decision | Notice | RunSummary | RunMemory

/**
 * Bytes of a record, decision, summary or memory: MessagePack with the record extension. Plain
 * objects, arrays, maps, typed arrays, null and undefined come back as they were; `-0` comes back
 * as 0, and half a surrogate pair as U+FFFD. Throws on functions and symbols.
 */
export function encode(value: Stored): Buffer {
  return writer.write(value) ?? codec.pack(value)
}

/** The opposite of {@link encode}. The type is the caller's word: only what that type was encoded from may be passed. */
export function decode<T extends Stored>(bytes: Uint8Array): T {
  return codec.unpack(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)) as T
}

const known = shapes()

const writer = new MessageWriter(known)

const codec = new Packr({
  structures: known,
  // No more than the fixed list: a shape learned by one process would be unreadable to the next.
  maxSharedStructures: known.length,
  moreTypes: true,
  // Typed arrays must not keep a whole reply of the server alive.
  copyBuffers: true,
  useToJSON: false,
  writeFunction: () => {
    throw new TypeError('A function cannot be stored.')
  },
})
