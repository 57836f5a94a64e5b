import { describe, expect, it } from 'vitest'
import { jsonText } from '../../../../rules/features/json/json-text.ts'
import { jsonValue, propertyOf } from '../../../../rules/features/json/value.ts'

const thrower = (): never => {
  throw new Error('no')
}

describe('what JSON makes of a value', () => {
  it('is the value itself where JSON knows it', () => {
    const [list, object] = [[1], { a: 1 }]
    for (const value of ['', 'x', 0, Number.NaN, true, null, list, object])
      expect(jsonValue(value)).toBe(value)
  })

  it('is nothing, or its text, where JSON does not', () => {
    for (const value of [undefined, thrower, Symbol('x')]) expect(jsonValue(value)).toBeNull()
    expect(jsonValue(12n)).toBe('12')
  })

  it('is what the value says of itself', () => {
    expect(jsonValue(new Date(0))).toBe('1970-01-01T00:00:00.000Z')
    expect(jsonValue({ toJSON: () => ({ a: 1 }) })).toEqual({ a: 1 })
    expect(jsonValue({ toJSON: () => 7n })).toBe('7')
    expect(jsonValue({ toJSON: () => undefined })).toBeNull()
    expect(jsonValue({ toJSON: thrower })).toBeNull()
    expect(jsonValue({ toJSON: 5 })).toEqual({ toJSON: 5 })
  })

  it('is the size and the first 4096 bytes of binary data', () => {
    expect(jsonValue(Uint8Array.of(0, 10, 255))).toBe('<3 bytes 000aff>')
    expect(jsonValue(new DataView(new ArrayBuffer(4), 1, 2))).toBe('<2 bytes 0000>')
    expect(jsonValue(Uint16Array.of(1))).toBe('<2 bytes 0100>')
    expect(jsonValue(new Uint8Array(5000))).toBe(`<5000 bytes ${'00'.repeat(4096)}>`)
  })

  it('is left out of an object where JSON leaves it out, or it cannot be read', () => {
    const object = {
      a: undefined,
      b: thrower,
      c: Symbol('x'),
      d: 1n,
      e: null,
      get f() {
        return thrower()
      },
    }
    for (const key of ['a', 'b', 'c', 'f', 'g']) expect(propertyOf(object, key)).toBeUndefined()
    expect(propertyOf(object, 'd')).toBe('1')
    expect(propertyOf(object, 'e')).toBeNull()
  })
})

describe('a value as JSON text', () => {
  it('is what JSON.stringify writes', () => {
    for (const value of [null, 'a"b', [1, { b: [], a: undefined }], new Date(0), { toJSON: () => [1] }])
      expect(jsonText(value)).toBe(JSON.stringify(value))
    expect(jsonText(undefined)).toBe('null')
    expect(jsonText(thrower)).toBe('null')
  })

  it('is written without what JSON does not know', () => {
    expect(jsonText(1n)).toBe('"1"')
    expect(jsonText({ a: 1n, b: [undefined, thrower, 2n] })).toBe('{"a":"1","b":[null,null,"2"]}')
    expect(jsonText({ a: Uint8Array.of(1) })).toBe('{"a":"<1 bytes 01>"}')
    expect(jsonText({ a: { toJSON: thrower }, b: 1 })).toBe('{"a":null,"b":1}')
    expect(
      jsonText({
        get a() {
          return thrower()
        },
        b: 1,
      }),
    ).toBe('{"b":1}')
  })

  it('is cut where it is nested more than a hundred levels deep', () => {
    const nested = (depth: number): unknown => {
      let value: unknown = 1
      for (let i = 0; i < depth; i++) value = [value]
      return value
    }
    expect(jsonText(nested(100))).toBe(`${'['.repeat(100)}1${']'.repeat(100)}`)
    expect(jsonText(nested(102))).toBe(`${'['.repeat(101)}"…"${']'.repeat(101)}`)
    const cycle: unknown[] = []
    cycle.push(cycle)
    expect(jsonText(cycle)).toBe(`${'['.repeat(101)}"…"${']'.repeat(101)}`)
  })

  it('is cut beyond fifty thousand values', () => {
    const list = (count: number): readonly number[] => Array.from({ length: count }, () => 1)
    expect(JSON.parse(jsonText(list(49_999)))).toHaveLength(49_999)
    expect(JSON.parse(jsonText(list(60_000)))).toHaveLength(49_999)
    const wide = Object.fromEntries(list(60_000).map((value, i) => [`k${i}`, value]))
    expect(Object.keys(JSON.parse(jsonText(wide)) as object)).toHaveLength(49_999)
  })
})
