import { describe, expect, it } from 'vitest'
import { repeatsOf } from '../../../rules/facts/repeats.ts'
import { weigh } from '../../../rules/facts/repeat-weight.ts'
import {
  appendRow,
  createCallTable,
  flag,
  type CallTable,
  type column,
} from '../../../rules/memory/call-table.ts'

type Row = Partial<Record<keyof typeof column, number>>

const same: Row = { gist: 7, observation: 70 }
const other: Row = { gist: 8, observation: 80 }
const unknown = 0

/** Each begins a second after the one before ended, and takes no time, unless it says otherwise. */
function tableOf(rows: readonly Row[]): CallTable {
  const table = createCallTable()
  for (const [index, row] of rows.entries()) {
    const values = {
      gist: 1,
      observation: 2,
      tool: 0,
      resource: 0,
      error: 0,
      flags: 0,
      round: 100 + index,
      epoch: 0,
      ordinal: index + 1,
      startMs: 1000 * index,
      endMs: 1000 * index,
      size: 0,
    }
    appendRow(table, 64, { ...values, ...row }, { step: `s${index}`, span: null, call: null })
  }
  return table
}

const repeatsIn = (rows: readonly Row[], patternsFrom = 0) =>
  repeatsOf(tableOf(rows), rows.length - 1, patternsFrom)

describe('the same call with the same answer', () => {
  it('is counted wherever it stands, this one included', () => {
    expect(repeatsIn([same, other, same, same])).toMatchObject({
      same: [0, 2, 3],
      calls: [0, 2, 3],
      weight: 3,
    })
    expect(repeatsIn([same, other])).toMatchObject({ same: [1], calls: [1], weight: 1 })
  })

  it('is none when nobody knows what came back, or what the arguments were', () => {
    const blind = { gist: 7, observation: unknown }
    expect(repeatsIn([blind, blind])).toMatchObject({ same: [], calls: [0, 1], weight: 0, newestWeight: 0 })
    const bare = { gist: 0, observation: 70 }
    expect(repeatsIn([bare, bare])).toMatchObject({ same: [], calls: [], weight: 0, unbroken: 0 })
  })

  it('is only counted since the last change', () => {
    const changed = { ...same, epoch: 1 }
    expect(repeatsIn([same, same, changed, changed])).toMatchObject({ same: [2, 3], calls: [0, 1, 2, 3] })
  })

  it('is only counted from where patterns begin', () => {
    expect(repeatsIn([same, same, same], 2)).toMatchObject({ same: [1, 2], calls: [1, 2], unbroken: 2 })
  })

  it('is, of a call whose answers vary, the streak at the end', () => {
    const moved = { ...same, observation: 71 }
    expect(repeatsIn([same, same, moved, same, same])).toMatchObject({ same: [3, 4], answersVary: true })
    expect(repeatsIn([moved, same])).toMatchObject({ same: [1], answersVary: true })
    expect(repeatsIn([same, same]).answersVary).toBe(false)
  })

  it('is counted once in a round', () => {
    const echo = { ...same, flags: flag.echo }
    expect(repeatsIn([same, echo, same, echo])).toMatchObject({ same: [0, 2], calls: [0, 2], unbroken: 2 })
  })
})

describe('calls at the end', () => {
  it('are unbroken as long as no other call stands between, whatever came back', () => {
    const moved = { ...same, observation: 71 }
    expect(repeatsIn([same, other, same, moved, same]).unbroken).toBe(3)
    expect(repeatsIn([same, other]).unbroken).toBe(1)
  })

  it('failed in a row at short intervals', () => {
    const failed = { ...same, flags: flag.failed }
    expect(repeatsIn([same, failed, failed]).failedInRow).toBe(2)
    expect(repeatsIn([failed, same, failed]).failedInRow).toBe(1)
    expect(repeatsIn([failed, other, failed]).failedInRow).toBe(1)
    expect(repeatsIn([failed, failed, same]).failedInRow).toBe(0)
    const later = { ...failed, startMs: 500_000, endMs: 500_000 }
    expect(repeatsIn([failed, failed, later]).failedInRow).toBe(1)
  })

  it('gave the same answer, whatever they were, calls that only wait between them left out', () => {
    const waiting = { gist: 9, observation: 90, flags: flag.waiting }
    const also = { gist: 6, observation: 70 }
    expect(repeatsIn([other, same, waiting, also, same]).sameAnswer).toEqual([1, 3, 4])
    expect(repeatsIn([same, other, same]).sameAnswer).toEqual([2])
    expect(repeatsIn([{ ...same, observation: unknown }]).sameAnswer).toEqual([])
    expect(repeatsIn([same, same, same], 2).sameAnswer).toEqual([1, 2])
  })

  it('gave the same answer once for each round', () => {
    const [first, second] = [
      { ...same, round: 1 },
      { ...same, gist: 6, round: 1 },
    ]
    expect(repeatsIn([same, first, second]).sameAnswer).toEqual([0, 2])
    expect(repeatsIn([same, { ...same, flags: flag.echo }]).sameAnswer).toEqual([0])
  })
})

