import { describe, expect, it } from 'vitest'
import { ByteBuffer } from '../../../../rules/features/bytes/byte-buffer.ts'
import { maskText } from '../../../../rules/features/mask/mask.ts'
import { HashBag } from '../../../../rules/features/sketch.ts'

function hashesOf(text: string): ReadonlySet<number> {
  const lines = new HashBag()
  maskText(text, new ByteBuffer(), { out: new ByteBuffer(), lines, seed: 0 })
  return new Set(lines.sketch().smallest)
}

/** The pieces that a text is taken for are those of these texts, each a piece by itself. */
function expectPieces(text: string, pieces: readonly string[]): void {
  const of = pieces.map((piece) => [...hashesOf(piece)])
  for (const hashes of of) expect(hashes).toHaveLength(1)
  expect(hashesOf(text)).toEqual(new Set(of.flat()))
}

const words = (chars: number, word = 'word'): string => `${word} `.repeat(chars).slice(0, chars - 1) + 'x'

describe('a line', () => {
  it('is a piece of its own; indentation and blank lines do not count', () => {
    expectPieces('one\n\n  \n\ttwo\n    three  \n', ['one', 'two', 'three'])
    expect(hashesOf(' \n')).toEqual(new Set())
  })

  it('is one piece up to 120 characters, whatever its sentences', () => {
    const sentence = 'The depot fee is due at the harbour, as before.'
    const short = `${sentence} ${sentence} The end is near.`
    expect(short.length).toBeLessThanOrEqual(120)
    expect(hashesOf(short).size).toBe(1)
  })

  it('is the same line whatever volatile part it holds', () => {
    expect(hashesOf('ready in 5 ms')).toEqual(hashesOf('ready in 17 ms'))
    expect(hashesOf('ready in 5 ms')).not.toEqual(hashesOf('ready at 07:56:38'))
    expect(hashesOf('5 ms')).not.toEqual(hashesOf('07:56:38'))
    expect(hashesOf('5 ms')).toEqual(hashesOf('  6 ms'))
  })
})

describe('a longer line', () => {
  const long = 'Something was said about the harbour and the depot fee'
  const filler = 'and more of it came then, as everybody in the office had foreseen'

  it.each(['.', ';', '!', '?'])('ends a piece with its sentence, %s', (end) => {
    expectPieces(`${long}${end} ${filler}${end} ${long} again`, [
      `${long}${end}`,
      `${filler}${end}`,
      `${long} again`,
    ])
  })

  it('ends none with a shorter sentence than 32 characters, nor within a word', () => {
    expectPieces(`So. ${long}. Then a.b ${filler} in the end.`, [
      `So. ${long}.`,
      `Then a.b ${filler} in the end.`,
    ])
  })

  it('ends a piece at the first space from 120 characters on where no sentence ends', () => {
    const [first, second] = [words(121, 'stone'), words(60, 'water')]
    expectPieces(`${first} ${second}`, [first, second])
    const under = words(118, 'stone')
    expectPieces(`${under} ab ${second}`, [`${under} ab`, second])
  })

  it('ends a piece after 400 characters where there is no space', () => {
    const solid = 'abcdefgh'.repeat(100)
    expectPieces(`${solid}`, [solid.slice(0, 400), solid.slice(400)])
  })

  it('ends a piece between two tags', () => {
    const [one, other] = [`<li>${long}</li>`, `<li>${filler}</li>`]
    expectPieces(`${one}${other}`, [one, other])
  })

  it('ends a piece at a line end that some language has quoted, however short it is', () => {
    const rest = `${long} and of whatever else there was to say about it at last`
    expectPieces(`first\\n  second\\n${rest}`, ['first', 'second', rest])
    expectPieces(`${long}\\t${filler} end`, [`${long}\\t${filler}`, 'end'])
  })

  it('is measured in characters, not in bytes', () => {
    const umlauts = 'ä'.repeat(70)
    expect(hashesOf(`${umlauts} ${'ö'.repeat(40)}. ü`).size).toBe(1)
    expectPieces(`${'ä'.repeat(121)} ${'ö'.repeat(40)}`, ['ä'.repeat(121), 'ö'.repeat(40)])
  })

  it('counts a volatile part as four characters', () => {
    const [before, after] = [words(110, 'stone'), words(40, 'water')]
    expectPieces(`${before} 07:56:38.123456 aaaa ${after}`, [`${before} 07:56:38.123456 aaaa`, after])
  })
})
