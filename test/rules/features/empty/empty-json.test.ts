import { describe, expect, it } from 'vitest'
import { isEmptyJson } from '../../../../rules/features/empty/empty-json.ts'
import { parseJson } from '../../../../rules/features/json/parse.ts'
import { Tape } from '../../../../rules/features/json/tape.ts'

function isEmpty(value: unknown): boolean {
  const tape = new Tape()
  tape.text.addText(JSON.stringify(value))
  return isEmptyJson(tape, parseJson(tape, tape.text.start, tape.text.length))
}

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
