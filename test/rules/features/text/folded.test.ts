import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ByteBuffer } from '../../../../rules/features/bytes/byte-buffer.ts'
import { addFolded } from '../../../../rules/features/text/folded.ts'

function folded(text: string): string {
  const [given, out] = [new ByteBuffer(), new ByteBuffer()]
  given.addText(text)
  addFolded(out, given)
  return out.text(out.start)
}

const signs = fc.constantFrom(
  ...Array.from('aZ09 \t\n\u000b\u00a0éÀßΣς—“”…•→≤│✅漢字。\u3000\u2003\u2028\u202fİK😀𐐀\u0001'),
)

test('text is folded as ECMAScript folds it, in all scripts', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.string({ unit: signs, maxLength: 60 }), fc.string({ unit: 'grapheme' })),
      (text) => {
        expect(folded(text)).toBe(text.replace(/\s+/g, ' ').trim().toLowerCase())
      },
    ),
    { numRuns: 3000 },
  )
})

test('every character alone is folded as ECMAScript folds it', () => {
  const wrong: string[] = []
  for (let code = 0; code < 0x20000; code++) {
    // Halves of a pair are no characters.
    if (code >= 0xd800 && code < 0xe000) continue
    const text = `a${String.fromCodePoint(code)}b`
    if (folded(text) !== text.replace(/\s+/g, ' ').trim().toLowerCase()) wrong.push(code.toString(16))
  }
  expect(wrong).toEqual([])
})
