import {
  errorClasses,
  type CallFeatures,
  type ErrorFeatures,
  type Observation,
  type StepFeatures,
  type TextFeatures,
} from '../../words/features.ts'
import { sketchSize } from '../sketch.ts'
import { maxLeaves } from '../json/walk.ts'
import { packVersion } from './pack.ts'
import { count, fingerprint, numbers, objectOf, orNull, sketch, type Fields } from './read.ts'

/** Longest packed text that is read, UTF-16 code units; what `packFeatures` writes stays below 2 Ki. */
const maxPackedChars = 8192

/**
 * Features from their compact text form. The text is not trusted.
 *
 * @throws Error that says what is wrong and where.
 */
export function unpackFeatures(packed: string): StepFeatures {
  if (packed.length > maxPackedChars) throw new Error(`features: longer than ${maxPackedChars} characters`)
  const top = objectOf(parse(packed), 'features', ['v', 'call', 'observation', 'error', 'text'])
  if (top['v'] !== packVersion) throw new Error(`features.v: version ${packVersion} expected`)
  return {
    ...(top['call'] !== undefined && { call: readCall(top['call']) }),
    ...(top['observation'] !== undefined && { observation: readObservation(top['observation']) }),
    ...(top['error'] !== undefined && { error: readError(top['error']) }),
    ...(top['text'] !== undefined && { text: readText(top['text']) }),
  }
}

function parse(packed: string): unknown {
  try {
    return JSON.parse(packed)
  } catch (cause) {
    throw new Error('features: not JSON', { cause })
  }
}

function readCall(value: unknown): CallFeatures {
  const at = 'features.call'
  const fields = objectOf(value, at, ['exact', 'gist', 'resource', 'leaves', 'writes', 'waits'])
  const exact = orNull(fields, 'exact', at, fingerprint)
  return {
    exact,
    gist: fields['gist'] === undefined ? exact : orNull(fields, 'gist', at, fingerprint),
    resource: orNull(fields, 'resource', at, fingerprint),
    leaves: leavesOf(fields, at),
    writes: writesOf(fields, at),
    ...(waitsOf(fields, at) ? { waits: true } : {}),
  }
}

function waitsOf(fields: Fields, at: string): boolean {
  const value = fields['waits'] ?? null
  if (value !== null && value !== true) throw new Error(`${at}.waits: true expected`)
  return value === true
}

function writesOf(fields: Fields, at: string): boolean | null {
  const value = fields['writes'] ?? null
  if (value !== null && typeof value !== 'boolean') throw new Error(`${at}.writes: true or false expected`)
  return value
}

function readObservation(value: unknown): Observation {
  const at = 'features.observation'
  const all = ['state', 'fingerprint', 'lines', 'lineCount', 'leaves', 'sizeChars']
  const fields = objectOf(value, at, all)
  const state = fields['state']
  if (state === 'unknown' || state === 'empty') {
    objectOf(value, at, ['state'])
    return { state }
  }
  if (state !== 'known') throw new Error(`${at}.state: one of known, empty, unknown expected`)
  const lines = sketch(fields, 'lines', at, sketchSize)
  const lineCount = count(fields, 'lineCount', at)
  if (lines.length !== Math.min(lineCount, sketchSize)) throw new Error(`${at}.lineCount: does not fit lines`)
  return {
    state,
    fingerprint: fingerprint(fields['fingerprint'], `${at}.fingerprint`),
    lines,
    lineCount,
    leaves: leavesOf(fields, at),
    sizeChars: count(fields, 'sizeChars', at),
  }
}

function readError(value: unknown): ErrorFeatures {
  const at = 'features.error'
  const fields = objectOf(value, at, ['signature', 'class'])
  const found = errorClasses.find((name) => name === fields['class'])
  if (found === undefined) throw new Error(`${at}.class: one of ${errorClasses.join(', ')} expected`)
  return { signature: fingerprint(fields['signature'], `${at}.signature`), class: found }
}

function readText(value: unknown): TextFeatures {
  const at = 'features.text'
  const fields = objectOf(value, at, ['fingerprint', 'shingles', 'chantCount'])
  return {
    fingerprint: fingerprint(fields['fingerprint'], `${at}.fingerprint`),
    shingles: sketch(fields, 'shingles', at, sketchSize),
    chantCount: count(fields, 'chantCount', at),
  }
}

function leavesOf(fields: Fields, at: string): Uint32Array {
  const leaves = numbers(fields['leaves'], `${at}.leaves`, 2 * maxLeaves)
  if (leaves.length % 2 !== 0) throw new Error(`${at}.leaves: pairs expected`)
  return leaves
}
