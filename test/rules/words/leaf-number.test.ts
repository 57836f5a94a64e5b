import fc from 'fast-check'
import { observationFeatures } from '@loop-observer/rules'
import { describe, expect, it } from 'vitest'
import { numberMoved, withNumber } from '../../../rules/words/leaf-number.ts'
import { hashing } from '../../support/steps.ts'

const hash = fc.integer({ min: 0, max: 0xffffffff })
const number = fc.double({ min: -1e6, max: 1e6, noNaN: true })

function leavesOf(value: unknown, seed = 0): Uint32Array {
  const features = observationFeatures({ at: value }, { ...hashing, seed })
  return features.state === 'known' ? features.leaves : new Uint32Array(0)
}

function moved(before: unknown, now: unknown, seed = 0): number | null {
  return numberMoved(leavesOf(before, seed)[1] ?? 0, leavesOf(now, seed)[1] ?? 0)
}

describe('the number in a leaf', () => {
  it('tells which way it went, up to 2^15 times as far, whatever the secret of the field', () => {
    const low = fc.double({ min: -1e6, max: 1e6, noNaN: true })
    const by = fc.double({ min: 1.03, max: 1000, noNaN: true })
    fc.assert(
      fc.property(fc.record({ a: hash, b: hash, offset: hash, low, by }), (each) => {
        const high = each.low < 0 ? each.low / each.by : each.low * each.by + 0.05
        fc.pre(high - each.low > Math.abs(each.low) * 0.02 + 0.03)
        const [lower, higher] = [
          withNumber(each.a, each.low, each.offset),
          withNumber(each.b, high, each.offset),
        ]
        expect(numberMoved(lower, higher)).toBeGreaterThan(0)
        expect(numberMoved(higher, lower)).toBeLessThan(0)
      }),
    )
  })

  it('leaves the other bits of the hash, the lowest among them, as they were', () => {
    fc.assert(
      fc.property(hash, fc.option(number), hash, (value, held, offset) => {
        const coded = withNumber(value, held, offset)
        expect(coded >>> 12).toBe(value >>> 12)
        expect(coded & 1).toBe(value & 1)
      }),
    )
  })

  it.each([
    [1, 2],
    [0.2, 0.4],
    [-3, -2],
    [95, 99],
    ['3 of 10', '4 of 10'],
    ['file_7.txt', 'file_9.txt'],
    ['-20 °C', '-10 °C'],
  ])('is read from JSON: %j lies below %j', (low, high) => {
    expect(moved(low, high)).toBeGreaterThan(0)
    expect(moved(high, low)).toBeLessThan(0)
    expect(moved(low, low)).toBe(0)
  })

  it.each([
    ['heron', 'stork'],
    [true, false],
    ['heron', 7],
    [`a long text with a number in it, 7, which is no field but content`, 8],
  ])('is none in %j or %j', (a, b) => {
    expect(moved(a, b)).toBeNull()
  })

  it('does not tell where it stands: under another key it has another code, and goes as far', () => {
    const code = (value: number, seed: number): number => ((leavesOf(value, seed)[1] ?? 0) >>> 1) & 2047
    const codes = new Set(Array.from({ length: 40 }, (_, seed) => code(50, seed)))
    expect(codes.size).toBeGreaterThan(30)
    for (let seed = 0; seed < 40; seed++) expect(moved(50, 60, seed)).toBe(moved(50, 60))
  })
})
