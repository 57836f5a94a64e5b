import { PermanentError } from '../errors/errors.ts'
import { oneOf, wholeNumber, words } from './query.ts'

/** Longest wait that may be asked for, milliseconds. */
const mostWaitMs = 30_000

/** `after`: the newest decision number that the asker knows. Default 0. */
export function askedSeq(query: URLSearchParams): number {
  return wholeNumber(query, 'after', { min: 0, max: Number.MAX_SAFE_INTEGER, otherwise: 0 })
}

/** `wait`: milliseconds, at most 30 000. */
export function askedWaitMs(query: URLSearchParams, otherwise: number): number {
  return wholeNumber(query, 'wait', { min: 0, max: mostWaitMs, otherwise })
}

/** `lane`: who asks; default `*`, the run with all its lanes. Throws PermanentError `bad_request` when it is overlong. */
export function askedLane(query: URLSearchParams): string {
  const lane = words(query, 'lane') ?? '*'
  if (lane.length > 256) throw new PermanentError('bad_request', '`lane` has at most 256 characters')
  return lane
}

/** `source`: how the agent is attached, which decides the mode of a run not seen before. Default `sdk`. */
export function askedSource(query: URLSearchParams): 'sdk' | 'telemetry' {
  return oneOf(query, 'source', ['sdk', 'telemetry']) ?? 'sdk'
}
