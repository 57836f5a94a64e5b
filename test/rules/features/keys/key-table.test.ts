import { describe, expect, it } from 'vitest'
import { mixBytes, startHash } from '../../../../rules/features/hash.ts'
import { keyAt, type KeyInfo } from '../../../../rules/features/keys/key-table.ts'

const encoder = new TextEncoder()

function infoOf(key: string): KeyInfo {
  const bytes = encoder.encode(`"${key}"`)
  return keyAt(bytes, 1, bytes.length - 1)
}

describe('what is known of a key', () => {
  it('is what it says of its value, and whether it is made up or asks for something', () => {
    expect(infoOf('request_id')).toMatchObject({
      text: 'request_id',
      kind: 'id',
      isNonce: true,
      isQuery: false,
    })
    expect(infoOf('search_query')).toMatchObject({ kind: 'data', isNonce: false, isQuery: true })
    expect(infoOf('limit')).toMatchObject({ kind: 'data', isNonce: false, isQuery: false })
  })

  it.each([
    'q',
    'query',
    'queries',
    'searchTerm',
    'PATTERN',
    'regex',
    'keywords',
    'question',
    'text',
    'what',
  ])('%s asks in words of its own', (key) => {
    expect(infoOf(key).isQuery).toBe(true)
  })

  it('is the same each time, found where it was put', () => {
    expect(infoOf('path')).toBe(infoOf('path'))
    expect(infoOf('path').hash).not.toBe(infoOf('paths').hash)
    expect(infoOf('x'.repeat(64))).toBe(infoOf('x'.repeat(64)))
  })

  it('is worked out anew for a key beyond 64 bytes', () => {
    const long = 'x'.repeat(65)
    expect(infoOf(long)).not.toBe(infoOf(long))
    expect(infoOf(long)).toEqual(infoOf(long))
  })

  it('is right for many thousands of keys, though not all of them are remembered', () => {
    const first = infoOf('key 0 of many')
    for (let i = 0; i < 5000; i++) {
      const key = `key ${i} of many`
      expect(infoOf(key).text).toBe(key)
    }
    expect(infoOf('key 0 of many')).not.toBe(first)
    expect(infoOf('key 0 of many')).toEqual(first)
    expect(infoOf('key 4999 of many')).toBe(infoOf('key 4999 of many'))
  })

  it('is its own, also of two keys that have one hash', () => {
    const seen = new Map<number, string>()
    const alike: string[] = []
    for (let i = 0; alike.length < 4 && i < 400_000; i++) {
      const bytes = encoder.encode(`key_${i.toString(36)}`)
      const hash = mixBytes(startHash(0), bytes, 0, bytes.length)
      const other = seen.get(hash)
      if (other !== undefined) alike.push(other, `key_${i.toString(36)}`)
      seen.set(hash, `key_${i.toString(36)}`)
    }
    expect(alike.length).toBeGreaterThan(0)
    for (const key of [...alike, ...alike]) expect(infoOf(key).text).toBe(key)
  })
})
