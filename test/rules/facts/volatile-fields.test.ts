import { describe, expect, it } from 'vitest'
import { hasLearned, withChange } from '../../../rules/facts/volatile-fields.ts'
import { packWatched, unpackWatched, type Field, type Watched } from '../../../rules/facts/volatile-memory.ts'

const numbers = (...all: readonly number[]): Uint32Array => Uint32Array.from(all)
const field = (path: number, some: Partial<Field> = {}): Field => ({
  path,
  net: 0,
  way: 9,
  turns: 2,
  heading: 1,
  ...some,
})
const watched: Watched = {
  gist: 7,
  epoch: 1,
  ordinal: 12,
  streak: 4,
  pairs: 3,
  returns: 0,
  fields: [field(2)],
  recent: numbers(),
  leaves: numbers(2, 40),
  lines: numbers(1, 5),
}

describe('fields are learned as volatile', () => {
  it('from three pairs of answers on', () => {
    expect(hasLearned(watched)).toBe(true)
    expect(hasLearned({ ...watched, pairs: 2 })).toBe(false)
    expect(hasLearned({ ...watched, fields: [] })).toBe(false)
  })

  it('when each went to and fro, and got a third of its way at most', () => {
    const of = (...fields: readonly Field[]): boolean => hasLearned({ ...watched, fields })
    expect(of(field(2, { net: 3 }), field(4, { net: -3 }))).toBe(true)
    expect(of(field(2, { net: 4 }))).toBe(false)
    expect(of(field(2, { net: -4 }))).toBe(false)
    expect(of(field(2), field(4, { turns: 1 }))).toBe(false)
  })

  it('or when what stood there has come back twice', () => {
    const still = { ...watched, fields: [field(0, { turns: 0, way: 0 })] }
    expect(hasLearned({ ...still, returns: 2 })).toBe(true)
    expect(hasLearned({ ...still, returns: 1 })).toBe(false)
    expect(hasLearned({ ...still, returns: 2, pairs: 2 })).toBe(false)
  })
})

describe('one more pair of answers', () => {
  const moved = (path: number, by: number | null = 3, value = 50) =>
    withChange({ ...watched, recent: numbers(50, 51) }, { kind: 'fields', moved: [{ path, by }], value })

  it('adds to the way of the field that moved', () => {
    const from = field(2, { net: 5, way: 9, turns: 1, heading: 1 })
    const on = (by: number | null) =>
      withChange({ ...watched, fields: [from] }, { kind: 'fields', moved: [{ path: 2, by }], value: 50 })
        .fields[0]
    expect(on(4)).toEqual({ path: 2, net: 9, way: 13, turns: 1, heading: 1 })
    expect(on(-4)).toEqual({ path: 2, net: 1, way: 13, turns: 2, heading: -1 })
    expect(on(0)).toEqual(from)
    expect(on(null)).toEqual(from)
  })

  it('counts, and what stood there before has come back', () => {
    expect(moved(2)).toMatchObject({ streak: 5, pairs: 4, returns: 1 })
    expect(moved(2).recent).toEqual(numbers(51, 50))
    expect(moved(2, 3, 52)).toMatchObject({ streak: 5, pairs: 4, returns: 0 })
    expect(moved(2, 3, 52).recent).toEqual(numbers(50, 51, 52))
  })

  it('remembers six of the values that stood there', () => {
    const full = { ...watched, recent: numbers(1, 2, 3, 4, 5, 6) }
    const { recent } = withChange(full, { kind: 'fields', moved: [{ path: 2, by: 1 }], value: 7 })
    expect(recent).toEqual(numbers(2, 3, 4, 5, 6, 7))
  })

  it('leaves the fields as they are that did not move', () => {
    const two = { ...watched, fields: [field(2), field(4)] }
    const { fields } = withChange(two, { kind: 'fields', moved: [{ path: 4, by: 1 }], value: 7 })
    expect(fields).toEqual([field(2), field(4, { net: 1, way: 10 })])
  })

  it('begins afresh with a field that never moved before', () => {
    expect(moved(4)).toEqual({
      streak: 2,
      pairs: 1,
      returns: 0,
      fields: [{ path: 4, net: 3, way: 3, turns: 0, heading: 1 }],
      recent: numbers(50),
    })
    const both = [
      { path: 2, by: 1 },
      { path: 4, by: 1 },
    ]
    const { pairs, fields } = withChange(watched, { kind: 'fields', moved: both, value: 7 })
    expect([pairs, fields.map(({ path, way }) => [path, way])]).toEqual([
      1,
      [
        [2, 1],
        [4, 1],
      ],
    ])
  })

  it('is no news where it is the first', () => {
    const first = { ...watched, streak: 3, pairs: 0, fields: [] }
    expect(withChange(first, { kind: 'fields', moved: [{ path: 2, by: -1 }], value: 7 })).toEqual({
      streak: 4,
      pairs: 1,
      returns: 0,
      fields: [{ path: 2, net: -1, way: 1, turns: 0, heading: -1 }],
      recent: numbers(7),
    })
  })
})

describe('what is kept of the calls that are watched', () => {
  it('is the same after it was packed, negative numbers too', () => {
    const other = {
      ...watched,
      gist: 2 ** 32 - 1,
      fields: [field(2 ** 32 - 2, { net: -70, heading: -1 }), field(0, { heading: 0 })],
      recent: numbers(3, 4, 5),
      lines: numbers(),
    }
    expect(unpackWatched(packWatched([watched, other, watched]))).toEqual([watched, other, watched])
    expect(unpackWatched(packWatched([]))).toEqual([])
  })
})
