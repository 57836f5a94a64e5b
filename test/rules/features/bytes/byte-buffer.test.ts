import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ByteBuffer } from '../../../../rules/features/bytes/byte-buffer.ts'

const texts = fc.array(fc.string({ unit: 'grapheme', maxLength: 300 }), { maxLength: 20 })

test('texts come back as they were written, one behind another, however often the buffer grows', () => {
  fc.assert(
    fc.property(texts, fc.nat({ max: 400 }), (parts, times) => {
      const buffer = new ByteBuffer()
      for (const part of parts) buffer.addText(part.repeat(times % 40))
      const written = parts.map((part) => part.repeat(times % 40)).join('')
      expect(buffer.text(buffer.start)).toBe(written)
      expect(buffer.unitsBetween(buffer.start)).toBe(written.length)
      expect(Buffer.from(buffer.view(buffer.start)).equals(Buffer.from(written))).toBe(true)
    }),
  )
})

test('bytes are copied as they are, plain and quoted, from another buffer and its own', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme-ascii', maxLength: 200 }), fc.nat(), fc.nat(), (text, a, b) => {
      const [from, to] = [a % (text.length + 1), b % (text.length + 1)].toSorted((x, y) => x - y)
      const part = text.slice(from, to)
      const source = new ByteBuffer()
      source.addText(text)
      const out = new ByteBuffer()
      const { start } = source
      out.addQuoted(source, start + (from ?? 0), start + (to ?? 0), 34)
      out.addBytes(source, start + (from ?? 0), start + (to ?? 0))
      source.addBytes(source, start + (from ?? 0), start + (to ?? 0))
      expect(out.text(out.start)).toBe(`"${part}"${part}`)
      expect(source.text(start)).toBe(text + part)
    }),
  )
})

test('a large text does not stay: the next one finds a small buffer', () => {
  const buffer = new ByteBuffer()
  buffer.addText('x'.repeat(2_000_000))
  buffer.clear()
  expect(buffer.bytes.length).toBeLessThan(100_000)
})
