import { describe, expect, it } from 'vitest'
import { ByteBuffer } from '../../../../rules/features/bytes/byte-buffer.ts'
import { parseJson } from '../../../../rules/features/json/parse.ts'
import { Tape } from '../../../../rules/features/json/tape.ts'
import { writeJson } from '../../../../rules/features/json/walk.ts'
import { addScalar } from '../../../../rules/features/mask/scalar.ts'

/** A document with its scalars masked, as canonical JSON. */
function masked(json: string): string {
  const [tape, out] = [new Tape(), new ByteBuffer()]
  tape.text.addText(json)
  const root = parseJson(tape, tape.text.start, tape.text.length)
  const text = (to: ByteBuffer, given: Tape, at: number): void => addScalar(to, given, at, 'data')
  writeJson(out, tape, root, { seed: 0, scalar: addScalar, text, lines: null })
  return out.text(out.start)
}

describe('a scalar is masked by its key', () => {
  it.each([
    ['{"request_id":"abc"}', '{"request_id":"<id>"}'],
    ['{"request_id":7}', '{"request_id":"<id>"}'],
    ['{"session":"s_1"}', '{"session":"<id>"}'],
    ['{"session":7}', '{"session":"<id>"}'],
    ['{"pid":7}', '{"pid":"<pid>"}'],
    ['{"pid":"7"}', '{"pid":"<pid>"}'],
    ['{"elapsed":7}', '{"elapsed":"<took>"}'],
    ['{"elapsed":"7"}', '{"elapsed":"<took>"}'],
    ['{"elapsed":"7.5"}', '{"elapsed":"<took>"}'],
    ['{"duration":7.5}', '{"duration":"<took>"}'],
    ['{"duration":"7.5"}', '{"duration":"<took>"}'],
    ['{"duration":0.0000001}', '{"duration":"<took>"}'],
    ['{"ts":1772088624}', '{"ts":"<time>"}'],
    ['{"ts":1772088624.497}', '{"ts":"<time>"}'],
    ['{"ts":"1772088624"}', '{"ts":"<time>"}'],
    ['{"time":"14:00:00"}', '{"time":"<time>"}'],
    ['{"created":"2026-05-28T07:56:38Z"}', '{"created":"<time>"}'],
    ['[{"ts":[1772088624]}]', '[{"ts":["<time>"]}]'],
  ])('%s: %s', (json, expected) => {
    expect(masked(json)).toBe(expected)
  })
})

describe('a scalar stays under its key', () => {
  it.each([
    '{"request_id":null}',
    '{"request_id":""}',
    '{"request_id":true}',
    '{"order_id":"a1"}',
    '{"session":"none"}',
    '{"pid":"main"}',
    '{"pid":"7.5.1"}',
    '{"elapsed":"7x5"}',
    '{"elapsed":"7."}',
    '{"elapsed":".5"}',
    '{"price":7.5}',
    '{"start":"1.5"}',
    '{"duration":7}',
    '{"duration":"7"}',
    '{"duration":1e+21}',
    '{"ts":7}',
    '{"ts":"7"}',
    '{"ts":"noon"}',
    '{"count":1772088624}',
    '{"count":"1772088624"}',
    '{"count":"7.5"}',
    '{"slot":"14:00:00"}',
    '{"slot":"2026-05-28T07:56:38Z"}',
    '{"opens":1772088624}',
    '{"opens":"1772088624"}',
    '{"at_noon":"14:00:00"}',
  ])('%s', (json) => {
    expect(masked(json)).toBe(json)
  })
})

describe('a string is masked by what it looks like', () => {
  it.each([
    ['"seen at 14:00:00"', '"seen at <time>"'],
    ['"14:00:00 to 15:00:00"', '"<time> to <time>"'],
    ['"1:00:00.123456"', '"<time>"'],
    ['"took 5 ms"', '"took <took>"'],
    ['"été 5 ms"', '"été <took>"'],
    ['"a 5 ms\\n\\u001b[1mb"', '"a <took>\\nb"'],
    ['"a \\"5 ms\\" b"', '"a \\"<took>\\" b"'],
    ['"/tmp/xyz123/a"', '"<tmp>/a"'],
    ['{"opens":"at 14:00:00, 5 ms"}', '{"opens":"at 14:00:00, <took>"}'],
    ['"a  "', '"a"'],
    ['"a\\r\\nb"', '"a\\nb"'],
  ])('%s: %s', (json, expected) => {
    expect(masked(json)).toBe(expected)
  })

  it.each(['"14:00:00"', '"4:00:00"', '"14:00:00.123"', '"7"', '"plain"', '"été"', '"a/b"', '"x 14:00"'])(
    '%s stays',
    (json) => {
      expect(masked(json)).toBe(json)
    },
  )
})
