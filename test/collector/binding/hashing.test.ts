import { createHash, createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { hashing } from '../../../collector/binding/hashing.ts'

test('without a key, fingerprints are the first 16 bytes of SHA-256 and the seed is 0', () => {
  const { digest, seed } = hashing()
  expect(digest('abc')).toBe(createHash('sha256').update('abc').digest('hex').slice(0, 32))
  expect(seed).toBe(0)
  expect(hashing('')).toMatchObject({ seed: 0 })
})

test('with a key, fingerprints are the first 16 bytes of HMAC-SHA-256', () => {
  expect(hashing('k').digest('abc')).toBe(createHmac('sha256', 'k').update('abc').digest('hex').slice(0, 32))
})

test('different keys give different fingerprints and seeds', () => {
  const [one, other] = [hashing('one'), hashing('other')]
  expect(one.digest('abc')).not.toBe(other.digest('abc'))
  expect(one.seed).not.toBe(other.seed)
  expect(hashing('one').seed).toBe(one.seed)
  expect(Number.isInteger(one.seed) && one.seed >= 0 && one.seed < 2 ** 32).toBe(true)
})
