import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { observationFeatures } from '../../../rules/features/observation.ts'
import type { Observation } from '../../../rules/words/features.ts'
import { hashing, keyedHashing } from './hashing.ts'

const of = (value: unknown): Observation => observationFeatures(value, hashing)
const printOf = (value: unknown): string => {
  const found = of(value)
  return found.state === 'known' ? found.fingerprint : found.state
}
const linesOf = (value: unknown): ReadonlySet<number> => {
  const found = of(value)
  return new Set(found.state === 'known' ? found.lines : [])
}
/** Share of the lines of `next` that `before` does not have. */
const novelty = (before: unknown, next: unknown): number => {
  const known = linesOf(before)
  const lines = [...linesOf(next)]
  return lines.filter((line) => !known.has(line)).length / lines.length
}

describe('states', () => {
  test('what was not captured is unknown', () => {
    expect(of(undefined)).toEqual({ state: 'unknown' })
  })

  test('nothing, in any spelling, is empty', () => {
    const nothing = [
      '',
      ' \n',
      null,
      [],
      {},
      '""',
      '[]',
      '{ }',
      'null',
      'None',
      '(no output)',
      '"[]"',
      '{"results":[],"count":0,"total":0}',
      { hits: 0, items: [] },
      { ok: true, data: [] },
      [[], {}],
      [null, ''],
      { status: 'success', result: null, request_id: 'a1', took_ms: 12 },
      { content: [{ type: 'text', text: '' }] },
      'No results found',
      'No results found.',
      'no matches',
      '0 results',
      'No matching records found',
      '(0 rows)',
      '0 results for "add_le_of_sub"',
      "No results found for 'heat pump noise'",
      'Found 0 matches for x',
      { count: 0, next: null, has_more: false },
      '{"hits":0,"query":"x"}',
      { found: false },
    ]
    for (const value of nothing) expect([value, of(value).state]).toEqual([value, 'empty'])
  })

  test('zero, false and answers that say something are known', () => {
    const something = [
      0,
      '0',
      false,
      'false',
      { status: 'ok' },
      { count: 3 },
      'ok',
      'done',
      'No issues found',
      'no errors',
      'No results found in cache, fetched 20 from origin',
      { error: 'not found', results: [] },
      { total: 0, items: [1] },
      'nothing to commit, working tree clean',
      '0 results for "a"\n3 results for "b"',
      { ok: false, data: [] },
    ]
    for (const value of something) expect([value, of(value).state]).toEqual([value, 'known'])
  })
})

