import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  packTextFeatures,
  packToolFeatures,
  unpackTextFeatures,
  unpackToolFeatures,
} from '../../../rules/features/packed.ts'
import * as features from './arbitraries.ts'

const toolFeatures = fc.record({
  call: features.callFeatures,
  observation: features.observation,
  error: fc.option(features.errorFeatures),
})

test('features of a tool step come back as they were packed', () => {
  fc.assert(
    fc.property(toolFeatures, (given) => {
      expect(unpackToolFeatures(packToolFeatures(given))).toEqual(given)
    }),
  )
})

test('features of a text come back as they were packed', () => {
  fc.assert(
    fc.property(features.textFeatures, (given) => {
      expect(unpackTextFeatures(packTextFeatures(given))).toEqual(given)
    }),
  )
})

test('anything else is null, never an exception', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
      expect(unpackToolFeatures(text)).toBeNull()
      expect(unpackTextFeatures(text)).toBeNull()
    }),
  )
})

test('a packed text that was cut, or that claims more hashes than fit, is null', () => {
  fc.assert(
    fc.property(toolFeatures, fc.nat(), (given, at) => {
      const packed = packToolFeatures(given)
      expect(unpackToolFeatures(packed.slice(0, at % packed.length))).toBeNull()
    }),
  )
  const shingles = Uint32Array.from({ length: 65 }, (_, index) => index)
  expect(
    unpackTextFeatures(packTextFeatures({ fingerprint: '0'.repeat(32), shingles, chantCount: 0 })),
  ).toBeNull()
})
