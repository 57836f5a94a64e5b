import { describe, expect, it } from 'vitest'
import { changeBetween, type Change } from '../../../rules/facts/volatile-change.ts'
import type { Watched } from '../../../rules/facts/volatile-memory.ts'
import { ofLine, withNumber } from '../../../rules/words/leaf-number.ts'

interface Answer {
  /** Hashes of lines. */
  readonly lines: readonly number[]
  /** Path and value in turn. */
  readonly leaves?: readonly number[]
}

function change(before: Answer, now: Answer, lineCount = now.lines.length): Change {
  const of = ({ lines, leaves = [] }: Answer) => ({
    lines: Uint32Array.from(lines),
    leaves: Uint32Array.from(leaves),
  })
  const nothing = { gist: 1, epoch: 0, ordinal: 0, streak: 1, pairs: 0, returns: 0, fields: [] }
  const watched: Watched = { ...nothing, recent: new Uint32Array(0), ...of(before) }
  return changeBetween(watched, { state: 'known', fingerprint: 'f', lineCount, sizeChars: 9, ...of(now) })
}

const other = { kind: 'other' }
/** A JSON leaf; its path is even. */
const leaf = (path: number): number => ofLine(path * 16, null)
/** The words of a line. */
const line = (path: number, place: number): number => ofLine(path * 16, place)
const number = (value: number): number => withNumber(0, value, 0)

describe('how an answer differs from the one before', () => {
  it('is not at all where all lines are the same', () => {
    expect(change({ lines: [1, 5, 9] }, { lines: [1, 5, 9] })).toEqual({ kind: 'none' })
    expect(change({ lines: [] }, { lines: [] })).toEqual({ kind: 'none' })
  })

  it('is in the values of leaves, whose lines are others and all else the same', () => {
    const [before, now] = [
      [leaf(1), number(3), leaf(2), 64],
      [leaf(1), number(7), leaf(2), 64],
    ]
    const found = change({ lines: [1, 5, 9], leaves: before }, { lines: [1, 6, 9], leaves: now })
    expect(found).toEqual({ kind: 'fields', moved: [{ path: leaf(1), by: 64 }], value: 6 })
    const three = [1, 2, 3].flatMap((path) => [leaf(path), number(1)])
    const moved = [1, 2, 3].flatMap((path) => [leaf(path), number(0)])
    expect(change({ lines: [1, 2, 3, 9], leaves: three }, { lines: [4, 5, 6, 9], leaves: moved })).toEqual({
      kind: 'fields',
      moved: [1, 2, 3].map((path) => ({ path: leaf(path), by: -64 })),
      value: 4 ^ 5 ^ 6,
    })
  })

  it('is in the numbers of a line, of which one line may hold more', () => {
    const [before, now] = [
      [line(1, 2), number(3), line(2, 2), number(1)],
      [line(1, 2), number(7), line(2, 2), number(0)],
    ]
    const moved = [
      { path: line(1, 2), by: 64 },
      { path: line(2, 2), by: -64 },
    ]
    const alone = change({ lines: [5], leaves: before }, { lines: [6], leaves: now })
    expect(alone).toEqual({ kind: 'fields', moved, value: 6 })
    const two = [line(1, 2), number(7), line(2, 3), number(0)]
    const other = [line(1, 2), number(3), line(2, 3), number(1)]
    expect(change({ lines: [1, 5], leaves: other }, { lines: [1, 6], leaves: two })).toMatchObject({
      moved: [{ path: 0, by: null }],
    })
  })

  it('is somewhere in its lines where no leaf tells which', () => {
    const unnamed = { kind: 'fields', moved: [{ path: 0, by: null }], value: 6 }
    expect(change({ lines: [1, 5] }, { lines: [1, 6] })).toEqual(unnamed)
    const leaves = [leaf(1), 64]
    expect(change({ lines: [1, 5], leaves }, { lines: [1, 6], leaves })).toEqual(unnamed)
    expect(change({ lines: [1, 5], leaves }, { lines: [1, 6], leaves: [leaf(2), 64] })).toEqual(unnamed)
    expect(change({ lines: [1, 5], leaves }, { lines: [1, 6], leaves: [...leaves, leaf(2), 64] })).toEqual(
      unnamed,
    )
  })

  it('is another answer where nothing stays that was not a number', () => {
    const [before, now] = [
      [leaf(1), number(3)],
      [leaf(1), number(7)],
    ]
    expect(change({ lines: [5], leaves: before }, { lines: [6], leaves: now })).toEqual(other)
    expect(change({ lines: [5] }, { lines: [6] })).toEqual(other)
    const mixed = (value: number): readonly number[] => [leaf(1), number(value), line(2, 1), number(value)]
    expect(change({ lines: [5, 7], leaves: mixed(3) }, { lines: [6, 8], leaves: mixed(7) })).toEqual(other)
  })

  it('is another answer where more than three lines are others, or one more', () => {
    expect(change({ lines: [1, 2, 3, 4, 90] }, { lines: [5, 6, 7, 8, 90] })).toEqual(other)
    expect(change({ lines: [1, 2, 3, 90] }, { lines: [5, 6, 7, 90] })).toMatchObject({ kind: 'fields' })
    expect(change({ lines: [1, 2] }, { lines: [1, 2, 3] })).toEqual(other)
    expect(change({ lines: [1, 2, 3] }, { lines: [1, 4] })).toEqual(other)
  })

  it('is less where lines are gone and none has come, as long as some stay', () => {
    expect(change({ lines: [1, 2, 3] }, { lines: [1, 2] })).toEqual({ kind: 'less' })
    expect(change({ lines: [1, 2, 3, 4, 5, 6] }, { lines: [3] })).toEqual({ kind: 'less' })
    expect(change({ lines: [1, 2] }, { lines: [] })).toEqual(other)
  })

  it('is another answer where more than three leaves moved', () => {
    const leaves = (value: number, count: number): readonly number[] =>
      Array.from({ length: count }, (_, i) => [line(i + 1, 0), number(value)]).flat()
    const moved = (count: number): Change =>
      change({ lines: [1, 5], leaves: leaves(3, count) }, { lines: [1, 6], leaves: leaves(7, count) })
    expect(moved(3)).toMatchObject({ kind: 'fields' })
    expect(moved(4)).toEqual(other)
  })

  it('cannot be told where there are more lines than a sketch holds', () => {
    const lines = Array.from({ length: 64 }, (_, i) => i)
    expect(change({ lines }, { lines }, 64)).toEqual({ kind: 'none' })
    expect(change({ lines }, { lines }, 65)).toEqual(other)
  })
})
