import { describe, expect, it } from 'vitest'
import { base64ToNumbers, numbersToBase64 } from '../../../../rules/features/pack/base64.ts'

const bytesOf = (numbers: Uint32Array): Buffer => Buffer.from(numbers.buffer)

describe('numbers as base64', () => {
  it.each([
    [[], ''],
    [[0], 'AAAAAA=='],
    [[1, 2], 'AQAAAAIAAAA='],
    [[0xffffffff, 0x80000000, 0x12345678], '/////wAAAIB4VjQS'],
  ])('%j is %j, and back', (list, text) => {
    const numbers = Uint32Array.from(list)
    expect(numbersToBase64(numbers)).toBe(text)
    expect(numbersToBase64(numbers)).toBe(bytesOf(numbers).toString('base64'))
    expect(base64ToNumbers(text)).toEqual(numbers)
  })

  it.each([
    ['another length', 'AAA'],
    ['bytes that make no number', 'AAAA'],
    ['a sign of another alphabet', 'AAAA_A=='],
    ['no padding', 'AAAAAA'],
    ['too much of it', 'AAAAAAA==='],
    ['padding in between', 'AA==AAAA'],
    ['space', 'AAAA AA='],
    ['bits beyond the last byte', 'AAAAAB=='],
    ['text before it', '!AAAAAA='],
  ])('is no text with %s: %j', (_, text) => {
    expect(base64ToNumbers(text)).toBeNull()
  })
})
