import * as nodeCrypto from 'node:crypto'
import type { Hashing } from '@loop-observer/rules'

/**
 * Fingerprints as the observer makes them: SHA-256, or HMAC-SHA-256 when a key is set, the first
 * 128 bits. `key`: the observer's own key, where runs of both sources are to compare.
 */
export function createHashing(key: string | undefined): Hashing {
  if (key === undefined || key === '') return { digest: sha256, seed: 0 }
  const digest = (text: string | Uint8Array): string => hmac(key, text)
  return { digest, seed: Number.parseInt(digest('loop-observer seed of 32-bit hashes').slice(0, 8), 16) }
}

function sha256(text: string | Uint8Array): string {
  // `hash` came with Node 20.12; it is twice as fast as a hash object for short texts.
  const digest =
    typeof nodeCrypto.hash === 'function'
      ? nodeCrypto.hash('sha256', text, 'hex')
      : nodeCrypto.createHash('sha256').update(text).digest('hex')
  return digest.slice(0, 32)
}

function hmac(key: string, text: string | Uint8Array): string {
  return nodeCrypto.createHmac('sha256', key).update(text).digest('hex').slice(0, 32)
}
