import { describe, expect, it } from 'vitest'
import { ByteBuffer } from '../../../../rules/features/bytes/byte-buffer.ts'
import { addString } from '../../../../rules/features/json/escape.ts'
import { parseJson } from '../../../../rules/features/json/parse.ts'
import { node, Tape } from '../../../../rules/features/json/tape.ts'
import { writeJson, type Reading } from '../../../../rules/features/json/walk.ts'
import { HashBag } from '../../../../rules/features/sketch.ts'
import { numberMoved } from '../../../../rules/words/leaf-number.ts'
import { isWording } from '../../../../rules/words/leaf.ts'

interface Read {
  readonly json: string
  /** Distinct hashes of lines. */
  readonly lines: number
  readonly leaves: readonly (readonly [path: number, value: number])[]
  /** Strings that were read as text. */
  readonly texts: readonly string[]
  /** What keys said of the scalars. */
  readonly kinds: readonly string[]
}

function read(value: unknown, leaveOut?: Reading['leaveOut']): Read {
  const [tape, out, bag] = [new Tape(), new ByteBuffer(), new HashBag()]
  const texts: string[] = []
  const kinds: string[] = []
  tape.text.addText(typeof value === 'string' ? value : JSON.stringify(value))
  const root = parseJson(tape, tape.text.start, tape.text.length)
  const add = (to: ByteBuffer, given: Tape, at: number): void => {
    if (given.kind(at) === node.string) addString(to, given, at)
    else to.addBytes(given.text, given.from(at), given.to(at))
  }
  const pairs = writeJson(out, tape, root, {
    seed: 0,
    lines: bag,
    scalar: (to, given, at, kind) => {
      kinds.push(kind)
      add(to, given, at)
    },
    text: (to, given, at) => {
      texts.push(given.textOf(at))
      add(to, given, at)
    },
    ...(leaveOut !== undefined && { leaveOut }),
  })
  const leaves = Array.from(
    { length: pairs.length / 2 },
    (_, i) => [pairs[2 * i] ?? 0, pairs[2 * i + 1] ?? 0] as const,
  )
  return { json: out.text(out.start), lines: bag.sketch().distinct, leaves, texts, kinds }
}

describe('a document', () => {
  it('is written with sorted keys, plain numbers, and the JSON that stands in its strings', () => {
    expect(read('{"b": [1.0, 2e0], "a": "{\\"d\\": 1, \\"c\\": [ ]}", "": null}').json).toBe(
      '{"":null,"a":{"c":[],"d":1},"b":[1,2]}',
    )
    expect(read('["[1, 2]", "{no", "[1]x"]').json).toBe('[[1,2],"{no","[1]x"]')
  })

  it('is cut beyond 96 levels', () => {
    const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth)
    expect(read(nested(96)).json).toBe(nested(96))
    const inText = JSON.stringify(nested(60))
    expect(read(`${'['.repeat(60)}${inText}${']'.repeat(60)}`).json).toBe(
      `${'['.repeat(96)}"…"${']'.repeat(96)}`,
    )
  })

  it('is cut beyond fifty thousand values', () => {
    const { json } = read(Array.from({ length: 60_000 }, () => 1))
    expect(json.length).toBeGreaterThan(2 * 49_990)
    expect(json.length).toBeLessThan(2 * 50_010)
    const keys = read(Object.fromEntries(Array.from({ length: 60_000 }, (_, i) => [`k${i}`, 1]))).json
    expect(keys.split(':').length).toBeLessThan(50_010)
    expect(keys.split(':').length).toBeGreaterThan(49_990)
  })
})

describe('what is left out', () => {
  const leaveOut = ({ text }: { readonly text: string }): boolean => text === 'why'

  it('is left out at any depth, with its value', () => {
    expect(read({ a: 1, why: { x: 1 }, b: [{ why: 2, c: 3 }] }, leaveOut).json).toBe('{"a":1,"b":[{"c":3}]}')
    expect(read({ a: { why: 2 } }, leaveOut).json).toBe('{"a":{}}')
  })

  it('is not left out where nothing else is left of the document', () => {
    expect(read({ why: 1 }, leaveOut).json).toBe('{"why":1}')
    expect(read({ why: { why: 1 } }, leaveOut).json).toBe('{"why":{}}')
    expect(read({}, leaveOut).json).toBe('{}')
  })
})