describe('equality', () => {
  test('an answer that is nothing but an id is that id, a time is a time', () => {
    const ids = ['5b8c1f0e-3a52-4c5e-9a77-0d9f6f2b1c11', '0a1b2c3d-3a52-4c5e-9a77-0d9f6f2b1c11\n']
    expect(new Set(ids.map(printOf)).size).toBe(2)
    expect(novelty(ids[0], ids[1])).toBe(1)
    expect(new Set(ids.map((id) => printOf(`job ${id.trim()} is queued`))).size).toBe(1)
    expect(printOf('2026-12-01T04:31:05Z')).toBe(printOf('2026-12-01T05:00:00Z'))
  })

  test('JSON in text is the JSON; key order, spacing and number spelling do not matter', () => {
    const same = [
      '{"a":1,"b":[1,2]}',
      '{ "b": [1.0, 2e0], "a": 10e-1 }\n',
      { b: [1, 2], a: 1 },
      '"{\\"a\\":1,\\"b\\":[1,2]}"',
    ]
    expect(new Set(same.map(printOf)).size).toBe(1)
    expect(printOf({ x: '{"b":2,"a":[1]}' })).toBe(printOf({ x: '{"a":[1.0],"b":2}' }))
  })

  test('whole numbers beyond what a double holds keep their last digits', () => {
    expect(printOf('{"id":1234567890123456788}')).not.toBe(printOf('{"id":1234567890123456789}'))
  })

  test('key order, spacing and number spelling do not matter, whatever the document', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
        expect(printOf(spelled([value]))).toBe(printOf(JSON.stringify([value])))
      }),
      { numRuns: 500 },
    )
  })

  test('any other change of a value does', () => {
    const plain = fc.oneof(
      fc.integer(),
      fc.boolean(),
      fc.constantFrom('alpha', 'beta', 'gamma delta', 'page 3', '2026-02-21'),
    )
    const document = fc.dictionary(
      fc.constantFrom('name', 'page', 'total', 'rows', 'order_id'),
      fc.oneof(plain, fc.array(plain, { minLength: 1 })),
      { minKeys: 1 },
    )
    fc.assert(
      fc.property(document, plain, fc.nat(), (value, other, at) => {
        const keys = Object.keys(value)
        const key = keys[at % keys.length] ?? ''
        fc.pre(JSON.stringify(value[key]) !== JSON.stringify(other))
        expect(printOf({ ...value, [key]: other })).not.toBe(printOf(value))
      }),
      { numRuns: 1000 },
    )
  })

  test('volatile differences are none', () => {
    const pairs: readonly (readonly [unknown, unknown])[] = [
      ['[2026-05-28T07:56:38.556Z] tag exists\n', '[2026-05-28T08:01:02.001Z] tag exists\n'],
      ['{"ok":true,"ts":"1772088624.497000"}', '{"ok":true,"ts":"1772088629.395000"}'],
      [
        { status: 'running', pid: 23673, session: 's_04fb06', tail: '' },
        { status: 'running', pid: 46564, session: 's_b98147', tail: '' },
      ],
      [
        { ok: true, message_id: '<7087@mail.example>' },
        { ok: true, message_id: '<75e8@mail.example>' },
      ],
      [
        { rows: 3, elapsed_ms: 12 },
        { rows: 3, elapsed_ms: 14 },
      ],
      [{ duration: 0.123 }, { duration: 0.125 }],
      ['\u001b[31mfailed\u001b[0m\r\n', 'failed\n'],
      [{ stdout: 'ready in 312 ms\nlistening' }, { stdout: 'ready in 298 ms\nlistening' }],
    ]
    for (const [one, other] of pairs) expect(printOf(one)).toBe(printOf(other))
  })

  test('real differences stay', () => {
    const pairs: readonly (readonly [unknown, unknown])[] = [
      [{ progress: 10 }, { progress: 20 }],
      [[[62559, 'badge', '2026-01-01']], [[62559, 'badge', '2026-01-02']]],
      [{ departure_time: '14:00:00' }, { departure_time: '15:00:00' }],
      [{ slots: ['14:00:00'] }, { slots: ['15:00:00'] }],
      [{ event: { start: '2026-06-11T19:07:00Z' } }, { event: { start: '2026-06-12T19:07:00Z' } }],
      [{ duration: 90 }, { duration: 120 }],
      [{ timeout: '30s' }, { timeout: '60s' }],
      ['  indented', 'indented'],
      ['1', '"2"'],
    ]
    for (const [one, other] of pairs) expect(printOf(one)).not.toBe(printOf(other))
  })

  test('another key gives another fingerprint and other lines', () => {
    const one = of('some text')
    const other = observationFeatures('some text', keyedHashing)
    expect(other).not.toEqual(one)
    expect(other.state === 'known' && one.state === 'known' && other.lines[0] !== one.lines[0]).toBe(true)
  })
})

