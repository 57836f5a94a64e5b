import { describe, expect, it } from 'vitest'
import { ByteBuffer } from '../../../rules/features/bytes/byte-buffer.ts'
import { endHash, mix, mixBytes, mixText, startHash } from '../../../rules/features/hash.ts'

describe('the hash', () => {
  it('is that of MurmurHash3, whose length is taken in last, by its published values', () => {
    const of = (seed: number, ...words: readonly number[]): number =>
      endHash(words.reduce(mix, seed) ^ (words.length * 4))
    expect(of(0)).toBe(0)
    expect(of(1)).toBe(0x514e28b7)
    expect(of(0xffffffff)).toBe(0x81f16f39)
    expect(of(0, 0x87654321)).toBe(0xf55b516b)
    expect(of(0x5082edee, 0x87654321)).toBe(0x2362f9de)
    expect(of(0, 0)).toBe(0x2362f9de)
  })

  it('of a few bytes is FNV-1a, by its published values', () => {
    const of = (text: string): number => {
      const bytes = new TextEncoder().encode(text)
      return mixBytes(0x811c9dc5, bytes, 0, bytes.length) >>> 0
    }
    expect(of('')).toBe(0x811c9dc5)
    expect(of('a')).toBe(0xe40c292c)
    expect(of('foobar')).toBe(0xbf9cf968)
  })

  it('of a text takes four bytes at a time, and those that are left one by one', () => {
    const buffer = new ByteBuffer()
    buffer.addText('abcdefgh')
    const { start } = buffer
    const word = 0x64636261
    expect(mixText(7, buffer, start, start)).toBe(7)
    expect(mixText(7, buffer, start, start + 4)).toBe(mix(7, word))
    expect(mixText(7, buffer, start, start + 6)).toBe(mix(mix(mix(7, word), 101), 102))
    expect(mixText(7, buffer, start, start + 8)).toBe(mix(mix(7, word), 0x68676665))
    expect(mixText(7, buffer, start + 1, start + 3)).toBe(mix(mix(7, 98), 99))
  })

  it('begins elsewhere with another seed', () => {
    expect(new Set([0, 1, 2, 4711].map(startHash)).size).toBe(4)
    expect(startHash(0x811c9dc5)).toBe(0)
  })
})
