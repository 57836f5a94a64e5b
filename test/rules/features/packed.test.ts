import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  packTextFeatures,
  packToolFeatures,
  unpackTextFeatures,
  unpackToolFeatures,
} from '../../../rules/features/packed.ts'
import { errorClasses } from '../../../rules/words/features.ts'

const fingerprint = fc.stringMatching(/^[0-9a-f]{32}$/)
const hashes = (maxLength: number) => fc.uint32Array({ maxLength })
const count = fc.nat()

const observation = fc.oneof(
  fc.constant({ state: 'unknown' } as const),
  fc.constant({ state: 'empty' } as const),
  fc.record({
    state: fc.constant('known' as const),
    fingerprint,
    lines: hashes(64),
    lineCount: count,
    leaves: hashes(32),
    sizeChars: count,
  }),
)
const toolFeatures = fc.record({
  call: fc.record({
    exact: fc.option(fingerprint),
    gist: fc.option(fingerprint),
    resource: fc.option(fingerprint),
    leaves: hashes(32),
  }),
  observation,
  error: fc.option(fc.record({ signature: fingerprint, class: fc.constantFrom(...errorClasses) })),
})

test('features of a tool step come back as they were packed', () => {
  fc.assert(
    fc.property(toolFeatures, (features) => {
      expect(unpackToolFeatures(packToolFeatures(features))).toEqual(features)
    }),
  )
})

test('features of a text come back as they were packed', () => {
  const textFeatures = fc.record({ fingerprint, shingles: hashes(64), chantCount: count })
  fc.assert(
    fc.property(textFeatures, (features) => {
      expect(unpackTextFeatures(packTextFeatures(features))).toEqual(features)
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
    fc.property(toolFeatures, fc.nat(), (features, at) => {
      const packed = packToolFeatures(features)
      expect(unpackToolFeatures(packed.slice(0, at % packed.length))).toBeNull()
    }),
  )
  const oversized = packTextFeatures({
    fingerprint: '0'.repeat(32),
    shingles: new Uint32Array(65),
    chantCount: 0,
  })
  expect(unpackTextFeatures(oversized)).toBeNull()
})
