import type { ByteBuffer } from './bytes/byte-buffer.ts'

/** Start state of a 32-bit hash; different seeds give unrelated hashes. */
export function startHash(seed: number): number {
  return Math.imul(seed ^ 0x811c9dc5, 0x9e3779b1)
}

/** Takes 32 bits into the state (the body of MurmurHash3 x86_32, Austin Appleby, public domain). */
export function mix(state: number, word: number): number {
  let k = Math.imul(word, 0xcc9e2d51)
  k = (k << 15) | (k >>> 17)
  let h = state ^ Math.imul(k, 0x1b873593)
  h = (h << 13) | (h >>> 19)
  return (Math.imul(h, 5) + 0xe6546b64) | 0
}

/** The hash of a state: 32 bits, unsigned (the finaliser of MurmurHash3). */
export function endHash(state: number): number {
  let h = state
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
  return (h ^ (h >>> 16)) >>> 0
}

/** State after the bytes of `text` from `from` to `to`, one by one: for a few (FNV-1a, http://www.isthe.com/chongo/tech/comp/fnv/). */
export function mixBytes(state: number, text: Uint8Array, from: number, to: number): number {
  let h = state
  for (let i = from; i < to; i++) h = Math.imul(h ^ (text[i] ?? 0), 0x01000193)
  return h
}

/** State after the bytes of `text` from `from` to `to`, four at a time as far as they go. */
export function mixText(state: number, text: ByteBuffer, from: number, to: number): number {
  const { bytes, words } = text
  let h = state
  let p = from
  for (; p + 4 <= to; p += 4) h = mix(h, words.getInt32(p, true))
  for (; p < to; p++) h = mix(h, bytes[p] ?? 0)
  return h
}
