import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import type { RunMemory, StepRecord } from '@loop-observer/rules'
import { describe, expect, it } from 'vitest'
import { decode, encode } from '../../../collector/store/codec.ts'
import { decision, memory, record, summary } from '../../conformance/stores/builders.ts'

describe('stored bytes', () => {
  it('give every kind of thing back as it was', () => {
    for (const each of [
      record('s1'),
      decision('default/r', 1),
      summary('default/r'),
      memory('default/r', 3),
    ]) {
      expect(decode(encode(each))).toStrictEqual(each)
    }
  })

  it('give any plain data with typed arrays, null and undefined back as it was', () => {
    fc.assert(
      fc.property(plainData(), (data) => {
        expect(decode(encode(data as RunMemory))).toStrictEqual(data)
      }),
      { numRuns: 300 },
    )
  })

  it('give back the part of a buffer that a typed array shows, not the whole', () => {
    const whole = Uint32Array.from({ length: 100 }, (_, i) => i)
    const data = { part: whole.subarray(10, 13), bytes: new Uint8Array(whole.buffer, 5, 4) }
    const back = decode(encode(data as unknown as RunMemory)) as unknown as typeof data
    expect(back).toStrictEqual(data)
    expect(back.part.buffer.byteLength).toBe(12)
  })

  it('do not change when what was decoded, or the buffer it came from, changes', () => {
    const bytes = encode({ list: Uint8Array.of(1, 2, 3) } as unknown as RunMemory)
    const back = decode(bytes) as unknown as { list: Uint8Array }
    bytes.fill(0)
    expect([...back.list]).toEqual([1, 2, 3])
  })

  it('do not spell out the keys of steps, decisions and summaries', () => {
    const all = [record('s1'), decision('default/r', 1), summary('default/r')].map((each) =>
      encode(each).toString('latin1'),
    )
    for (const key of [
      'receivedAtMs',
      'observation',
      'fingerprint',
      'explanation',
      'ranPastHalt',
      'toolCalls',
    ]) {
      expect(all.join('')).not.toContain(key)
    }
  })

  it('spell out the keys of a step that has more, fewer or other keys than this version knows', () => {
    const { step, preview } = record('s1')
    const odd = {
      preview,
      step: { ...step, extra: [1], kind: 'tool' },
      note: undefined,
    } as unknown as StepRecord
    expect(decode(encode(odd))).toStrictEqual(odd)
  })

  it('of earlier observers can still be read', () => {
    const file = new URL('layout-2.json', import.meta.url)
    const written = JSON.parse(readFileSync(file, 'utf8')) as Record<
      'record' | 'decision' | 'summary',
      string
    >
    const read = (part: keyof typeof written): unknown => decode(Buffer.from(written[part], 'base64'))
    // When this fails, the list of shapes was changed instead of added to; see shapes.ts.
    expect(read('record')).toStrictEqual(record('s1'))
    expect(read('decision')).toStrictEqual(decision('default/r', 1))
    expect(read('summary')).toStrictEqual(summary('default/r', { updatedAtMs: 1_764_500_000_000 }))
  })

  it('refuses what is no data', () => {
    expect(() => encode({ wake: () => {} } as unknown as RunMemory)).toThrow(TypeError)
  })
})

function plainData(): fc.Arbitrary<unknown> {
  const text = fc.string({ unit: 'grapheme' })
  const key = text.filter((each) => each !== '__proto__')
  const number = fc.double().filter((each) => !Object.is(each, -0))
  return fc.letrec((tie) => ({
    data: fc.dictionary(key, tie('value'), { noNullPrototype: true, maxKeys: 6 }),
    value: fc.oneof(
      { depthSize: 'small' },
      text,
      number,
      fc.maxSafeInteger(),
      fc.boolean(),
      fc.constantFrom(null, undefined),
      fc.uint8Array(),
      fc.uint32Array(),
      fc.int32Array(),
      fc.float64Array().filter((each) => !each.some((n) => Object.is(n, -0))),
      fc.array(tie('value'), { maxLength: 5 }),
      tie('data'),
    ),
  })).data
}
