import { createHmac, hash } from 'node:crypto'
import type { Hashing } from '@loop-observer/rules'

/**
 * What fingerprints are made with: the first 16 bytes of SHA-256, or of HMAC-SHA-256 when `key` is
 * set and not empty. With a key, the start value of the 32-bit hashes is derived from it too.
 */
export function hashing(key?: string): Hashing {
  if (key === undefined || key === '')
    return { digest: (text) => hash('sha256', text, 'hex').slice(0, 32), seed: 0 }
  const digest = (text: string | Uint8Array): string =>
    createHmac('sha256', key).update(text).digest('hex').slice(0, 32)
  return { digest, seed: Number.parseInt(digest('loop-observer seed of 32-bit hashes').slice(0, 8), 16) }
}
