import fc from 'fast-check'
import { Packr } from 'msgpackr'
import { describe, expect, it } from 'vitest'
import { MessageWriter } from '../../../../collector/store/encoding/message-writer.ts'

const known = [
  ['a', 'b'],
  ['b', 'a'],
  ['text', 'list', 'numbers'],
]

function reader(): Packr {
  return new Packr({
    structures: known.map((keys) => [...keys]),
    maxSharedStructures: known.length,
    moreTypes: true,
    useToJSON: false,
  })
}

describe('a message writer', () => {
  it('writes the bytes that msgpackr writes, where every shape is known', () => {
    const writer = new MessageWriter(known)
    const leaf = fc.oneof(
      fc.string({ maxLength: 80 }),
      fc.string({ unit: 'grapheme', maxLength: 40 }),
      fc.string({ minLength: 200, maxLength: 400 }),
      fc.integer({ min: 0 }),
      fc.double({ noInteger: true }),
      fc.boolean(),
      fc.constantFrom(null, undefined),
      fc.uint32Array({ maxLength: 100 }),
      fc.uint16Array({ maxLength: 20 }),
    )
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        { depthSize: 'small' },
        leaf,
        fc.array(tie('value'), { maxLength: 20 }),
        fc.tuple(tie('value'), tie('value')).map(([a, b]) => ({ a, b })),
        fc.tuple(tie('value'), tie('value')).map(([a, b]) => ({ b, a })),
        fc.tuple(leaf, leaf, leaf).map(([text, list, numbers]) => ({ text, list, numbers })),
      ),
    }))
    const packr = reader()
    fc.assert(
      fc.property(value, (data) => {
        expect(writer.write(data)?.toString('hex')).toBe(Buffer.from(packr.pack(data)).toString('hex'))
      }),
      { numRuns: 500 },
    )
  })

  it('tells the keys of a shape once a message, however many there are', () => {
    const writer = new MessageWriter(known)
    const many = Array.from({ length: 200 }, (_, i) => [{ [`key${i}`]: i }, { [`key${i}`]: -1 - i }]).flat()
    expect(reader().unpack(writer.write(many) ?? Buffer.alloc(0))).toEqual(many)
    const same = Array.from({ length: 50 }, (_, i) => ({ unusual: i }))
    const bytes = writer.write(same)?.toString('latin1') ?? ''
    expect(bytes.split('unusual')).toHaveLength(2)
  })

  it('never writes to a message again that was taken', () => {
    const writer = new MessageWriter(known)
    const messages = Array.from({ length: 600 }, (_, i) => writer.write({ a: 'é'.repeat(i), b: i }))
    const packr = reader()
    for (const [i, bytes] of messages.entries()) {
      expect(packr.unpack(bytes ?? Buffer.alloc(0))).toEqual({ a: 'é'.repeat(i), b: i })
    }
  })

  it('leaves what is no plain data to others', () => {
    const writer = new MessageWriter(known)
    for (const each of [() => 1, Symbol('s'), 1n, new Date(0), new Set([1]), Object.create(null)]) {
      expect(writer.write({ a: 1, b: [each] })).toBeNull()
    }
    expect(reader().unpack(writer.write({ a: 1, b: 2 }) ?? Buffer.alloc(0))).toEqual({ a: 1, b: 2 })
  })
})
