import { describe, expect, it } from 'vitest'
import {
  lowerWordOf,
  standsAt,
  standsInAnyCase,
  trimmedEnd,
  unitAt,
  wordOf,
} from '../../../../rules/features/bytes/letters.ts'

const encode = (text: string): Uint8Array => new TextEncoder().encode(text)

describe('letters in bytes', () => {
  it('are 0 outside of the text', () => {
    const text = encode('ab')
    expect([-1, 0, 1, 2].map((at) => unitAt(text, at))).toEqual([0, 97, 98, 0])
  })

  it('stand at a place as they are, or in any case', () => {
    const text = encode('The UTC-1 End@')
    expect(standsAt(text, 4, 'UTC')).toBe(true)
    expect(standsAt(text, 4, 'utc')).toBe(false)
    expect(standsAt(text, 3, 'UTC')).toBe(false)
    expect(standsAt(text, 10, 'End@x')).toBe(false)
    expect(standsInAnyCase(text, 4, 'utc-1')).toBe(true)
    expect(standsInAnyCase(text, 10, 'end@')).toBe(true)
    expect(standsInAnyCase(text, 10, 'end`')).toBe(false)
    expect(standsInAnyCase(text, 10, 'UTC')).toBe(false)
    expect(standsInAnyCase(encode('AZ[{'), 0, 'az[{')).toBe(true)
    expect(standsInAnyCase(encode('[['), 0, '{[')).toBe(false)
  })

  it('are a word, as they are or in lower case', () => {
    const text = encode('xAZ@[az')
    expect(wordOf(text, 1, 5)).toBe('AZ@[')
    expect(lowerWordOf(text, 1, 7)).toBe('az@[az')
    expect(wordOf(text, 3, 3)).toBe('')
  })
})

describe('the end of a text without the space behind it', () => {
  const trimmed = (text: string, from = 0): number => trimmedEnd(encode(text), from, encode(text).length)

  it('is behind its last sign, whatever Unicode calls space', () => {
    const spaces = '\t\n\v\f\r \u00a0\u1680\u2000\u2005\u200a\u2028\u2029\u202f\u205f\u3000\ufeff'
    for (const space of spaces) expect([space, trimmed(`ab${space}`)]).toEqual([space, 2])
    expect(trimmed(`ab${spaces}`)).toBe(2)
    expect(trimmed(spaces)).toBe(0)
    expect(trimmed('')).toBe(0)
    expect(trimmed('a b')).toBe(3)
  })

  it('is behind what only looks like space by its last byte', () => {
    for (const text of ['a\u0008', 'a\u000e', 'à', 'a\u00a1', 'a\u200b', 'a\u2010', 'a漢', 'a\u3001'])
      expect(trimmed(text)).toBe(encode(text).length)
  })

  it('is not before where the text begins', () => {
    const text = encode('a\u00a0  ')
    expect(trimmedEnd(text, 4, 5)).toBe(4)
    expect(trimmedEnd(text, 2, 3)).toBe(3)
    expect(trimmedEnd(encode('\u3000'), 1, 3)).toBe(3)
  })
})
