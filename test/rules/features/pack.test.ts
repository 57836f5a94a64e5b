import fc from 'fast-check'
import { expect, test } from 'vitest'
import { packFeatures } from '../../../rules/features/pack/pack.ts'
import { unpackFeatures } from '../../../rules/features/pack/unpack.ts'
import { stepFeatures } from './arbitraries.ts'

test('features come back as they were packed, whichever of them are there', () => {
  fc.assert(
    fc.property(stepFeatures, (given) => {
      const packed = packFeatures(given)
      expect(packed.length).toBeLessThan(2048)
      expect(unpackFeatures(packed)).toEqual(given)
    }),
  )
})

test('what was not packed is an Error that names the place', () => {
  const fingerprint = 'a'.repeat(32)
  const observation = {
    state: 'known',
    fingerprint,
    lines: 'AAAAAA==',
    lineCount: 1,
    leaves: '',
    sizeChars: 3,
  }
  const wrong: readonly (readonly [unknown, string])[] = [
    [{}, 'features.v: version 1 expected'],
    [[], 'features: an object expected'],
    [{ v: 1, more: 1 }, 'features: unexpected key "more"'],
    [{ v: 2 }, 'features.v: version 1 expected'],
    [
      { v: 1, call: { exact: 'x', resource: null, leaves: '' } },
      'features.call.exact: 32 lowercase hex digits expected',
    ],
    [
      { v: 1, call: { exact: null, resource: null, leaves: 'AAAAAA==' } },
      'features.call.leaves: pairs expected',
    ],
    [
      { v: 1, observation: { ...observation, lineCount: 2 } },
      'features.observation.lineCount: does not fit lines',
    ],
    [
      { v: 1, observation: { ...observation, lineCount: -1 } },
      'features.observation.lineCount: a whole number',
    ],
    [
      { v: 1, observation: { ...observation, lines: 'AQAAAAAAAAA=', lineCount: 2 } },
      'ascending numbers expected',
    ],
    [{ v: 1, observation: { ...observation, state: 'odd' } }, 'features.observation.state: one of'],
    [
      { v: 1, observation: { ...observation, state: 'empty' } },
      'features.observation: unexpected key "fingerprint"',
    ],
    [{ v: 1, error: { signature: fingerprint, class: 'bad' } }, 'features.error.class: one of'],
    [
      { v: 1, text: { fingerprint, shingles: '!', chantCount: 0 } },
      'features.text.shingles: base64 of at most 64',
    ],
  ]
  for (const [value, message] of wrong) expect(() => unpackFeatures(JSON.stringify(value))).toThrow(message)
  expect(() => unpackFeatures('nonsense')).toThrow('features: not JSON')
  expect(() => unpackFeatures(' '.repeat(9000))).toThrow('features: longer than')
})

test('any other text gives features or an Error, nothing else', () => {
  fc.assert(
    fc.property(stepFeatures, fc.nat(), fc.string({ maxLength: 3 }), (given, at, put) => {
      const packed = packFeatures(given)
      const place = at % packed.length
      const damaged = packed.slice(0, place) + put + packed.slice(place + 1)
      let again = ''
      try {
        again = packFeatures(unpackFeatures(damaged))
      } catch (error) {
        expect(error).toBeInstanceOf(Error)
        return
      }
      expect(unpackFeatures(again)).toEqual(unpackFeatures(damaged))
    }),
  )
})
