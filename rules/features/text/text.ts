import type { TextFeatures } from '../../words/features.ts'
import { clipText } from '../clip.ts'
import type { Hashing } from '../digest.ts'
import { endHash, mix, startHash } from '../hash.ts'
import { maskText } from '../mask/mask.ts'
import { HashBag } from '../sketch.ts'
import { chantCount } from './chant.ts'
import { Prose } from './prose.ts'
import { out, tape } from '../workspace.ts'
import { Words } from './words.ts'

/** Longest text of a model that is looked at, UTF-16 code units; of a longer one head and tail. */
const maxModelChars = 64 * 1024

/**
 * Reduces a model's own words to what identifies them: letter case and spacing do not count, and
 * volatile parts are masked. Never throws, unless the digest does.
 */
export function textFeatures(text: string, hashing: Hashing): TextFeatures {
  out.clear()
  maskText(clipText(text, maxModelChars), tape.text, { out, lines: null, seed: 0 })
  const masked = out.text(out.start)
  const all = new Words()
  const prose = new Words()
  const isProse = new Prose()
  for (let from = 0; from < masked.length;) {
    const next = masked.indexOf('\n', from)
    const end = next < 0 ? masked.length : next
    all.add(masked, from, end)
    if (isProse.takes(masked.slice(from, end))) prose.add(masked, from, end)
    from = end + 1
  }
  const { smallest, repeated } = shingles(all.hashes, hashing.seed)
  const ordinary = Math.min(prose.ends.length, 1)
  return {
    fingerprint: hashing.digest(masked.replace(/\s+/g, ' ').trim().toLowerCase()),
    shingles: smallest,
    chantCount: repeated ? Math.max(chantCount(prose), ordinary) : ordinary,
  }
}

/** Hashes of each three words in a row (of all where there are fewer), and whether any came twice. */
function shingles(
  words: readonly number[],
  seed: number,
): { readonly smallest: Uint32Array; readonly repeated: boolean } {
  const bag = new HashBag()
  const start = startHash(seed)
  const count = Math.max(words.length - 2, Math.min(words.length, 1))
  for (let at = 0; at < count; at++) {
    bag.add(endHash(mix(mix(mix(start, words[at] ?? 0), words[at + 1] ?? 0), words[at + 2] ?? 0)))
  }
  const { smallest, distinct } = bag.sketch()
  return { smallest, repeated: distinct < count }
}
