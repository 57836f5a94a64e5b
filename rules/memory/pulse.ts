import { cell, flag, hasFlag, observationKey, type CallTable } from './call-table.ts'
import type { RunMemory } from './run-memory.ts'

/**
 * What each call of a pulse brought: `progress`; `stale`, nothing that was not known; `empty`; `failed`;
 * `unknown`, not captured.
 */
export const beats = ['progress', 'stale', 'empty', 'failed', 'unknown'] as const

/** One of {@link beats}. */
export type Beat = (typeof beats)[number]

interface Timed {
  readonly beat: Beat
  /** Milliseconds before the run's newest end. */
  readonly ageMs: number
}

/** What the newest settled calls of a run brought, oldest first, at most `most` of at most 64 a lane. */
export function pulseOf({ state }: Pick<RunMemory, 'state'>, most: number): readonly Beat[] {
  const newestMs = Math.round(state.lastEndMs)
  const calls = state.lanes.flatMap(({ calls }) => timed(calls, newestMs))
  return calls
    .toSorted((a, b) => b.ageMs - a.ageMs)
    .slice(-most)
    .map(({ beat }) => beat)
}

function timed(calls: CallTable, newestMs: number): readonly Timed[] {
  return Array.from({ length: calls.count }, (_, row) => ({
    beat: beatOf(calls, row),
    ageMs: (newestMs - cell(calls, row, 'endMs')) | 0,
  }))
}

function beatOf(calls: CallTable, row: number): Beat {
  if (hasFlag(calls, row, flag.failed)) return 'failed'
  if (hasFlag(calls, row, flag.progress)) return 'progress'
  const observation = cell(calls, row, 'observation')
  if (observation === observationKey.unknown) return 'unknown'
  return observation === observationKey.empty ? 'empty' : 'stale'
}
