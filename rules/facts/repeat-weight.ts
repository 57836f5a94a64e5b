import { cell, flag, pauseMs, hasFlag, observationKey, tookMs, type CallTable } from '../memory/call-table.ts'

/** Rows of one call as evidence. */
export interface RepeatWeight {
  /** 1 for the first; later ones count less when they wait patiently or retry a transient error. */
  readonly weight: number
  /** What the newest added to it. */
  readonly newestWeight: number
}

/** A repeat after at most this pause is a spin, however long a model may think, milliseconds. */
const SPIN_MS = 20_000
/** A repeat after at least this pause is a patient look, milliseconds. Between the two it is something of both. */
export const PATIENT_MS = 45_000
/** A patient look is charged by the time waited, this much as one spin, at most {@link PATIENT_WEIGHT}. */
const CHARGED_MS = 540_000
const PATIENT_WEIGHT = 0.4
/** A wait by intent that is patience, milliseconds; a shorter one is a spin with a brake. */
const SHORTEST_WAIT_MS = 5000
/** A pause that grew once may have grown by chance; one that grew again is a plan. */
const GROWN_WEIGHT = 0.6
const GROWING_WEIGHT = 0.2
/** Shorter pauses grow by chance. */
const SHORTEST_PAUSE_MS = 500
/** Identical retries of a transient error that are free. */
const FREE_RETRIES = 2

/** Rows of one call as evidence: patient looks and free retries count less than a spin. */
export function weigh(table: CallTable, same: readonly number[]): RepeatWeight {
  let weight = Math.min(1, same.length)
  let newestWeight = weight
  let lastPauseMs = 0
  let growing = 0
  let retries = 0
  for (let k = 1; k < same.length; k++) {
    const row = same[k] ?? 0
    const waitedMs = Math.max(pauseMs(table, same[k - 1] ?? 0, row), sleptMs(table, row))
    growing = growingAfter(growing, lastPauseMs, waitedMs)
    const isFree = hasFlag(table, row, flag.transient) && retries++ < FREE_RETRIES
    const meantMs = intendedMs(table, same[k - 1] ?? 0, row)
    newestWeight = isFree ? 0 : Math.min(weightAfter(waitedMs, growing), weightOfIntended(meantMs))
    weight += newestWeight
    lastPauseMs = waitedMs
  }
  return { weight, newestWeight }
}

/** How long was waited between two calls by calls made for that: a tool that waits, a `sleep` in a shell. Milliseconds. */
function intendedMs(table: CallTable, from: number, to: number): number {
  let meantMs = sleptMs(table, to)
  for (let i = from + 1; i < to; i++)
    meantMs += hasFlag(table, i, flag.waiting) ? tookMs(table, i) : sleptMs(table, i)
  return meantMs
}

/** Who waits by intent is patient sooner: no part of that pause is a model that thinks. Each look costs a turn all the same. */
function weightOfIntended(meantMs: number): number {
  if (meantMs < SHORTEST_WAIT_MS) return 1
  return Math.min(PATIENT_WEIGHT, Math.max(PATIENT_MS, meantMs) / CHARGED_MS)
}

/** How often in a row a pause was half as long again as the one before, `waitedMs` included. */
export function growingAfter(growing: number, lastPauseMs: number, waitedMs: number): number {
  return lastPauseMs >= SHORTEST_PAUSE_MS && waitedMs >= lastPauseMs * 1.5 ? growing + 1 : 0
}

/**
 * How long a call took that waits, as its arguments say (`sleep 60 && gh run view`), or that brought nothing: it may have
 * been made to pass the time. Milliseconds.
 */
export function sleptMs(table: CallTable, row: number): number {
  const isWait = cell(table, row, 'observation') === observationKey.empty || hasFlag(table, row, flag.slept)
  return isWait && !hasFlag(table, row, flag.failed) ? tookMs(table, row) : 0
}

/** Spacing counts: long and growing pauses are patience, constant short ones a spin; rare looks are a schedule. */
export function weightAfter(waitedMs: number, growing: number): number {
  if (waitedMs > CHARGED_MS) return (PATIENT_WEIGHT * CHARGED_MS) / waitedMs
  if (waitedMs >= PATIENT_MS) return Math.min(PATIENT_WEIGHT, waitedMs / CHARGED_MS)
  const patience = Math.max(0, (waitedMs - SPIN_MS) / (PATIENT_MS - SPIN_MS))
  const spaced = 1 - patience * (1 - PATIENT_MS / CHARGED_MS)
  if (growing === 0) return spaced
  return Math.min(spaced, growing === 1 ? GROWN_WEIGHT : GROWING_WEIGHT)
}
