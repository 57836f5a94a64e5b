import { describe, expect, it } from 'vitest'
import { embeddedJson } from '../../../../rules/features/json/embedded.ts'
import { looksLikeJson } from '../../../../rules/features/json/open.ts'

describe('JSON in a text', () => {
  it.each<[string, unknown]>([
    ['{"a": [1, "x"]}', { a: [1, 'x'] }],
    [' [1, 2]\n', [1, 2]],
    ['"text"', 'text'],
    ['{"id": 12345678901234567}', { id: '12345678901234567' }],
    ['[1234567890123456]', [1234567890123456]],
    ['[12345678901234568]', [12345678901234568]],
    ['[-12345678901234567]', ['-12345678901234567']],
    ['["12345678901234567", "a\\"12345678901234567"]', ['12345678901234567', 'a"12345678901234567']],
    ['[12345678901234567.5, 12345678901234567e2]', [12345678901234568, 1234567890123456800]],
    ['[1, 22, 333, 4444, 12345678901234567]', [1, 22, 333, 4444, '12345678901234567']],
  ])('%s', (text, value) => {
    expect(embeddedJson(text)).toEqual(value)
  })

  it.each(['', '7', 'null', 'true', 'text', '{a}', '{"a": 1', '[1] [2]', '{"a": 12345678901234567'])(
    '%j is just text',
    (text) => {
      expect(embeddedJson(text)).toBeUndefined()
    },
  )
})

describe('a text looks like JSON', () => {
  it.each(['{}', '[]', '""', ' \n{x}\t ', '\ufeff[1]', `${' '.repeat(63)}{}`])('%j', (text) => {
    expect(looksLikeJson(text)).toBe(true)
  })

  it.each(['', '{', '{]', '[}', '"]', '1', 'a{}', '{}a', `${' '.repeat(64)}{}`, '   '])(
    'and %j does not',
    (text) => {
      expect(looksLikeJson(text)).toBe(false)
    },
  )

  it('up to a million characters', () => {
    const list = (chars: number): string => `[${' '.repeat(chars - 2)}]`
    expect(looksLikeJson(list(1024 * 1024))).toBe(true)
    expect(looksLikeJson(list(1024 * 1024 + 1))).toBe(false)
  })
})
