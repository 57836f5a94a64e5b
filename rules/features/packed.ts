import {
  errorClasses,
  type CallFeatures,
  type ErrorFeatures,
  type Observation,
  type TextFeatures,
} from '../words/features.ts'
import { unpackHashes, packHashes } from './packed-hashes.ts'

/** What a tool step's features say, as they travel in `loop.features`. */
export interface ToolFeatures {
  readonly call: CallFeatures
  readonly observation: Observation
  /** Null when the call did not fail, or failed without any text. */
  readonly error: ErrorFeatures | null
}

/** Features of a tool step as text for `loop.features`: JSON, hashes as base64 of little-endian words. */
export function packToolFeatures(features: ToolFeatures): string {
  const { call, observation, error } = features
  return JSON.stringify([
    toolVersion,
    [call.exact, call.gist, call.resource, packHashes(call.leaves)],
    packObservation(observation),
    error === null ? null : [error.signature, error.class],
  ])
}

/** The reverse of {@link packToolFeatures}. Null for anything that it did not make. */
export function unpackToolFeatures(text: string): ToolFeatures | null {
  const fields = parseFields(text, toolVersion)
  if (fields === null) return null
  const call = unpackCall(fields[1])
  const observation = unpackObservation(fields[2])
  const error = fields[3] === null ? null : unpackError(fields[3])
  if (call === null || observation === null || error === undefined) return null
  return { call, observation, error }
}

/** Features of a model step's text for `loop.features`. */
export function packTextFeatures(features: TextFeatures): string {
  return JSON.stringify([
    textVersion,
    features.fingerprint,
    packHashes(features.shingles),
    features.chantCount,
  ])
}

/** The reverse of {@link packTextFeatures}. Null for anything that it did not make. */
export function unpackTextFeatures(text: string): TextFeatures | null {
  const fields = parseFields(text, textVersion)
  if (fields === null) return null
  const [, fingerprint, packed, chantCount] = fields
  const shingles = unpackHashes(packed, 64)
  if (!isFingerprint(fingerprint) || shingles === null || !isCount(chantCount)) return null
  return { fingerprint, shingles, chantCount }
}

const toolVersion = 't1'
const textVersion = 'm1'

function packObservation(observation: Observation): unknown {
  switch (observation.state) {
    case 'unknown':
      return 0
    case 'empty':
      return 1
    case 'known':
      return [
        observation.fingerprint,
        packHashes(observation.lines),
        observation.lineCount,
        packHashes(observation.leaves),
        observation.sizeChars,
      ]
  }
}

function unpackCall(value: unknown): CallFeatures | null {
  if (!Array.isArray(value)) return null
  const [exact, gist, resource, packed]: readonly unknown[] = value
  const leaves = unpackHashes(packed, 32)
  if (!isMaybeFingerprint(exact) || !isMaybeFingerprint(gist) || !isMaybeFingerprint(resource)) return null
  return leaves === null ? null : { exact, gist, resource, leaves }
}

function unpackObservation(value: unknown): Observation | null {
  if (value === 0) return { state: 'unknown' }
  if (value === 1) return { state: 'empty' }
  if (!Array.isArray(value)) return null
  const [fingerprint, packedLines, lineCount, packedLeaves, sizeChars]: readonly unknown[] = value
  const lines = unpackHashes(packedLines, 64)
  const leaves = unpackHashes(packedLeaves, 32)
  if (!isFingerprint(fingerprint) || lines === null || leaves === null) return null
  if (!isCount(lineCount) || !isCount(sizeChars)) return null
  return { state: 'known', fingerprint, lines, lineCount, leaves, sizeChars }
}

function unpackError(value: unknown): ErrorFeatures | undefined {
  if (!Array.isArray(value)) return undefined
  const [signature, name]: readonly unknown[] = value
  const errorClass = errorClasses.find((known) => known === name)
  return isFingerprint(signature) && errorClass !== undefined ? { signature, class: errorClass } : undefined
}

function parseFields(text: string, version: string): readonly unknown[] | null {
  try {
    const value: unknown = JSON.parse(text)
    return Array.isArray(value) && value[0] === version ? value : null
  } catch {
    return null
  }
}

function isFingerprint(value: unknown): value is string {
  return typeof value === 'string' && /^[0-9a-f]{32}$/.test(value)
}

function isMaybeFingerprint(value: unknown): value is string | null {
  return value === null || isFingerprint(value)
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
}
