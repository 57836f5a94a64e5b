import fc from 'fast-check'
import { expect, test } from 'vitest'
import { captured } from '../../../sdk/steps/preview.ts'

test('secrets of the usual shapes are masked in previews', () => {
  const word = fc.stringMatching(/^[A-Za-z0-9]{16,40}$/)
  const shapes: readonly ((secret: string) => unknown)[] = [
    (secret) => `Authorization: Bearer ${secret}`,
    (secret) => ({ password: secret }),
    (secret) => ({ nested: { api_key: secret, other: 1 } }),
    (secret) => `https://example.com/?access_token=${secret}&page=2`,
    (secret) => `key sk-${secret} is mine`,
    (secret) => `ghp_${secret}`,
  ]
  fc.assert(
    fc.property(word, fc.constantFrom(...shapes), (secret, shape) => {
      expect(captured(shape(secret), 'preview')).not.toContain(secret)
    }),
  )
})

test('a preview has at most 160 characters, and nothing is captured unasked', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(captured(value, 'preview')?.length).toBeLessThanOrEqual(160)
      expect(captured(value, 'features')).toBeNull()
    }),
  )
})
