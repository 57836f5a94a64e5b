import type { Observation } from '../words/features.ts'
import type { Hashing } from './digest.ts'
import { isEmptyJson, isEmptyText } from './emptiness.ts'
import { embeddedJson } from './json/embedded.ts'
import { readJson } from './json/walk.ts'
import { maskLines, maskScalar } from './mask/mask.ts'
import { HashBag } from './sketch.ts'

const noLeaves = new Uint32Array(0)

/**
 * Reduces what came back from a call to what identifies it.
 *
 * `observation`: a JSON value, or text; JSON in text is recognised. Undefined when not captured;
 * `''`, null, `[]`, `{}` and words for *nothing* are empty. Of text beyond 256 Ki code units only
 * head and tail are looked at. Never throws, unless the digest does.
 */
export function observationFeatures(observation: unknown, hashing: Hashing): Observation {
  if (observation === undefined) return { state: 'unknown' }
  if (typeof observation !== 'string') return fromJson(observation, hashing, null)
  const inner = embeddedJson(observation)
  if (inner === undefined) return fromText(observation, observation.length, hashing)
  if (typeof inner === 'string') return fromText(inner, observation.length, hashing)
  return fromJson(inner, hashing, observation.length)
}

function fromText(text: string, sizeChars: number, hashing: Hashing): Observation {
  if (isEmptyText(text)) return { state: 'empty' }
  const bag = new HashBag()
  const masked = maskLines(text, bag, hashing.seed)
  if (masked === '') return { state: 'empty' }
  return known(hashing.digest(masked), { bag, leaves: noLeaves, sizeChars })
}

function fromJson(value: unknown, hashing: Hashing, sizeChars: number | null): Observation {
  if (isEmptyJson(value)) return { state: 'empty' }
  const bag = new HashBag()
  const { seed } = hashing
  const text = (line: string): string => maskLines(line, bag, seed)
  const { canonical, leaves } = readJson(value, { seed, mask: maskScalar, lines: bag, text })
  return known(hashing.digest(canonical), { bag, leaves, sizeChars: sizeChars ?? canonical.length })
}

function known(
  fingerprint: string,
  parts: { readonly bag: HashBag; readonly leaves: Uint32Array; readonly sizeChars: number },
): Observation {
  const { smallest, distinct } = parts.bag.sketch()
  return {
    state: 'known',
    fingerprint,
    lines: smallest,
    lineCount: distinct,
    leaves: parts.leaves,
    sizeChars: parts.sizeChars,
  }
}
