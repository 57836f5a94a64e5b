import { describe, expect, it } from 'vitest'
import { isEmptyJson, isEmptyText } from '../../../rules/features/emptiness.ts'
import { parseJson } from '../../../rules/features/json/parse.ts'
import { Tape } from '../../../rules/features/json/tape.ts'

function isEmpty(value: unknown): boolean {
  const tape = new Tape()
  tape.text.addText(JSON.stringify(value))
  return isEmptyJson(tape, parseJson(tape, tape.text.start, tape.text.length))
}

describe('a text that says that there is nothing', () => {
  it.each([
    '',
    ' \n\t',
    'null',
    'None',
    ' (empty)\n',
    'N/A',
    'no results',
    'No results found for "heat pumps".',
    'There were no matching rows',
    '(0 rows)',
    '[zero hits]',
    'found 0 files in src',
    'Nothing found!',
    'no match found',
    'no such results',
    'No entries to display',
    "no rows matching 'a b'",
    'no items for the last week',
    ' '.repeat(99_999),
  ])('%j', (text) => {
    expect(isEmptyText(text)).toBe(true)
  })

  it.each([
    '0',
    'no',
    'no errors',
    'no results, trying again',
    'results found',
    'x no results',
    'no results\nno results',
    `no results for "${'x'.repeat(240)}"`,
    ' '.repeat(100_000),
  ])('and one that does not: %j', (text) => {
    expect(isEmptyText(text)).toBe(false)
  })

  it('is one of 240 characters at most, blank ones apart', () => {
    const phrase = (chars: number): string => `no results for "${'x'.repeat(chars - 17)}"`
    expect(isEmptyText(phrase(240))).toBe(true)
    expect(isEmptyText(phrase(241))).toBe(false)
  })
})

describe('a document that holds nothing', () => {
  it.each([
    [null],
    [''],
    ['no results'],
    [' '.repeat(2000)],
    [[]],
    [{}],
    [[[], {}]],
    [{ results: [], total: 0 }],
    [{ items: null }],
    [{ num_found: 0, Total_Results: 0, number_of_rows: 0 }],
    [{ count: 0, page: 3, perPage: 10, next: 'abc', hasMore: false, cursor: 'x' }],
    [{ data: [], success: true, ok: true, status: 'ok' }],
    [{ data: [], status: 200 }],
    [{ data: [], request_id: 'a1', elapsed_ms: 3, timestamp: 1772088624 }],
    [{ content: [{ type: 'text', text: '' }] }],
    [{ isError: false, content: [] }],
  ])('%j', (value) => {
    expect(isEmpty(value)).toBe(true)
  })

  it.each([
    [0],
    [false],
    [true],
    ['text'],
    ['x'.repeat(2000)],
    [[0]],
    [[true]],
    [{ count: 10 }],
    [{ count: 3 }],
    [{ count: false }],
    [{ price: 0 }],
    [{ status: 'ok' }],
    [{ page: 1 }],
    [{ request_id: 'a1' }],
    [{ data: [], status: 'failed' }],
    [{ data: [], status: ['ok', 1] }],
    [{ data: [], success: false }],
    [{ data: [], OK: false }],
    [{ data: [], next: 'error' }],
    [{ data: [], name: 'x' }],
    [{ content: [{ type: 'image', text: '' }] }],
    [{ data: [], type: 5 }],
    [[[], 'text']],
  ])('and one that does: %j', (value) => {
    expect(isEmpty(value)).toBe(false)
  })

  it('is looked at as far as two hundred values', () => {
    expect(isEmpty(Array.from({ length: 200 }, () => null))).toBe(true)
    expect(isEmpty(Array.from({ length: 201 }, () => null))).toBe(false)
  })
})