describe('calls that failed alike', () => {
  const failed: Row = { gist: 7, error: 5, flags: flag.failed }

  it('are those with the same error among the newest ten', () => {
    expect(repeatsIn([failed, other, { ...failed, gist: 9 }]).sameError).toEqual([0, 2])
    expect(repeatsIn([failed, { ...failed, error: 6 }, failed]).sameError).toEqual([0, 2])
    expect(repeatsIn([failed, failed, ...Array.from({ length: 8 }, () => other), failed]).sameError).toEqual([
      1, 10,
    ])
    expect(repeatsIn([failed, other]).sameError).toEqual([])
    expect(repeatsIn([failed, failed], 2).sameError).toEqual([1])
  })

  it('are one for each round', () => {
    const together = { ...failed, round: 1 }
    expect(repeatsIn([failed, together, { ...together, gist: 9 }]).sameError).toEqual([0, 2])
    expect(repeatsIn([failed, { ...failed, flags: flag.failed | flag.echo }]).sameError).toEqual([0])
  })
})

describe('the weight of repeats', () => {
  /** Weight that the newest adds, after pauses of so many seconds between looks. */
  const newestAfter = (pausesS: readonly number[], row: Row = same): number => {
    let atMs = 0
    const rows = [0, ...pausesS].map((pauseS) => {
      atMs += pauseS * 1000
      return { ...row, startMs: atMs, endMs: atMs }
    })
    const table = tableOf(rows)
    return weigh(
      table,
      rows.map((_, index) => index),
    ).newestWeight
  }

  it('is one for a look that comes at once, or at the same short interval', () => {
    expect([[1], [5, 5], [20, 20, 20]].map((pauses) => newestAfter(pauses))).toEqual([1, 1, 1])
  })

  it('is less for long pauses, by the time waited, and least for a look that is rare', () => {
    const [minute, twoMinutes, tenMinutes, hour] = [60, 120, 600, 3600].map((pause) => newestAfter([pause]))
    expect(minute).toBeCloseTo(60 / 540)
    expect(twoMinutes).toBeCloseTo(120 / 540)
    expect(tenMinutes).toBeCloseTo((0.4 * 540) / 600)
    expect(hour).toBeCloseTo((0.4 * 540) / 3600)
    expect(newestAfter([45])).toBeCloseTo(45 / 540)
    expect(newestAfter([540])).toBeCloseTo(0.4)
  })

  it('falls evenly from a pause of 20 seconds to one of 45, with no cliff between', () => {
    const half = (1 + 45 / 540) / 2
    expect(newestAfter([20])).toBe(1)
    expect(newestAfter([32.5, 32.5])).toBeCloseTo(half)
    expect(newestAfter([44.9])).toBeCloseTo(45 / 540, 1)
  })

  it('is less for pauses that grow, least when they grow again', () => {
    const [once, twice] = [newestAfter([2, 3]), newestAfter([2, 3, 4.5])]
    expect(once).toBeLessThan(1)
    expect(twice).toBeLessThan(once)
    expect(newestAfter([2, 2.9])).toBe(1)
    expect(newestAfter([2, 3, 3])).toBe(1)
    // Shorter ones grow by chance.
    expect(newestAfter([0.4, 4])).toBe(1)
    expect(newestAfter([0.5, 4])).toBe(once)
  })

  it('is nothing for two retries of what failed in passing, and whole after them', () => {
    const retry = { ...same, flags: flag.failed | flag.transient }
    expect(
      [1, 2, 3].map((count) =>
        newestAfter(
          Array.from({ length: count }, () => 1),
          retry,
        ),
      ),
    ).toEqual([0, 0, 1])
  })

  it('is the sum of what each adds, and one for the first', () => {
    const rows = [0, 1000, 61_000, 62_000].map((atMs) => ({ ...same, startMs: atMs, endMs: atMs }))
    expect(weigh(tableOf(rows), [0, 1, 2, 3]).weight).toBeCloseTo(1 + 1 + 60 / 540 + 1)
    expect(weigh(tableOf(rows), [0])).toEqual({ weight: 1, newestWeight: 1 })
    expect(weigh(tableOf(rows), [])).toEqual({ weight: 0, newestWeight: 0 })
  })
})

describe('the same action of which nobody knows what came back', () => {
  const blind: Row = { gist: 7, observation: unknown, size: 24 }

  it('is repeated when the sizes are equal; that of the newest may not be known yet', () => {
    expect(repeatsIn([blind, blind, { ...blind, size: 0 }])).toMatchObject({
      sameAction: [0, 1, 2],
      actionWeight: 3,
    })
    expect(repeatsIn([blind, { ...blind, size: 26 }]).sameAction).toEqual([1])
    expect(repeatsIn([{ ...blind, size: 0 }, blind]).sameAction).toEqual([1])
  })

  it('ends where something is known, was changed, or failed', () => {
    for (const before of [{ ...same }, { ...blind, epoch: 1 }, { ...blind, flags: flag.failed }])
      expect(repeatsIn([blind, before, blind]).sameAction).toEqual([2])
    expect(repeatsIn([blind, other, blind]).sameAction).toEqual([0, 2])
  })

  it('is repeated when sizes that are estimates are near, and none is exact', () => {
    const about = (tokens: number): Row => ({ ...blind, size: 2 + 2 * tokens + 1 })
    expect(repeatsIn([about(100), about(108)]).sameAction).toEqual([0, 1])
    expect(repeatsIn([about(100), about(109)]).sameAction).toEqual([1])
    expect(repeatsIn([about(1000), about(1050)]).sameAction).toEqual([0, 1])
    expect(repeatsIn([about(1000), about(1060)]).sameAction).toEqual([1])
    expect(repeatsIn([{ ...blind, size: 202 }, about(100)]).sameAction).toEqual([1])
  })

  it('is none where what came back is known', () => {
    expect(repeatsIn([same, same])).toMatchObject({ sameAction: [], actionWeight: 0 })
  })
})
