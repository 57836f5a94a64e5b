import type { TextFeatures } from '../../words/features.ts'
import { clipText } from '../clip.ts'
import type { Hashing } from '../digest.ts'
import { endHash, mixText, startHash } from '../hash.ts'
import { maskVolatile } from '../mask/mask.ts'
import { HashBag } from '../sketch.ts'
import { chantCount } from './chant.ts'

/** Reduces a model's own words to what identifies them. Never throws, unless the digest does. */
export function textFeatures(text: string, hashing: Hashing): TextFeatures {
  const masked = maskVolatile(text)
  return {
    fingerprint: hashing.digest(masked.replace(/\s+/g, ' ').trim().toLowerCase()),
    shingles: shingles(masked, hashing.seed),
    chantCount: chantCount(clipText(text)),
  }
}

/** Hashes of each three words in a row; of all words where there are fewer. */
function shingles(text: string, seed: number): Uint32Array {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  const bag = new HashBag()
  const last = Math.max(words.length - 2, Math.min(words.length, 1))
  for (let at = 0; at < last; at++) {
    let hash = startHash(seed)
    for (let i = at; i < Math.min(at + 3, words.length); i++)
      hash = Math.imul(mixText(hash, words[i] ?? '') ^ 32, 0x01000193)
    bag.add(endHash(hash))
  }
  return bag.sketch().smallest
}
