import { describe, expect, it } from 'vitest'
import { stepOfSweep } from '../../../rules/facts/sweep.ts'
import { createLane } from '../../../rules/memory/lane-memory.ts'
import { leafValue } from '../../../rules/words/leaf.ts'

/** Arguments as leaves: letters are paths, each with a value; one in capitals is wording. */
function leavesOf(args: Readonly<Record<string, string>>): Uint32Array {
  return Uint32Array.from(
    Object.entries(args).flatMap(([path, value]) => [
      path.charCodeAt(0) * 16,
      leafValue(value.charCodeAt(0) << 12, value === value.toUpperCase()),
    ]),
  )
}

/** Whether each call, of one tool, is about another item than the one before. */
function items(...calls: readonly Readonly<Record<string, string>>[]): readonly boolean[] {
  const lane = createLane('main')
  return calls.map((args) => stepOfSweep(lane, 0, leavesOf(args)).isItem)
}

describe('another item of a kind', () => {
  it('is the same arguments with other values, one or all of them', () => {
    expect(items({ a: 'x' }, { a: 'y' }, { a: 'z' })).toEqual([false, true, true])
    expect(items({ a: 'x', b: 'x', c: 'x' }, { a: 'y', b: 'y', c: 'y' })).toEqual([false, true])
    expect(items({ a: 'x', b: 'Q' }, { a: 'y', b: 'Q' })).toEqual([false, true])
  })

  it('is none where nothing is another, or wording is', () => {
    expect(items({ a: 'x' }, { a: 'x' })).toEqual([false, false])
    expect(items({}, {})).toEqual([false, false])
    expect(items({ a: 'Q' }, { a: 'R' })).toEqual([false, false])
    expect(items({ a: 'x', b: 'Q' }, { a: 'y', b: 'R' })).toEqual([false, false])
  })

  it('is none where the arguments are others', () => {
    expect(items({ a: 'x' }, { b: 'y' })).toEqual([false, false])
    expect(items({ a: 'x' }, { a: 'y', b: 'x' })).toEqual([false, false])
    expect(items({ a: 'x', b: 'x' }, { a: 'y' })).toEqual([false, false])
    expect(items({ a: 'x', b: 'x' }, { a: 'y', c: 'x' })).toEqual([false, false])
  })
})

describe('what is remembered of the calls of a lane', () => {
  it('are the newest of two tools, that take turns', () => {
    const lane = createLane('main')
    const isItem = (tool: number, value: string): boolean =>
      stepOfSweep(lane, tool, leavesOf({ a: value, b: 'x' })).isItem
    expect([isItem(0, 'p'), isItem(1, 'p'), isItem(0, 'q'), isItem(1, 'q')]).toEqual([
      false,
      false,
      true,
      true,
    ])
    expect(isItem(2, 'p')).toBe(false)
    expect(isItem(1, 'r')).toBe(true)
    expect(isItem(0, 'r')).toBe(false)
  })

  it('is one call of each, and grows no further', () => {
    const lane = createLane('main')
    for (let i = 0; i < 20; i++) stepOfSweep(lane, i % 2, leavesOf({ a: 'xyz'[i % 3] ?? '', b: 'x' }))
    expect(lane.swept).toHaveLength(2 * (2 + 4))
  })
})
