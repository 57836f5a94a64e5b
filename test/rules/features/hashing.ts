import { createHmac, hash } from 'node:crypto'
import type { Hashing } from '../../../rules/features/digest.ts'

/** Hashing without a key, as the collector and the SDK do it. */
export const hashing: Hashing = { digest: (text) => hash('sha256', text, 'hex').slice(0, 32), seed: 0 }

/** Hashing with some key. */
export const keyedHashing: Hashing = {
  digest: (content) => createHmac('sha256', 'key').update(content).digest('hex').slice(0, 32),
  seed: 4711,
}
