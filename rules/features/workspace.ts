import { ByteBuffer } from './bytes/byte-buffer.ts'
import { Tape } from './json/tape.ts'

// One of each for all extractions: they are synchronous and none calls another, so that what one has
// written is read, hashed and forgotten before the next begins.

/** The document or text that is being read. */
export const tape = new Tape()

/** What is to be hashed. */
export const out = new ByteBuffer()
