import type { Observation } from '../words/features.ts'
import type { Hashing } from './digest.ts'
import { isEmptyJson } from './empty/empty-json.ts'
import { isEmptyText } from './empty/empty-text.ts'
import { jsonText } from './json/json-text.ts'
import { openJson } from './json/open.ts'
import { keeperOf } from './json/escape.ts'
import { parseJson } from './json/parse.ts'
import { node, trait } from './json/tape.ts'
import { writeJson, type Reading } from './json/walk.ts'
import { isOneLabel } from './mask/labels.ts'
import { LineHasher } from './mask/line-hasher.ts'
import { maskText } from './mask/mask.ts'
import { addWithIds, holdsOnlyIds, isIdPhrase } from './mask/only-ids.ts'
import { addScalar } from './mask/scalar.ts'
import { idsScanned, scanText } from './mask/scan.ts'
import { HashBag } from './sketch.ts'
import { lineLeaves } from './text/line-leaves.ts'
import { normalised } from './text/normalised.ts'
import { out, tape } from './workspace.ts'

/**
 * Reduces what came back from a call to what identifies it.
 *
 * `observation`: a JSON value, or text; JSON in text is recognised. Undefined when not captured;
 * `''`, null, `[]`, `{}` and words for *nothing* are empty. Of text beyond 256 Ki code units only
 * head and tail are looked at. Never throws, unless the digest does.
 */
export function observationFeatures(observation: unknown, hashing: Hashing): Observation {
  if (observation === undefined) return { state: 'unknown' }
  if (typeof observation !== 'string') return fromValue(observation, hashing)
  const root = openJson(tape, observation)
  if (root < 0) return fromText(observation, observation.length, hashing)
  if (tape.kind(root) === node.string) return fromText(tape.textOf(root), observation.length, hashing)
  return fromJson(root, hashing, observation.length)
}

function fromText(text: string, sizeChars: number, hashing: Hashing): Observation {
  if (isEmptyText(text)) return { state: 'empty' }
  const bag = new HashBag()
  out.clear()
  maskText(text, tape.text, { out, lines: bag, seed: hashing.seed })
  if (out.length === out.start) return { state: 'empty' }
  if (isOneLabel(out.view(out.start)) || isIdPhrase(out, out.start))
    return unmasked(text.trim(), sizeChars, hashing)
  return known(hashing, { bag, leaves: lineLeaves(out, hashing.seed), sizeChars })
}

/** An answer that is nothing but an id tells that id: of a generator each is another. */
function unmasked(text: string, sizeChars: number, { digest }: Hashing): Observation {
  const fingerprint = digest(text)
  const line = Number.parseInt(fingerprint.slice(0, 8), 16)
  return {
    state: 'known',
    fingerprint,
    lines: Uint32Array.of(line),
    lineCount: 1,
    leaves: new Uint32Array(0),
    sizeChars,
  }
}

function fromValue(value: unknown, hashing: Hashing): Observation {
  tape.clear()
  tape.text.addText(jsonText(value))
  return fromJson(parseJson(tape, tape.text.start, tape.text.length), hashing, null)
}

function fromJson(root: number, hashing: Hashing, sizeChars: number | null): Observation {
  if (isEmptyJson(tape, root)) return { state: 'empty' }
  let bag = new HashBag()
  out.clear()
  idsScanned.count = 0
  let leaves = writeJson(out, tape, root, readingOf(hashing.seed, bag))
  if (idsScanned.count > 0 && holdsOnlyIds(out, out.start)) {
    bag = new HashBag()
    out.clear()
    leaves = writeJson(out, tape, root, { ...readingOf(hashing.seed, bag), scalar: addWithIds })
  }
  return known(hashing, { bag, leaves, sizeChars: sizeChars ?? out.unitsBetween(out.start) })
}

function readingOf(seed: number, lines: HashBag): Reading {
  return {
    seed,
    lines,
    scalar: addScalar,
    text: (to, given, at) => {
      const { text } = given
      const [from, end] = normalised(given, at)
      const hasher = new LineHasher(text, (given.traits(at) & trait.wide) !== 0, { bag: lines, seed })
      to.add(34)
      scanText(text, from, end, { times: true, hasher, out: to, keep: keeperOf(given, at) })
      to.add(34)
    },
  }
}

function known(
  { digest }: Hashing,
  parts: { readonly bag: HashBag; readonly leaves: Uint32Array; readonly sizeChars: number },
): Observation {
  const { smallest, distinct } = parts.bag.sketch()
  return {
    state: 'known',
    fingerprint: digest(out.view(out.start)),
    lines: smallest,
    lineCount: distinct,
    leaves: parts.leaves,
    sizeChars: parts.sizeChars,
  }
}
