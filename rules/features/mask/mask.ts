import { addPlain, type ByteBuffer } from '../bytes/byte-buffer.ts'
import { clipText } from '../clip.ts'
import type { HashBag } from '../sketch.ts'
import { plainText } from '../text/plain.ts'
import { LineHasher } from './line-hasher.ts'
import { scanText } from './scan.ts'

/** Where masked text goes. */
export interface Masking {
  readonly out: ByteBuffer
  /** Takes the hashes of the lines. */
  readonly lines: HashBag | null
  readonly seed: number
}

/**
 * Writes `text` to `out` with line ends, escapes and trailing space normalised and volatile parts masked.
 * `source` is written over.
 */
export function maskText(text: string, source: ByteBuffer, { out, lines, seed }: Masking): void {
  const plain = plainText(clipText(text))
  source.clear()
  source.addText(plain)
  const isWide = source.length - source.start > plain.length
  const hasher = lines === null ? null : new LineHasher(source, isWide, { bag: lines, seed })
  scanText(source, source.start, source.length, { times: true, hasher, out, keep: addPlain })
}
