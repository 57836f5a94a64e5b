import { describe, expect, it } from 'vitest'
import { ByteBuffer } from '../../../../rules/features/bytes/byte-buffer.ts'
import { Words } from '../../../../rules/features/text/words.ts'

function read(text: string): Words {
  const [buffer, words] = [new ByteBuffer(), new Words()]
  buffer.addText(text)
  words.add(buffer, buffer.start, buffer.length)
  return words
}

const hashes = ({ hashes: all, count }: Words): readonly number[] => [...all.subarray(0, count)]
const ends = ({ ends: all, endCount }: Words): readonly number[] => [...all.subarray(0, endCount)]

describe('the words of a text', () => {
  it.each([
    ['one two', 2],
    ['  one,  two\n', 2],
    ['one-two_three', 3],
    ["don't", 2],
    ['a1b2', 1],
    ['3.5', 2],
    ['été à Köln', 3],
    ['“quoted” — dash', 2],
    ['漢字、かな', 2],
    ['😀 smile', 2],
    ['x😀', 1],
    ['ａｂｃ one', 1],
    ['§ © ® ×', 1],
    ['...', 0],
    ['', 0],
  ])('%j has %i', (text, count) => {
    expect(read(text).count).toBe(count)
  })

  it('are the same in any case and place, and others are not', () => {
    const [one, same, other, again] = hashes(read('Word word swor word'))
    expect(one).toBe(same)
    expect(other).not.toBe(one)
    expect(again).toBe(one)
    const distinct = 'a b ab ba 1 12 é ß 漢 字 😀'.split(' ')
    expect(new Set(hashes(read(distinct.join(' ')))).size).toBe(distinct.length)
  })
})

describe('the sentences of a text', () => {
  it.each([
    ['one two. three', [2, 3]],
    ['one! two? three; four… five。 six', [1, 2, 3, 4, 5, 6]],
    ['one two\nthree', [2, 3]],
    ['one\n\n. two', [1, 2]],
    ['version 3.5 of a.b', [6]],
    ['one.é two', [3]],
    ['one.“two”', [1, 2]],
    ['one, two: three', [3]],
    ['one.', [1]],
    ['', []],
    ['...', []],
  ])('%j: as many words up to each end as %j', (text, expected) => {
    expect(ends(read(text))).toEqual(expected)
  })
})

describe('words that are collected', () => {
  it('may come in parts, and are many', () => {
    const [buffer, words] = [new ByteBuffer(), new Words()]
    buffer.addText('one two. '.repeat(3000))
    words.add(buffer, buffer.start, buffer.length)
    words.add(buffer, buffer.start, buffer.start + 7)
    expect(words.count).toBe(6002)
    expect(words.endCount).toBe(3001)
    expect(words.hashes[6001]).toBe(words.hashes[1])
    expect(words.ends[3000]).toBe(6002)
  })

  it('are none after they were cleared, and very many are not kept room for', () => {
    const [buffer, words] = [new ByteBuffer(), new Words()]
    buffer.addText('a '.repeat(70_000))
    words.add(buffer, buffer.start, buffer.length)
    words.clear()
    expect([words.count, words.endCount, words.hashes.length]).toEqual([0, 0, 1024])
    words.add(buffer, buffer.start, buffer.start + 3)
    expect([words.count, ends(words)]).toEqual([2, [2]])
  })
})
