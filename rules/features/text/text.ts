import type { Fingerprint, TextFeatures } from '../../words/features.ts'
import type { ByteBuffer } from '../bytes/byte-buffer.ts'
import { clipText } from '../clip.ts'
import type { Hashing } from '../digest.ts'
import { endHash, mix, startHash } from '../hash.ts'
import { maskText } from '../mask/mask.ts'
import { HashBag } from '../sketch.ts'
import { out, tape } from '../workspace.ts'
import { chantCount } from './chant.ts'
import { addFolded } from './folded.ts'
import { Prose } from './prose.ts'
import { Words } from './words.ts'

/** Longest text of a model that is looked at, UTF-16 code units; of a longer one head and tail. */
const maxModelChars = 64 * 1024

/** Words of the text that is being read: of all of it, and of its prose. */
const all = new Words()
const prose = new Words()

/**
 * Reduces a model's own words to what identifies them: letter case and spacing do not count, and
 * volatile parts are masked. Never throws, unless the digest does.
 */
export function textFeatures(text: string, hashing: Hashing): TextFeatures {
  out.clear()
  maskText(clipText(text, maxModelChars), tape.text, { out, lines: null, seed: 0 })
  all.clear()
  all.add(out, out.start, out.length)
  const { smallest, repeated } = shingles(all, hashing.seed)
  readProse(out, repeated)
  const ordinary = Math.min(prose.endCount, 1)
  return {
    fingerprint: fingerprintOf(out, hashing),
    shingles: smallest,
    chantCount: repeated ? Math.max(chantCount(prose), ordinary) : ordinary,
  }
}

/** Reads the words of running text. `whole`: all of them; else no more than show that there are some. */
function readProse(text: ByteBuffer, whole: boolean): void {
  prose.clear()
  const isProse = new Prose()
  for (let from = text.start; from < text.length && (whole || prose.endCount === 0);) {
    const end = lineEnd(text, from)
    if (isProse.takes(text.bytes, from, end)) prose.add(text, from, end)
    from = end + 1
  }
}

function lineEnd({ bytes, length }: ByteBuffer, from: number): number {
  let end = from
  while (end < length && bytes[end] !== 10) end++
  return end
}

function fingerprintOf(text: ByteBuffer, { digest }: Hashing): Fingerprint {
  const folded = tape.text
  folded.clear()
  addFolded(folded, text)
  return digest(folded.view(folded.start))
}

/** Hashes of each three words in a row (of all where there are fewer), and whether any came twice. */
function shingles(
  { hashes, count: words }: Words,
  seed: number,
): { readonly smallest: Uint32Array; readonly repeated: boolean } {
  const bag = new HashBag()
  const start = startHash(seed)
  const count = Math.max(words - 2, Math.min(words, 1))
  for (let at = 0; at < count; at++) {
    const second = at + 1 < words ? (hashes[at + 1] ?? 0) : 0
    const third = at + 2 < words ? (hashes[at + 2] ?? 0) : 0
    bag.add(endHash(mix(mix(mix(start, hashes[at] ?? 0), second), third)))
  }
  const { smallest, distinct } = bag.sketch()
  return { smallest, repeated: distinct < count }
}
