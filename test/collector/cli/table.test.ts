import { describe, expect, it } from 'vitest'
import { span, table } from '../../../collector/cli/table.ts'

describe('a table', () => {
  it('is as wide as its widest cells, numbers to the right, no space at the ends of lines', () => {
    const rows = [
      { name: 'a', count: 5, note: '' },
      { name: 'longer', count: 1234, note: 'x' },
    ]
    const printed = table(rows, [
      { heading: 'NAME', cell: ({ name }) => name },
      { heading: 'N', cell: ({ count }) => String(count), right: true },
      { heading: '', cell: ({ note }) => note },
    ])
    expect(printed).toBe(['NAME       N', 'a          5', 'longer  1234  x'].join('\n'))
  })

  it('has one line for a row, whatever its cells hold', () => {
    const rows = [{ name: 'a\nfaked  9\u001b[2J' }]
    const printed = table(rows, [{ heading: 'NAME', cell: ({ name }) => name }])
    expect(printed).toBe('NAME\na faked  9\\u001b[2J')
  })

  it('is its heading when there are no rows', () => {
    expect(table([], [{ heading: 'NAME', cell: () => '' }])).toBe('NAME')
  })
})

describe('a span of time', () => {
  it.each([
    [-5, '0 s'],
    [1499, '1 s'],
    [99_000, '99 s'],
    [120_000, '2 min'],
    [7_200_000, '2 h'],
    [172_800_000, '2 d'],
  ])('of %i ms is %s', (ms, text) => expect(span(ms)).toBe(text))
})
