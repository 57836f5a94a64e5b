import { describe, expect, it } from 'vitest'
import { numbersToBase64 } from '../../../../rules/features/pack/base64.ts'
import { packFeatures } from '../../../../rules/features/pack/pack.ts'
import { unpackFeatures } from '../../../../rules/features/pack/unpack.ts'

const print = 'a'.repeat(32)
const other = 'b'.repeat(32)
const call = { exact: print, gist: print, resource: null, leaves: Uint32Array.of(1, 2), writes: null }
const packedCall = { exact: print, resource: null, leaves: 'AQAAAAIAAAA=' }
const packedText = { fingerprint: print, shingles: '', chantCount: 0 }
const observation = {
  state: 'known',
  fingerprint: print,
  lines: 'AAAAAA==',
  lineCount: 1,
  leaves: '',
  sizeChars: 3,
}

describe('features as text', () => {
  it('leave out what they do not have, and a gist that is the exact call', () => {
    expect(JSON.parse(packFeatures({}))).toEqual({ v: 1 })
    expect(JSON.parse(packFeatures({ call }))).toEqual({ v: 1, call: packedCall })
    expect(JSON.parse(packFeatures({ call: { ...call, gist: other, writes: false } }))).toEqual({
      v: 1,
      call: { ...packedCall, gist: other, writes: false },
    })
    expect(JSON.parse(packFeatures({ observation: { state: 'empty' } }))).toEqual({
      v: 1,
      observation: { state: 'empty' },
    })
    expect(JSON.parse(packFeatures({ error: { signature: print, class: 'auth' } }))).toEqual({
      v: 1,
      error: { signature: print, class: 'auth' },
    })
  })

  it('are read as they were written', () => {
    expect(unpackFeatures('{"v":1}')).toEqual({})
    expect(unpackFeatures(JSON.stringify({ v: 1, call: packedCall }))).toEqual({ call })
    expect(unpackFeatures(JSON.stringify({ v: 1, call: { ...packedCall, gist: null } }))).toEqual({
      call: { ...call, gist: null },
    })
    for (const state of ['unknown', 'empty'])
      expect(unpackFeatures(JSON.stringify({ v: 1, observation: { state } }))).toEqual({
        observation: { state },
      })
  })
})

describe('what is no packed text', () => {
  const sketch = (count: number): string =>
    numbersToBase64(Uint32Array.from({ length: count }, (_, i) => i + 1))

  it.each<readonly [string, unknown, string]>([
    ['a list', [], 'features: an object expected'],
    ['nothing', null, 'features: an object expected'],
    ['a number', 7, 'features: an object expected'],
    ['a text', 'x', 'features: an object expected'],
    ['a call that is none', { v: 1, call: null }, 'features.call: an object expected'],
    ['a call with more', { v: 1, call: { ...packedCall, x: 1 } }, 'features.call: unexpected key "x"'],
    ['a long key', { v: 1, ['k'.repeat(50)]: 1 }, `features: unexpected key "${'k'.repeat(40)}"`],
    ['no exact call', { v: 1, call: { resource: null, leaves: '' } }, 'features.call.exact: 32 lowercase'],
    ['a short print', { v: 1, call: { ...packedCall, gist: 'a' } }, 'features.call.gist: 32 lowercase'],
    [
      'a long print',
      { v: 1, call: { ...packedCall, gist: `${print}a` } },
      'features.call.gist: 32 lowercase',
    ],
    [
      'a print of other letters',
      { v: 1, call: { ...packedCall, resource: 'A'.repeat(32) } },
      '.resource: 32',
    ],
    ['writes by a word', { v: 1, call: { ...packedCall, writes: 'no' } }, '.writes: true or false expected'],
    [
      'leaves that are no text',
      { v: 1, call: { ...packedCall, leaves: 7 } },
      '.leaves: base64 of at most 32',
    ],
    [
      'too many leaves',
      { v: 1, call: { ...packedCall, leaves: sketch(34) } },
      '.leaves: base64 of at most 32',
    ],
    ['half a leaf', { v: 1, call: { ...packedCall, leaves: sketch(3) } }, '.leaves: pairs expected'],
    ['another state', { v: 1, observation: { state: 'new' } }, '.state: one of known, empty, unknown'],
    ['more of the unknown', { v: 1, observation: { state: 'unknown', lines: '' } }, 'unexpected key "lines"'],
    [
      'too many lines',
      { v: 1, observation: { ...observation, lines: sketch(65) } },
      '.lines: base64 of at most 64',
    ],
    [
      'equal lines',
      { v: 1, observation: { ...observation, lines: 'AQAAAAEAAAA=', lineCount: 2 } },
      '.lines: ascending numbers expected',
    ],
    [
      'fewer lines',
      { v: 1, observation: { ...observation, lineCount: 2 } },
      '.lineCount: does not fit lines',
    ],
    [
      'fewer lines than a sketch holds',
      { v: 1, observation: { ...observation, lines: sketch(63), lineCount: 64 } },
      '.lineCount: does not fit lines',
    ],
    ['half a count', { v: 1, observation: { ...observation, sizeChars: 0.5 } }, '.sizeChars: a whole number'],
    [
      'a count by a word',
      { v: 1, observation: { ...observation, sizeChars: '3' } },
      '.sizeChars: a whole number',
    ],
    ['no class', { v: 1, error: { signature: print } }, 'features.error.class: one of transient, connection'],
    ['no signature', { v: 1, error: { class: 'auth' } }, 'features.error.signature: 32 lowercase'],
    ['a text with more', { v: 1, text: { ...packedText, y: 1 } }, 'features.text: unexpected key "y"'],
    ['no fingerprint', { v: 1, text: { ...packedText, fingerprint: 1 } }, 'features.text.fingerprint: 32'],
    ['no chants', { v: 1, text: { ...packedText, chantCount: null } }, 'features.text.chantCount: a whole'],
  ])('is told by what is wrong: %s', (_, value, message) => {
    expect(() => unpackFeatures(JSON.stringify(value))).toThrow(message)
  })

  it('and what fits just so is one', () => {
    const many = { ...observation, lines: sketch(64), lineCount: 70, leaves: sketch(32) }
    expect(unpackFeatures(JSON.stringify({ v: 1, observation: many })).observation).toMatchObject({
      lineCount: 70,
      sizeChars: 3,
    })
    const spaces = (chars: number): string => '{"v":1}'.padEnd(chars)
    expect(unpackFeatures(spaces(8192))).toEqual({})
    expect(() => unpackFeatures(spaces(8193))).toThrow('features: longer than 8192 characters')
    expect(() => unpackFeatures('{')).toThrow(
      expect.objectContaining({ cause: expect.any(SyntaxError) as unknown }),
    )
  })
})
