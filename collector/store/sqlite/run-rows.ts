import type { RunKey } from '../store.ts'
import type { RunRow, Statements } from './statements.ts'

/**
 * Rows of `run` as they stand in the file: what a commit found or left is not read again, which would
 * cost as much as appending a step does. The file belongs to this process alone, so nobody else
 * changes them.
 */
export interface RunRows {
  /** The run's row, or undefined when it has none. */
  find(key: RunKey): RunRow | undefined
  /** The row as it is now. Within a transaction: should that fail, `forget` all. */
  keep(key: RunKey, row: RunRow): void
  /** After rows may have changed otherwise. */
  forget(): void
}

/** Rows that are remembered: about 200 bytes each. */
const mostRows = 16_384

/** Makes an empty memory of rows. */
export function createRunRows({ findRun }: Pick<Statements, 'findRun'>): RunRows {
  const rows = new Map<RunKey, RunRow>()
  const keep = (key: RunKey, row: RunRow): void => {
    if (rows.size >= mostRows && !rows.has(key)) rows.clear()
    rows.set(key, row)
  }
  return {
    find(key) {
      const known = rows.get(key)
      if (known !== undefined) return known
      const row = findRun.get(key) as RunRow | undefined
      if (row !== undefined) keep(key, row)
      return row
    },
    keep,
    forget: () => rows.clear(),
  }
}
