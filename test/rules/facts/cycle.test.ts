import { describe, expect, it } from 'vitest'
import { cycleAt, type Cycle } from '../../../rules/facts/cycle.ts'
import {
  appendRow,
  createCallTable,
  flag,
  observationKey,
  setCell,
  type CallTable,
} from '../../../rules/memory/call-table.ts'

const row = {
  gist: 0,
  observation: 0,
  tool: 0,
  resource: 0,
  error: 0,
  flags: 0,
  round: 0,
  epoch: 0,
  ordinal: 0,
  startMs: 0,
  endMs: 0,
  size: 0,
}
const ids = { step: 's', span: null, call: null }

/**
 * Calls as letters, oldest first: `a1` is call a with answer 1; `?` for the answer is one that was not captured, for
 * the call one with unknown arguments. `(a1)` is an echo in its round, `[a1]` a call that only waits.
 */
function tableOf(calls: string): CallTable {
  const table = createCallTable()
  for (const [index, word] of calls.split(' ').entries()) {
    const [call = '', answer = ''] = word.replace(/[()[\]]/g, '')
    const gist = call === '?' ? 0 : call.charCodeAt(0)
    const observation = answer === '?' ? 0 : 10 + Number(answer)
    const flags = word.startsWith('(') ? flag.echo : word.startsWith('[') ? flag.waiting : 0
    appendRow(table, 64, { ...row, gist, observation, flags, ordinal: index + 1 }, ids)
  }
  return table
}

function cycleIn(calls: string, options: { callsOnly?: boolean; patternsFrom?: number } = {}): Cycle | null {
  const table = tableOf(calls)
  return cycleAt(table, table.count - 1, { callsOnly: false, patternsFrom: 0, ...options })
}

const seen = (calls: string, options: { callsOnly?: boolean; patternsFrom?: number } = {}) => {
  const cycle = cycleIn(calls, options)
  return cycle === null ? null : [cycle.period, cycle.rounds]
}

describe('calls that come round', () => {
  it.each([
    ['a1 b1', null],
    ['a1 b1 a1', [2, 1.5]],
    ['a1 b1 a1 b1', [2, 2]],
    ['c1 a1 b1 a1 b1 a1', [2, 2.5]],
    ['a1 b1 c1 a1 b1 c1', [3, 2]],
    ['a1 b1 c1 d1 a1 b1 c1 d1', [4, 2]],
    ['a1 b1 c1 d1 e1 a1 b1 c1 d1 e1', [5, 2]],
    ['a1 b1 c1 d1 e1 f1 g1 a1 b1 c1 d1 e1 f1 g1', null],
  ])('%s', (calls, expected) => {
    expect(seen(calls)).toEqual(expected)
  })

  it('are of the shortest period there is', () => {
    expect(seen('a1 b1 a1 b1 a1 b1 a1 b1')).toEqual([2, 4])
  })

  it('are rows of the table, oldest first', () => {
    expect(cycleIn('c1 a1 b1 a1 b1')?.rows).toEqual([1, 2, 3, 4])
    expect(cycleIn('a1 b1 x1 a1 b1')?.rows).toEqual([0, 1, 3, 4])
  })

  it('are the same loop wherever it is entered, and another when a call differs', () => {
    const loop = cycleIn('a1 b1 c1 a1 b1 c1')?.loop
    expect(loop).toBe('cycle:61.62.63')
    expect(cycleIn('c1 a1 b1 c1 a1 b1')?.loop).toBe(loop)
    expect(cycleIn('a1 b1 d1 a1 b1 d1')?.loop).not.toBe(loop)
    expect(cycleIn('a1 b1 a2 a1 b1 a2')?.loop).toBe('cycle:61.62')
  })
})

describe('no cycle', () => {
  it('is one call again and again, which is repetition', () => {
    expect(seen('a1 a1 a1 a1')).toBeNull()
    expect(seen('a1 a2 a1 a2 a1 a2')).toBeNull()
  })

  it('is made of answers that change, unless only the calls are compared', () => {
    expect(seen('a1 b1 a2 b2 a3 b3')).toBeNull()
    expect(seen('a1 b1 a2 b2 a3 b3', { callsOnly: true })).toEqual([2, 3])
  })

  it('is made of answers that were not captured, unless only the calls are compared', () => {
    expect(seen('a? b? a? b?')).toBeNull()
    expect(seen('a? b? a? b?', { callsOnly: true })).toEqual([2, 2])
  })

  it('is made of calls with unknown arguments', () => {
    expect(seen('?1 b1 ?1 b1')).toBeNull()
    expect(seen('?1 b1 ?1 b1', { callsOnly: true })).toBeNull()
  })
})

describe('in between', () => {
  it('one foreign call a round is let pass, and of two one is taken for a part of the cycle', () => {
    expect(seen('a1 b1 x1 a1 b1 y1 a1 b1')).toEqual([2, 3])
    expect(seen('a1 x1 b1 a1 y1 b1')).toEqual([2, 1.5])
    expect(seen('a1 b1 c1 a1 b1')).toEqual([2, 2])
    expect(seen('a1 b1 x1 y1 a1 b1')).toEqual([3, 5 / 3])
  })

  it('a foreign call is only let pass where that finds more rounds', () => {
    expect(cycleIn('a1 b1 x1 a1 b1 a1 b1')).toMatchObject({ rounds: 3, rows: [0, 1, 3, 4, 5, 6] })
    expect(cycleIn('x1 a1 b1 a1 b1')).toMatchObject({ rounds: 2, rows: [1, 2, 3, 4] })
  })

  it('echoes of a round and calls that only wait are not seen', () => {
    expect(seen('a1 (a1) b1 (b1) a1 [w1] [w1] b1 (b1)')).toEqual([2, 2])
    expect(cycleIn('a1 (a1) b1 a1 [w1] b1')?.rows).toEqual([0, 2, 3, 5])
  })
})

