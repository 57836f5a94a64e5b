import { withoutRows, withRow, type RowIds } from './row-ids.ts'

/** What is remembered of one settled tool call: a row of packed numbers. */
export const column = {
  /** Call without its comments; 0 when the arguments are unknown. */
  gist: 0,
  /** Observation; {@link observationKey} says which. 0 is unknown. */
  observation: 1,
  /** Index in the lane's tool names. */
  tool: 2,
  resource: 3,
  error: 4,
  flags: 5,
  round: 6,
  epoch: 7,
  /** Place among the settled steps of the lane. */
  ordinal: 8,
  /** Start, milliseconds since the epoch, modulo 2^32: differences are right, see `pauseMs`. */
  startMs: 9,
  /** End, likewise. */
  endMs: 10,
  /** Size of a result that was not captured, see `sizeKey`; 0 when it is not known. */
  size: 11,
} as const

const WIDTH = Object.keys(column).length

/** Values of {@link column.observation} that are no hash. */
export const observationKey = { unknown: 0, empty: 1 } as const

/** Bits of {@link column.flags}. */
export const flag = {
  failed: 1,
  mutating: 2,
  effect: 4,
  waiting: 8,
  progress: 16,
  transient: 32,
  /** Another call of the same round was the same call. */
  echo: 128,
  /** Told by a later prompt, and by nothing else so far. */
  prompt: 256,
  /** Told by MCP. */
  mcp: 512,
  /** What it took was waiting, as its arguments say. */
  slept: 1024,
  /** A value that moves: see `ToolFacts.moving`. */
  moved: 2048,
} as const

/** The newest tool calls of a lane, oldest first. Bounded; plain arrays that a store can pack. */
export interface CallTable {
  rows: Uint32Array
  count: number
  /** Of all rows, see `rowIds`. */
  ids: string
}

/** Most rows kept. Repeats at a greater distance are seen by novelty, not by identity. */
export const TABLE_ROWS = 64

/** A table without rows. */
export function createCallTable(): CallTable {
  return { rows: new Uint32Array(0), count: 0, ids: '' }
}

/** A table that may be written without changing the first one. It has room for one row more, so that it is copied once. */
export function copyCallTable({ rows, count, ids }: CallTable): CallTable {
  const size = Math.max(rows.length, sizeFor(count + 1))
  if (size === rows.length) return { rows: rows.slice(), count, ids }
  const copy = new Uint32Array(size)
  copy.set(rows)
  return { rows: copy, count, ids }
}

/** One value of one row. */
export function cell(table: CallTable, row: number, name: keyof typeof column): number {
  return table.rows[row * WIDTH + column[name]] ?? 0
}

/** True when a row before this one has the value. */
export function hasBefore(table: CallTable, row: number, name: keyof typeof column, value: number): boolean {
  for (let i = row - 1; i >= 0; i--) if (cell(table, i, name) === value) return true
  return false
}

/** Writes one value of a row: an unsigned whole number below 2^32. */
export function setCell(table: CallTable, row: number, name: keyof typeof column, value: number): void {
  table.rows[row * WIDTH + column[name]] = value
}

/** True when the row has any of these flags. */
export function hasFlag(table: CallTable, row: number, bit: number): boolean {
  return (cell(table, row, 'flags') & bit) !== 0
}

/** Gives flags to a row. */
export function setFlag(table: CallTable, row: number, bit: number): void {
  setCell(table, row, 'flags', cell(table, row, 'flags') | bit)
}

/** Takes flags from a row. */
export function clearFlag(table: CallTable, row: number, bit: number): void {
  setCell(table, row, 'flags', cell(table, row, 'flags') & ~bit)
}

/** Appends a row and forgets the oldest ones when the table holds `maxRows`. Returns its index. */
export function appendRow(
  table: CallTable,
  maxRows: number,
  values: Readonly<Record<keyof typeof column, number>>,
  ids: RowIds,
): number {
  dropRows(table, maxRows - 1)
  if (table.rows.length < (table.count + 1) * WIDTH) grow(table)
  const row = table.count++
  write(table.rows, row * WIDTH, values)
  table.ids = withRow(table.ids, ids)
  return row
}

/** Forgets the oldest rows until at most `most` are left. */
export function dropRows(table: CallTable, most: number): void {
  const surplus = table.count - most
  if (surplus <= 0) return
  table.rows.copyWithin(0, surplus * WIDTH)
  table.ids = withoutRows(table.ids, surplus)
  table.count = most
}

/** By name, because a loop over the names would cost more than all else about a row. */
function write(rows: Uint32Array, at: number, values: Readonly<Record<keyof typeof column, number>>): void {
  rows[at + column.gist] = values.gist
  rows[at + column.observation] = values.observation
  rows[at + column.tool] = values.tool
  rows[at + column.resource] = values.resource
  rows[at + column.error] = values.error
  rows[at + column.flags] = values.flags
  rows[at + column.round] = values.round
  rows[at + column.epoch] = values.epoch
  rows[at + column.ordinal] = values.ordinal
  rows[at + column.startMs] = values.startMs
  rows[at + column.endMs] = values.endMs
  rows[at + column.size] = values.size
}

/** Length of the rows of a table with `count` of them: eight by eight. */
function sizeFor(count: number): number {
  return Math.min(TABLE_ROWS, (count + 7) & ~7) * WIDTH
}

function grow(table: CallTable): void {
  const rows = new Uint32Array(sizeFor(table.count + 1))
  rows.set(table.rows)
  table.rows = rows
}

/** Milliseconds from one time to another, up to 24 days; each may be a time of a row. */
export function msBetween(fromMs: number, toMs: number): number {
  return (Math.round(toMs) - Math.round(fromMs)) | 0
}

/** Milliseconds from the end of one row to the start of a later one, up to 24 days; 0 when they overlap. */
export function pauseMs(table: CallTable, earlier: number, later: number): number {
  return Math.max(0, (cell(table, later, 'startMs') - cell(table, earlier, 'endMs')) | 0)
}

/** Milliseconds that the call of a row took, up to 24 days. */
export function tookMs(table: CallTable, row: number): number {
  return Math.max(0, (cell(table, row, 'endMs') - cell(table, row, 'startMs')) | 0)
}
