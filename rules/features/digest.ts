import type { Fingerprint } from '../words/features.ts'

/**
 * Hashes text, given as such or as UTF-8 that is valid during the call, to 128 bits, 32 lowercase hex digits. Injected, so that this package needs no
 * built-in of any runtime: in Node, SHA-256 (or HMAC-SHA-256 when a key is set), first half.
 */
export type Digest = (content: string | Uint8Array) => Fingerprint

/** What fingerprints are made with. Fingerprints made with different keys never compare equal. */
export interface Hashing {
  readonly digest: Digest
  /** Start value of the 32-bit hashes of lines, leaves and shingles; derived from the key. 0 without a key. */
  readonly seed: number
}