describe('how far back is looked', () => {
  it('is to where patterns begin', () => {
    expect(seen('a1 b1 a1 b1 a1 b1', { patternsFrom: 3 })).toEqual([2, 2])
    expect(seen('a1 b1 a1 b1', { patternsFrom: 3 })).toBeNull()
    expect(seen('a1 b1 a1 b1', { patternsFrom: 2 })).toEqual([2, 1.5])
  })

  it('is eighteen calls', () => {
    expect(seen(Array.from({ length: 40 }, (_, k) => ['a1', 'b1'][k % 2]).join(' '))).toEqual([2, 9])
    const others = Array.from({ length: 17 }, (_, k) => `${'cdefghijklmnopqrs'[k]}1`).join(' ')
    expect(seen(`a1 b1 ${others} a1 b1`)).toBeNull()
  })
})

describe('the rounds of a cycle as evidence', () => {
  /** Calls as above, each with the pause before it and, behind a `+`, what it took, seconds: `a1@60+5`. */
  const weight = (calls: string): number | undefined => {
    const words = calls.split(' ').map((word) => /^([^@]+)(?:@([\d.]+))?(?:\+([\d.]+))?$/.exec(word))
    const table = tableOf(words.map((word) => word?.[1] ?? '').join(' '))
    let atMs = 0
    for (const [index, word] of words.entries()) {
      atMs += 1000 * Number(word?.[2] ?? 1)
      setCell(table, index, 'startMs', atMs)
      atMs += 1000 * Number(word?.[3] ?? 0)
      setCell(table, index, 'endMs', atMs)
    }
    return cycleAt(table, table.count - 1, { callsOnly: false, patternsFrom: 0 })?.weight
  }

  it('count whole when they follow at once', () => {
    expect(weight('a1 b1 a1')).toBe(1.5)
    expect(weight('a1 b1 a1 b1 a1 b1')).toBe(3)
    expect(weight('a1@900 b1 a1 b1')).toBe(2)
  })

  it('count, after the first, by the longest wait since the same call before', () => {
    // 54 seconds are a tenth of the nine minutes that count as one call.
    expect(weight('a1 b1@54 a1@54 b1@54')).toBeCloseTo((2 + 0.1 + 0.1) / 2)
    expect(weight('a1 b1 a1@54 b1')).toBeCloseTo((2 + 0.1 + 0.1) / 2)
    expect(weight('a1 b1 a1 b1@54')).toBeCloseTo((2 + 1 + 0.1) / 2)
    expect(weight('a1 b1 c1@54 a1 b1 c1')).toBeCloseTo((3 + 0.1 + 0.1 + 1) / 3)
  })

  it('count little when the pauses grow and grow again, from the first of them', () => {
    expect(weight('a1 b1 a1@2 b1 a1@4 b1 a1@8 b1')).toBeCloseTo((2 + 6 * 0.2) / 2)
    expect(weight('a1 b1 a1@2 b1 a1@2 b1 a1@2 b1')).toBeCloseTo((2 + 1 + 0.6 + 4) / 2)
    expect(weight('a1@1 b1@0.3 a1@0.3 b1@0.3 a1@0.4 b1 a1@1')).toBeGreaterThan(3)
  })

  it('count with the time of calls that only wait, and without that of a foreign call', () => {
    expect(weight('a1 b1 a1 [w1]@0+54 b1')).toBeCloseTo((2 + 1 + 0.1) / 2)
    expect(weight('a1 b1 a1 [w1]@0+27 [w1]@0+26 b1')).toBeCloseTo((2 + 1 + 0.1) / 2)
    expect(weight('a1 b1 x1+54 a1 b1')).toBe(2)
    expect(weight('a1 b1 [w1]@0+54 x1 a1 b1')).toBe(2)
  })

  it('count little when a call that brings nothing takes the time', () => {
    const table = tableOf('a1 b1 a1 b1')
    for (const [row, startMs] of [0, 60_000, 120_000, 180_000].entries()) {
      setCell(table, row, 'startMs', startMs)
      setCell(table, row, 'endMs', startMs + 54_000)
    }
    const evidence = (): number | undefined =>
      cycleAt(table, table.count - 1, { callsOnly: false, patternsFrom: 0 })?.weight
    expect(evidence()).toBe(2)
    for (const row of [1, 3]) setCell(table, row, 'observation', observationKey.empty)
    expect(evidence()).toBeCloseTo((2 + 0.1 + 0.1) / 2)
  })

  it('count whole whatever the time where only the calls are compared', () => {
    const table = tableOf('a1 b1 a2 b2')
    for (const row of [0, 1, 2, 3]) setCell(table, row, 'startMs', row * 600_000)
    expect(cycleAt(table, 3, { callsOnly: true, patternsFrom: 0 })?.weight).toBe(2)
  })
})
