import type { ToolTraits } from '../policy/policy.ts'
import type { CallFeatures } from '../words/features.ts'
import { clipText } from './clip.ts'
import type { Hashing } from './digest.ts'
import { propertyOf, sortedKeys } from './json/value.ts'
import { embeddedJson } from './json/embedded.ts'
import { readJson, type Read } from './json/walk.ts'
import { isNonceKey } from './mask/nonce.ts'
import { resourceText } from './resource.ts'
import { trimmedText } from './text/plain.ts'
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
  const whole = read(value, hashing.seed, isNonceKey)
  const exact = hashing.digest(identity(tool, whole.canonical))
  const comments = new Set(keys.commentKeys.map((key) => key.toLowerCase()))
  const isComment = (key: string): boolean => comments.has(key.toLowerCase())
  const bare = hasComment(value, isComment, 0)
    ? read(value, hashing.seed, (key) => isNonceKey(key) || isComment(key)).canonical
    : whole.canonical
  const gist = bare === whole.canonical ? exact : hashing.digest(identity(tool, bare))
  const resource = resourceText(value, keys.resourceKeys)
  return {
    exact,
    gist,
    resource: resource === null ? null : hashing.digest(resource),
    leaves: whole.leaves,
    writes: writes(value),
  }
}

function fromText(tool: string, text: string, hashing: Hashing): CallFeatures {
  const plain = trimmedText(clipText(text))
  const exact = hashing.digest(plain === '' || plain === 'null' ? identity(tool, '{}') : `${tool}\n"${plain}`)
  return { exact, gist: exact, resource: null, leaves: noLeaves, writes: writes(text) }
}

function identity(tool: string, canonical: string): string {
  return `${tool}\n${canonical === 'null' || canonical === '[]' ? '{}' : canonical}`
}

function read(value: unknown, seed: number, leaveOut: (key: string) => boolean): Read {
  const { canonical, leaves } = readJson(value, {
    seed,
    mask: (scalar) => (typeof scalar === 'string' ? trimmedText(scalar) : scalar),
    lines: null,
    text: trimmedText,
    leaveOut,
  })
  return { canonical, leaves }
}

function hasComment(value: unknown, isComment: (key: string) => boolean, depth: number): boolean {
  if (typeof value === 'string') {
    const inner = embeddedJson(value)
    return typeof inner === 'object' && hasComment(inner, isComment, depth + 1)
  }
  if (typeof value !== 'object' || value === null || depth > 32) return false
  return sortedKeys(value).some(
    (key) =>
      (!Array.isArray(value) && isComment(key)) ||
      hasComment(propertyOf(value as Readonly<Record<string, unknown>>, key), isComment, depth + 1),
  )
}