describe('what a key says', () => {
  it('holds for its value and the values of a list, and not for those of an inner object', () => {
    expect(read({ pid: 1 }).kinds).toEqual(['pid'])
    expect(read({ pid: [1, [2]] }).kinds).toEqual(['pid', 'pid'])
    expect(read({ pid: { a: 1 }, ts: 2 }).kinds).toEqual(['data', 'time'])
    expect(read([{ pid: 1 }, 2]).kinds).toEqual(['pid', 'data'])
  })
})

describe('the lines of a document', () => {
  it('are its scalars, apart from those that say nothing', () => {
    expect(read({ a: 1, b: 'x', c: true }).lines).toBe(3)
    expect(read({ a: null, b: '', c: [], d: {} }).lines).toBe(0)
    expect(read(['true', 'nul', 'ab', 10, 1000]).lines).toBe(5)
    expect(read({ a: 1, b: 1 }).lines).toBe(2)
    expect(read([1, 1, 2]).lines).toBe(2)
    expect(read([{ a: 1 }, { a: 1 }]).lines).toBe(1)
  })

  it('are rows of two scalars and more inside of a document', () => {
    const row = (count: number): readonly number[] => Array.from({ length: count }, (_, i) => i)
    expect(read([row(2)]).lines).toBe(1)
    expect(read([row(64)]).lines).toBe(1)
    expect(read([row(65)]).lines).toBe(65)
    expect(read([[1]]).lines).toBe(1)
    expect(read(row(3)).lines).toBe(3)
    expect(read([[1, [2]]]).lines).toBe(2)
    expect(read([[1, 'x'.repeat(120)]]).lines).toBe(1)
    expect(read([[1, 'x'.repeat(121)]])).toMatchObject({ lines: 1, texts: ['x'.repeat(121)] })
    expect(read({ a: [1, 2], b: [1, 2] }).lines).toBe(1)
    expect(read([[1, '{"a":1,"b":2}']]).lines).toBe(1)
    expect(read({ a: [1, 2], b: 3 }).lines).toBe(2)
    // Of texts under a key each is one thing found.
    expect(read({ hits: ['first page', 'second page', 'third page'] }).lines).toBe(3)
    expect(read([['first page', 7]]).lines).toBe(1)
  })

  it('are those of a text where a string is one: more than 120 characters, or more than a line', () => {
    expect(read({ a: 'x'.repeat(120) }).texts).toEqual([])
    expect(read({ a: 'x'.repeat(121) }).texts).toHaveLength(1)
    expect(read({ a: 'ä'.repeat(120) }).texts).toEqual([])
    expect(read({ a: 'ä'.repeat(121) }).texts).toHaveLength(1)
    expect(read({ a: 'x\ny' }).texts).toEqual(['x\ny'])
    expect(read([['x\ny', 1]]).texts).toEqual([])
  })
})

describe('the leaves of a document', () => {
  it('are sixteen at most, in the order of their paths', () => {
    const many = Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`k${i + 10}`, i]))
    expect(read(many).leaves).toHaveLength(16)
    const [first] = read({ z: 1, a: 2 }).leaves
    expect(first).toEqual(read({ a: 2 }).leaves[0])
  })

  it('have a path each: the place in a list is part of it', () => {
    const paths = (value: unknown): readonly number[] => read(value).leaves.map(([path]) => path)
    expect(new Set(paths([1, 1, [1], { a: 1, b: 1 }, { a: 1 }])).size).toBe(6)
    expect(paths({ a: [1] })).toEqual(paths({ a: ['other'] }))
    expect(paths({ a: 1 })).not.toEqual(paths({ b: 1 }))
    expect(paths({ a: [[1], 2] })[1]).toBe(paths({ a: [0, 2] })[1])
  })

  it('tell how far a number went, and whether a value is wording', () => {
    const value = (given: unknown, key = 'limit'): number => read({ [key]: given }).leaves[0]?.[1] ?? 0
    expect(numberMoved(value(3), value(7))).toBe(64)
    expect(numberMoved(value('page 3'), value('page 7'))).toBe(64)
    expect(isWording(value('one two three'))).toBe(true)
    expect(isWording(value('one  two'))).toBe(false)
    expect(isWording(value('one two'))).toBe(false)
    expect(isWording(value('one', 'query'))).toBe(true)
    expect(isWording(read({ query: 'x', deep: { limit: 1 } }).leaves[0]?.[1] ?? 1)).toBe(false)
  })
})
