import { describe, expect, it } from 'vitest'
import { resourceText } from '../../../rules/features/resource.ts'

const keys = ['path', 'url', 'page', 'files']
const of = (args: unknown): string | null => resourceText(args, keys)

describe('what a call is about', () => {
  it('is the value of the first of the keys that says something', () => {
    expect(of({ url: 'https://x.example', path: 'a' })).toBe('a')
    expect(of({ path: ' ', url: 'b' })).toBe('b')
    expect(of({ path: null, url: 'b' })).toBe('b')
    expect(of({ path: { a: 1 }, page: 3 })).toBe('page=3')
    expect(of({ page: 0 })).toBe('page=0')
    expect(of({ name: 'a' })).toBeNull()
    expect(of({})).toBeNull()
  })

  it('stands at the top, or one level down, in JSON in a text too', () => {
    expect(of({ inner: { path: 'b' }, path: 'a' })).toBe('a')
    expect(of({ one: 1, two: { path: 'b' }, three: { path: 'c' } })).toBe('b')
    expect(of('{"path": "a"}')).toBe('a')
    expect(of({ input: '{"path": "a"}' })).toBe('a')
    expect(of({ one: { two: { path: 'a' } } })).toBeNull()
    expect(of({ list: [{ path: 'a' }] })).toBeNull()
    for (const none of [null, undefined, 7, 'path', [{ path: 'a' }], '["path"]']) expect(of(none)).toBeNull()
  })

  it('may be several things, in any order, up to 64', () => {
    expect(of({ files: ['b', './a', 3] })).toBe('3\na\nb')
    expect(of({ files: ['./a/'] })).toBe('a')
    expect(of({ files: [] })).toBeNull()
    expect(of({ files: ['a', null] })).toBeNull()
    expect(of({ files: ['a', ['b']] })).toBeNull()
    const many = (count: number): readonly string[] => Array.from({ length: count }, () => 'a')
    expect(of({ files: many(64) })).toBe(many(64).join('\n'))
    expect(of({ files: many(65) })).toBeNull()
  })

  it.each([
    [' src/a.ts ', 'src/a.ts'],
    ['././src/a.ts', 'src/a.ts'],
    ['src/././a.ts', 'src/a.ts'],
    ['src//a///b', 'src/a/b'],
    ['src/a//', 'src/a'],
    ['//host/a', '//host/a'],
    ['/', '/'],
    ['./', '.'],
    ['a#b', 'a#b'],
    ['https://x.example/a//b/#top', 'https://x.example/a//b'],
    ['HTTPS://x.example/./a', 'HTTPS://x.example/./a'],
    ['git+ssh://x/a/', 'git+ssh://x/a'],
  ])('has one spelling: %j is %j', (path, name) => {
    expect(of({ path })).toBe(name)
  })

  it('is a name of 4096 characters at most', () => {
    expect(of({ path: 'x'.repeat(5000) })).toBe('x'.repeat(4096))
  })
})
