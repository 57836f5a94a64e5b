import { describe, expect, it } from 'vitest'
import { isSampled } from '../../../collector/dialects/sampling.ts'
import { plainSpan } from '../../conformance/dialects/plain-span.ts'

describe('a span behind a sampler', () => {
  it.each([
    'ot=th:8',
    'ot=th:c',
    'ot=th:fd70a4;rv:9b8233f7e3a151',
    'ot=rv:9b8233f7e3a151;th:08',
    'vendor=1, ot=th:C',
  ])('is known by its tracestate %s', (traceState) => expect(isSampled(plainSpan({ traceState }))).toBe(true))

  it.each([0.25, '0.25', 0])('is known by a probability of %s', (probability) =>
    expect(isSampled(plainSpan({ attributes: { 'sampling.probability': probability } }))).toBe(true),
  )
})

describe('a span behind none', () => {
  it.each(['', 'ot=th:0', 'ot=rv:9b8233f7e3a151', 'vendor=th:8', 'dd=s:1;t.dm:-1', 'other=1,ot=th:0'])(
    'may have the tracestate `%s`',
    (traceState) => expect(isSampled(plainSpan({ traceState }))).toBe(false),
  )

  it.each([1, '1', '', true, null])('may have a probability of %j', (probability) =>
    expect(isSampled(plainSpan({ attributes: { 'sampling.probability': probability } }))).toBe(false),
  )
})