describe('lines', () => {
  test('the sketch holds the 64 smallest hashes, ascending, and the true count', () => {
    const lines = Array.from({ length: 500 }, (_, index) => `line number ${index}`)
    const found = of([...lines, ...lines].join('\n'))
    if (found.state !== 'known') throw new Error('known expected')
    expect(found.lines.length).toBe(64)
    expect(found.lineCount).toBe(500)
    expect([...found.lines]).toEqual([...found.lines].sort((a, b) => a - b))
    const few = lines.map((line) => of(line)).flatMap((one) => (one.state === 'known' ? [...one.lines] : []))
    expect([...found.lines]).toEqual(few.sort((a, b) => a - b).slice(0, 64))
  })

  test('the order of lines does not matter', () => {
    const some = fc.array(fc.string({ minLength: 1 }), { minLength: 1, maxLength: 100 })
    fc.assert(
      fc.property(some, fc.nat(), (lines, by) => {
        const at = by % lines.length
        const turned = [...lines.slice(at), ...lines.slice(0, at)].reverse()
        expect(linesOf(turned.join('\n'))).toEqual(linesOf(lines.join('\n')))
      }),
      { numRuns: 500 },
    )
  })

  test('a sweep of new lines is all new, a re-read is not', () => {
    const page = (from: number): string =>
      Array.from({ length: 40 }, (_, i) => `${from + i}\tA depot fee is due, rule ${from + i}.`).join('\n')
    expect(novelty(page(0), page(40))).toBe(1)
    expect(novelty(page(0), page(0))).toBe(0)
    expect(novelty(page(0), page(20))).toBeCloseTo(0.5)
  })

  test('results of a search in another order bring nothing new, one new result a little', () => {
    const result = (n: number): unknown => ({
      title: `Heat pump limits ${n}`,
      url: `https://example.org/${n}`,
      snippet: `According to report ${n}`,
    })
    const one = { results: [1, 2, 3, 4].map(result) }
    expect(novelty(one, { results: [4, 2, 1, 3].map(result) })).toBe(0)
    expect(novelty(one, JSON.stringify({ results: [4, 2, 5, 1].map(result) }))).toBeCloseTo(0.25)
  })

  test('a table row with one other figure is a new row', () => {
    expect(
      novelty(
        {
          rows: [
            [1, 'a', 5],
            [2, 'b', 5],
          ],
        },
        {
          rows: [
            [1, 'a', 5],
            [2, 'b', 6],
          ],
        },
      ),
    ).toBe(0.5)
  })

  test('text in a JSON string has the lines of the text', () => {
    const text = 'first line of output\nsecond line of output\nthird'
    expect([...linesOf({ stdout: text })]).toEqual([...linesOf(text)])
  })

  test('one new sentence in a long line is one new line', () => {
    const sentences = Array.from(
      { length: 12 },
      (_, i) => `The depot rose to ${500 + i} while the invoice fell.`,
    )
    const added = [
      ...sentences.slice(0, 6),
      'Something entirely new was said about the harbour.',
      ...sentences.slice(6),
    ]
    expect(linesOf(sentences.join(' ')).size).toBe(12)
    expect(novelty(sentences.join(' '), added.join(' '))).toBeCloseTo(1 / 13)
  })

  test('quoted text of several lines in one has its lines', () => {
    const lines = Array.from({ length: 9 }, (_, i) => `- tool_name: lookup-${i} of the catalogue`)
    const quoted = `content=[TextContent(text='${lines.join('\\n')}')]`
    expect(linesOf(quoted).size).toBeGreaterThanOrEqual(9)
  })
})

describe('leaves', () => {
  test('at most 16 pairs, in path order, the same for any key order', () => {
    const many = Object.fromEntries(Array.from({ length: 40 }, (_, i) => [`k${i}`, i]))
    const found = of(many)
    const turned = of(Object.fromEntries(Object.entries(many).reverse()))
    expect(found.state === 'known' && found.leaves.length).toBe(32)
    expect(turned).toEqual(found)
  })

  test('a changed value changes its pair only', () => {
    const one = of({ a: 1, b: { c: 'x', d: [1, 2] } })
    const two = of({ a: 1, b: { c: 'y', d: [1, 2] } })
    if (one.state !== 'known' || two.state !== 'known') throw new Error('known expected')
    const changed = [...one.leaves].map((value, i) => value !== two.leaves[i])
    expect(changed).toEqual([false, false, false, true, false, false, false, false])
  })
})

/** The same document spelled otherwise: keys turned, spaced out, whole numbers with an exponent. */
function spelled(value: unknown): string {
  if (Array.isArray(value)) return `[ ${value.map(spelled).join(' , ')} ]`
  if (typeof value === 'number' && Number.isSafeInteger(value) && !Object.is(value, -0)) return `${value}e0`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const entries = Object.entries(value).reverse()
  return `{ ${entries.map(([key, item]) => `${JSON.stringify(key)} : ${spelled(item)}`).join(' ,\n ')} }`
}
