import { describe, expect, it } from 'vitest'
import { dropKeys, keyOf, keysEnd, sortKeys } from '../../../../rules/features/json/order.ts'
import { parseJson } from '../../../../rules/features/json/parse.ts'
import { Tape } from '../../../../rules/features/json/tape.ts'

/** The keys of an object in order, each with the value that counts. */
function sorted(json: string): readonly string[] {
  const tape = new Tape()
  tape.text.addText(json)
  const from = sortKeys(tape, parseJson(tape, tape.text.start, tape.text.length))
  const keys = Array.from({ length: keysEnd() - from }, (_, i) => keyOf(from + i))
  dropKeys(from)
  expect(keysEnd()).toBe(from)
  return keys.map((key) => `${tape.textOf(key)}=${tape.textOf(tape.next(key))}`)
}

const object = (keys: readonly string[]): string =>
  `{${keys.map((key, i) => `${JSON.stringify(key)}:${i}`).join()}}`

describe('the keys of an object', () => {
  it('are sorted by their UTF-16 code units, the shorter first', () => {
    expect(sorted('{}')).toEqual([])
    expect(sorted(object(['b', 'a', 'ab', '', 'B', 'é']))).toEqual(['=3', 'B=4', 'a=1', 'ab=2', 'b=0', 'é=5'])
    expect(sorted(object(['\uffee', '\ue000', '😀', '漢']))).toEqual(['漢=3', '😀=2', '\ue000=1', '\uffee=0'])
  })

  it('are sorted when they are many, too', () => {
    const keys = Array.from({ length: 3000 }, (_, i) => `k${(i * 7) % 3000}`)
    const expected = keys
      .map((key, i) => `${key}=${i}`)
      .toSorted((a, b) => ((a.split('=')[0] ?? '') < (b.split('=')[0] ?? '') ? -1 : 1))
    expect(sorted(object(keys))).toEqual(expected)
  })

  it('that come more than once stand once, with the last value', () => {
    expect(sorted(object(['b', 'a', 'b', 'a', 'b']))).toEqual(['a=3', 'b=4'])
    const many = Array.from({ length: 40 }, (_, i) => `k${i % 2}`)
    expect(sorted(object(many))).toEqual(['k0=38', 'k1=39'])
  })

  it('of an inner object are kept apart from those of the outer one', () => {
    const tape = new Tape()
    tape.text.addText('{"b":{"z":1,"y":2},"a":3}')
    const outer = sortKeys(tape, parseJson(tape, tape.text.start, tape.text.length))
    const second = keyOf(outer + 1)
    const inner = sortKeys(tape, tape.next(second))
    expect(inner).toBe(outer + 2)
    expect(tape.textOf(keyOf(inner))).toBe('y')
    dropKeys(inner)
    expect([keyOf(outer), keyOf(outer + 1)].map((key) => tape.textOf(key))).toEqual(['a', 'b'])
    dropKeys(outer)
  })
})
