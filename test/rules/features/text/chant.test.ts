import { describe, expect, it } from 'vitest'
import { chantCount } from '../../../../rules/features/text/chant.ts'
import { Words } from '../../../../rules/features/text/words.ts'

/** Each letter is a word, `.` ends a sentence. */
function chant(text: string): number {
  const words = new Words()
  const letters = text.replaceAll('.', '')
  words.hashes = Int32Array.from(letters, (letter) => letter.charCodeAt(0) * 7919)
  words.count = letters.length
  const ends: number[] = []
  for (const [at, letter] of text.split('').entries()) if (letter === '.') ends.push(at - ends.length)
  words.ends = Int32Array.from(ends)
  words.endCount = ends.length
  return chantCount(words)
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'

describe('how often a phrase comes back', () => {
  it('counts sentences of two words and more', () => {
    expect(chant('ab.ab.ab.')).toBe(3)
    expect(chant('ab.cd.ab.cd.ab.')).toBe(3)
    expect(chant('a.a.a.')).toBe(0)
    expect(chant('ab.cd.')).toBe(1)
    expect(chant('ab.ba.')).toBe(1)
    expect(chant('')).toBe(0)
  })

  it('counts eight words in a row that need be no sentence', () => {
    expect(chant('abcdefgh'.repeat(3))).toBe(3)
    expect(chant('abcdefg')).toBe(0)
    expect(chant('abcdefgh')).toBe(1)
    expect(chant('xabcdefgyxabcdefgz')).toBe(2)
    expect(chant('aaaaaaaaaaaaaaaa')).toBe(2)
  })

  it('counts what is at most sixty words after the one before', () => {
    const between = (words: number): string => `ab.${alphabet.repeat(3).slice(0, words)}.ab.`
    expect(chant(between(60))).toBeGreaterThanOrEqual(2)
    const apart = (words: number): string => {
      const others = Array.from({ length: words }, (_, i) => String.fromCharCode(200 + i)).join('')
      return `ab.${others}.ab.`
    }
    expect(chant(apart(60))).toBe(2)
    expect(chant(apart(61))).toBe(1)
    expect(chant(`ab.ab.ab.${apart(61)}`)).toBe(4)
  })
})
