import type { ToolTraits } from '../policy/policy.ts'
import type { CallFeatures, Fingerprint } from '../words/features.ts'
import { standsAt, trimmedEnd, unitAt } from './bytes/letters.ts'
import type { ByteBuffer } from './bytes/byte-buffer.ts'
import { clipText, maxTextChars } from './clip.ts'
import type { Hashing } from './digest.ts'
import { embeddedJson } from './json/embedded.ts'
import { addEscaped, addString } from './json/escape.ts'
import { jsonText } from './json/json-text.ts'
import { parseJson } from './json/parse.ts'
import { node, trait, type Tape } from './json/tape.ts'
import { writeJson } from './json/walk.ts'
import type { KeyInfo } from './keys/key-table.ts'
import { resourceText } from './resource.ts'
import { rewritten } from './text/normalised.ts'
import { trimmedText } from './text/plain.ts'
import { out, tape } from './workspace.ts'
import { waits } from './waits.ts'
import { writes } from './writes.ts'

/** Argument keys that matter for features, from the policy. */
export type FeatureKeys = Pick<ToolTraits, 'resourceKeys' | 'commentKeys'>

const noLeaves = new Uint32Array(0)

/**
 * Reduces a call to what identifies it.
 *
 * `args`: a JSON value, or text; JSON in text is recognised, other text counts as it stands.
 * Undefined when not captured. No arguments can be spelled `{}`, `[]`, `''` or null. Only request
 * ids, nonces and the like are masked: dates and numbers in arguments are data. Never throws,
 * unless the digest does.
 */
export function callFeatures(tool: string, args: unknown, keys: FeatureKeys, hashing: Hashing): CallFeatures {
  if (args === undefined) return { exact: null, gist: null, resource: null, leaves: noLeaves, writes: null }
  const value = typeof args === 'string' ? (embeddedJson(args) ?? args) : args
  if (typeof value === 'string') return fromText(tool, value, hashing)
  const comments = commentsOf(keys.commentKeys)
  tape.clear()
  tape.text.addText(typeof args === 'string' ? args : jsonText(args))
  const root = parseJson(tape, tape.text.start, tape.text.length)
  let hasComment = false
  const whole = read(tool, root, hashing, (key) => {
    hasComment ||= comments.has(key.text.toLowerCase())
    return key.isNonce
  })
  const gist = hasComment
    ? read(tool, root, hashing, (key) => key.isNonce || comments.has(key.text.toLowerCase())).fingerprint
    : whole.fingerprint
  const resource = resourceText(value, keys.resourceKeys)
  return {
    exact: whole.fingerprint,
    gist,
    resource: resource === null ? null : hashing.digest(resource),
    leaves: whole.leaves,
    writes: writes(value),
    ...(waits(value) ? { waits: true } : {}),
  }
}

function fromText(tool: string, text: string, hashing: Hashing): CallFeatures {
  const plain = trimmedText(clipText(text))
  const exact = hashing.digest(plain === '' || plain === 'null' ? `${tool}\n{}` : `${tool}\n"${plain}`)
  const told = { exact, gist: exact, resource: null, leaves: noLeaves, writes: writes(text) }
  return waits(text) ? { ...told, waits: true } : told
}

const lowerKeys = new WeakMap<readonly string[], ReadonlySet<string>>()

function commentsOf(keys: readonly string[]): ReadonlySet<string> {
  let lower = lowerKeys.get(keys)
  if (lower === undefined) lowerKeys.set(keys, (lower = new Set(keys.map((key) => key.toLowerCase()))))
  return lower
}

/** The call as tool name and arguments, and the leaves of these. */
function read(
  tool: string,
  root: number,
  { digest, seed }: Hashing,
  leaveOut: (key: KeyInfo) => boolean,
): { readonly fingerprint: Fingerprint; readonly leaves: Uint32Array } {
  out.clear()
  out.addText(`${tool}\n`)
  const from = out.length
  const leaves = writeJson(out, tape, root, {
    seed,
    scalar: addArgument,
    text: addArgument,
    lines: null,
    leaveOut,
  })
  if (isNone(out, from)) {
    out.length = from
    out.addText('{}')
  }
  return { fingerprint: digest(out.view(out.start)), leaves }
}

function isNone({ bytes, length }: ByteBuffer, from: number): boolean {
  return (
    (length - from === 4 && standsAt(bytes, from, 'null')) ||
    (length - from === 2 && standsAt(bytes, from, '[]'))
  )
}

/** Writes an argument: nothing is masked, but space at line ends goes. */
function addArgument(to: ByteBuffer, given: Tape, at: number): void {
  const { text } = given
  if (given.kind(at) !== node.string) return to.addBytes(text, given.from(at), given.to(at))
  if (isTrimmed(given, at)) return addString(to, given, at)
  const [start, last] = rewritten(given, trimmedText(clipText(given.textOf(at))))
  to.add(34)
  addEscaped(to, text, start, last)
  to.add(34)
}

/** True when the string surely is as `trimmedText` has it. */
function isTrimmed(given: Tape, at: number): boolean {
  const { bytes } = given.text
  const from = given.from(at)
  const to = given.to(at)
  if ((given.traits(at) & trait.control) !== 0 || to - from > maxTextChars) return false
  // A byte order mark begins with EF.
  return trimmedEnd(bytes, from, to) === to && unitAt(bytes, from) !== 0xef
}
