import { observationKey } from '../memory/call-table.ts'
import { hashOf } from '../memory/hash.ts'
import type { ErrorFeatures, Observation } from '../words/features.ts'

/** What an observation is compared by: its hash, `empty`, or `unknown`, which equals nothing. */
export function answerKey(observation: Observation, error: ErrorFeatures | null): number {
  if (observation.state === 'known') return Math.max(2, hashOf(observation.fingerprint))
  if (error !== null) return Math.max(2, hashOf(error.signature))
  return observation.state === 'empty' ? observationKey.empty : observationKey.unknown
}
