import { describe, expect, it } from 'vitest'
import {
  appendRow,
  cell,
  clearFlag,
  column,
  copyCallTable,
  createCallTable,
  dropRows,
  flag,
  hasFlag,
  msBetween,
  pauseMs,
  setCell,
  tookMs,
  type CallTable,
} from '../../../rules/memory/call-table.ts'
import { rowIds } from '../../../rules/memory/row-ids.ts'
import { hashName, hashId, hashOf } from '../../../rules/memory/hash.ts'

type Row = Record<keyof typeof column, number>
const columns = Object.keys(column) as (keyof typeof column)[]

function row(n: number, parts: Partial<Row> = {}): Row {
  const values = Object.fromEntries(columns.map((name, i) => [name, 100 * n + i])) as Row
  return { ...values, ...parts }
}

function tableOf(...rows: readonly Row[]): CallTable {
  const table = createCallTable()
  for (const [i, each] of rows.entries())
    appendRow(table, 64, each, { step: `s${i}`, span: null, call: null })
  return table
}

const rowOf = (table: CallTable, index: number): Row =>
  Object.fromEntries(columns.map((name) => [name, cell(table, index, name)])) as Row

describe('a table of calls', () => {
  it('gives back each column of each row', () => {
    const table = tableOf(row(1), row(2), row(3))
    expect([0, 1, 2].map((i) => rowOf(table, i))).toEqual([row(1), row(2), row(3)])
    expect(cell(table, 9, 'gist')).toBe(0)
  })

  it('forgets the oldest rows when it is full, with their ids', () => {
    const table = createCallTable()
    for (let i = 0; i < 10; i++) appendRow(table, 4, row(i), { step: `s${i}`, span: null, call: null })
    expect(table.count).toBe(4)
    expect([0, 1, 2, 3].map((i) => rowOf(table, i))).toEqual([row(6), row(7), row(8), row(9)])
    expect(rowIds(table.ids).map(({ step }) => step)).toEqual(['s6', 's7', 's8', 's9'])
    dropRows(table, 9)
    expect(table.count).toBe(4)
    dropRows(table, 1)
    expect(rowOf(table, 0)).toEqual(row(9))
  })

  it('grows eight rows at a time, to 64', () => {
    const width = columns.length
    const lengths = Array.from({ length: 64 }, (_, i) =>
      tableOf(...Array.from({ length: i + 1 }, (_, k) => row(k))),
    )
    expect(lengths.map(({ rows }) => rows.length / width)).toEqual(
      Array.from({ length: 64 }, (_, i) => 8 * Math.ceil((i + 1) / 8)),
    )
  })

  it('is copied before it is written to, with room for one more row', () => {
    for (const count of [1, 7, 8, 64]) {
      const table = tableOf(...Array.from({ length: count }, (_, k) => row(k)))
      const copy = copyCallTable(table)
      expect(copy).toMatchObject({ count, ids: table.ids })
      expect(copy.rows.length).toBe(columns.length * Math.min(64, 8 * Math.ceil((count + 1) / 8)))
      setCell(copy, 0, 'gist', 7)
      expect(cell(table, 0, 'gist')).toBe(0)
      expect(rowOf(copy, count - 1)).toEqual({ ...row(count - 1), ...(count === 1 ? { gist: 7 } : {}) })
    }
  })

  it('has flags that are set, asked for and taken one by one', () => {
    const table = tableOf(row(0, { flags: flag.failed | flag.echo }))
    expect(hasFlag(table, 0, flag.failed)).toBe(true)
    expect(hasFlag(table, 0, flag.progress)).toBe(false)
    expect(hasFlag(table, 0, flag.progress | flag.echo)).toBe(true)
    clearFlag(table, 0, flag.failed)
    expect(cell(table, 0, 'flags')).toBe(flag.echo)
  })

  it('tells pauses and durations, also where the clock of 32 bits comes round', () => {
    const late = 2 ** 32 - 500
    const table = tableOf(
      row(0, { startMs: late, endMs: late + 200 }),
      row(1, { startMs: 700, endMs: 900 }),
      row(2, { startMs: 800, endMs: 850 }),
    )
    expect([pauseMs(table, 0, 1), pauseMs(table, 1, 2)]).toEqual([1000, 0])
    expect([tookMs(table, 0), tookMs(table, 1)]).toEqual([200, 200])
    expect(msBetween(1_796_000_000_000, 1_796_000_000_250)).toBe(250)
    expect(msBetween(1_796_000_000_250, 1_796_000_000_000)).toBe(-250)
  })
})

describe('a hash', () => {
  it('of a fingerprint is its first 32 bits, never 0; of none 0', () => {
    expect(hashOf('0000001fabcdef')).toBe(31)
    expect(hashOf('9abcdef012345678')).toBe(0x9abcdef0)
    expect(hashOf('00000000ffff')).toBe(1)
    expect(hashOf(null)).toBe(0)
  })

  it('of a name depends on each character and on the seed', () => {
    const hashes = ['', 'a', 'b', 'ab', 'ba', 'main'].map((name) => hashName(name))
    expect(new Set(hashes).size).toBe(6)
    expect(hashName('main', 1)).not.toBe(hashName('main', 2))
    expect(hashName('main')).toBe(hashName('main'))
  })

  it('of an id is a whole number of 53 bits', () => {
    const hashes = Array.from({ length: 100 }, (_, i) => hashId(`call_${i}`))
    expect(new Set(hashes).size).toBe(100)
    expect(hashes.every((hash) => Number.isSafeInteger(hash) && hash > 0)).toBe(true)
    expect(Math.max(...hashes)).toBeGreaterThan(2 ** 48)
  })
})
