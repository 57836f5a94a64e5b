import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { callFeatures } from '../../../rules/features/call.ts'
import { hashing, keyedHashing } from './hashing.ts'

const keys = {
  resourceKeys: ['path', 'file_path', 'url', 'table', 'page'],
  commentKeys: ['description', 'reason', 'task_progress'],
}
const of = (args: unknown, tool = 'tool') => callFeatures(tool, args, keys, hashing)

describe('exact', () => {
  test('arguments that were not captured have no fingerprints', () => {
    expect(of(undefined)).toEqual({
      exact: null,
      gist: null,
      resource: null,
      leaves: new Uint32Array(0),
      writes: null,
    })
  })

  test('no arguments are an identity, however they are spelled', () => {
    const prints = [{}, '{}', '', null, 'null', [], '""', ' \n'].map((args) => of(args).exact)
    expect(new Set(prints).size).toBe(1)
    expect(prints[0]).toMatch(/^[0-9a-f]{32}$/)
  })

  test('the tool is part of it', () => {
    expect(of({ q: 1 }, 'a').exact).not.toBe(of({ q: 1 }, 'b').exact)
    expect(of({ q: 1 }).exact).not.toBe(callFeatures('tool', { q: 1 }, keys, keyedHashing).exact)
  })

  test('key order, spacing, number spelling and JSON in text do not matter', () => {
    const same = [
      { path: 'src', limit: 10, deep: { a: [1] } },
      '{"limit": 10.0, "deep": {"a": [1e0]}, "path": "src"}',
      { deep: '{ "a" : [ 1 ] }', path: 'src', limit: 1e1 },
    ]
    expect(new Set(same.map((args) => of(args).exact)).size).toBe(1)
  })

  test('text that is no JSON counts as it stands, apart from line ends and trailing space', () => {
    expect(of('{"path": ').exact).toBe(of('{"path":  \r\n').exact)
    expect(of('{"path": ').exact).not.toBe(of('{"path":x').exact)
    expect(of('{"path": ').gist).toBe(of('{"path": ').exact)
  })

  test('dates, times, numbers and ids in arguments are data', () => {
    const pairs: readonly (readonly [unknown, unknown])[] = [
      [{ from: '2026-02-21T00:00:00Z' }, { from: '2026-02-22T00:00:00Z' }],
      [{ page: 1 }, { page: 2 }],
      [{ session: 's_04fb06' }, { session: 's_b98147' }],
      [{ message_id: 'a1b2' }, { message_id: 'a1b3' }],
      [{ run_id: 'r1' }, { run_id: 'r2' }],
      [{ command: 'sleep 3 # took 12 ms' }, { command: 'sleep 3 # took 13 ms' }],
      [{ path: '/tmp/xyz123' }, { path: '/tmp/xyz124' }],
      [{ id: '550e8400-e29b-41d4-a716-446655440000' }, { id: '550e8400-e29b-41d4-a716-446655440001' }],
      [{ timestamp: 1 }, { timestamp: 2 }],
    ]
    for (const [one, other] of pairs) expect(of(one).exact).not.toBe(of(other).exact)
  })

  test('request ids and nonces beside other arguments are none', () => {
    expect(of({ q: 'x', request_id: 'a1', nonce: 4 }).exact).toBe(
      of({ q: 'x', request_id: 'b2', nonce: 5 }).exact,
    )
    expect(of({ q: 'x', meta: { requestId: 'a1' } }).exact).toBe(
      of({ q: 'x', meta: { requestId: 'b2' } }).exact,
    )
    expect(of({ request_id: 'a1' }).exact).not.toBe(of({ request_id: 'b2' }).exact)
  })

  test('any other change of a value changes it', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 3 }), fc.jsonValue({ maxDepth: 3 }), (one, other) => {
        const texts = [one, other].map((value) => JSON.stringify({ value }))
        fc.pre(texts[0] !== texts[1] && !texts.some((text) => /[[{]"|\\[rntbuf]|\s"|^\s/.test(text.slice(1))))
        expect(of({ value: one }).exact === of({ value: other }).exact).toBe(sameJson(one, other))
      }),
      { numRuns: 1000 },
    )
  })
})

describe('gist', () => {
  test('comment-like arguments do not count, at any depth, in any case', () => {
    const one = of({ path: 'a', Description: 'first I look', deep: [{ reason: 'because', n: 1 }] })
    const other = of({ path: 'a', task_progress: '- [x] look', deep: [{ n: 1 }] })
    expect(one.gist).toBe(other.gist)
    expect(one.exact).not.toBe(other.exact)
    expect(of({ path: 'a' }).gist).toBe(of({ path: 'a' }).exact)
    expect(of({ path: 'a' }).gist).not.toBe(of({ path: 'b' }).gist)
  })

  test('a call that only comments keeps its words', () => {
    expect(of({ reason: 'one' }).gist).not.toBe(of({ reason: 'two' }).gist)
  })
})

describe('resource', () => {
  const resource = (args: unknown) => of(args).resource

  test('is the first listed key that is there, at the top or one level down, for any tool', () => {
    expect(resource({ url: 'https://x.example/a', path: 'src/a.py' })).toBe(
      resource({ file_path: 'src/a.py' }),
    )
    expect(resource({ options: { path: 'src/a.py' } })).toBe(resource({ path: 'src/a.py', offset: 40 }))
    expect(of({ path: 'a' }, 'read').resource).toBe(of({ path: 'a' }, 'write').resource)
    expect(resource({ query: 'x' })).toBeNull()
    expect(resource({ path: '' })).toBeNull()
    expect(resource('some text')).toBeNull()
    expect(resource([{ path: 'a' }])).toBeNull()
  })

  test('one path or URL has one spelling', () => {
    expect(resource({ path: './src//lib/' })).toBe(resource({ path: 'src/lib' }))
    expect(resource({ path: 'src/./lib' })).toBe(resource({ path: 'src/lib' }))
    expect(resource({ url: 'https://x.example/a/#top' })).toBe(resource({ url: 'https://x.example/a' }))
    expect(resource({ path: '/' })).not.toBe(resource({ path: '.' }))
    expect(resource({ path: ['b', 'a'] })).toBe(resource({ path: ['a', 'b'] }))
    expect(resource({ page: 3 })).not.toBe(resource({ page: 4 }))
  })
})

describe('leaves', () => {
  test('one pair a leaf, at most 16, the path hash apart from the value hash', () => {
    const one = of({ path: 'a', offset: 0, deep: { list: [1, 2] } }).leaves
    const other = of({ deep: { list: [1, 3] }, offset: 0, path: 'a' }).leaves
    expect(one.length).toBe(8)
    expect([...one].map((value, i) => value !== other[i])).toEqual([
      false,
      false,
      false,
      true,
      false,
      false,
      false,
      false,
    ])
    expect(of(Object.fromEntries(Array.from({ length: 99 }, (_, i) => [`k${i}`, i]))).leaves.length).toBe(32)
  })
})

function sameJson(one: unknown, other: unknown): boolean {
  return sorted(one) === sorted(other)
}

function sorted(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(sorted).join()}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(Object.is(value, -0) ? 0 : value)
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${sorted(item)}`).join()}}`
}
