import fc from 'fast-check'
import { expect, test } from 'vitest'
import { rowIds, withoutRows, withRow, type RowIds } from '../../../rules/memory/row-ids.ts'

const id = fc
  .string({ minLength: 1, maxLength: 12 })
  .filter((text) => !text.includes('\u001e') && !text.includes('\u001f') && text !== '=')
const row: fc.Arbitrary<RowIds> = fc.record({ step: id, span: fc.option(id), call: fc.option(id) })

test('ids of rows come back as they were, without the first ones that were dropped', () => {
  fc.assert(
    fc.property(fc.array(row, { maxLength: 20 }), fc.nat({ max: 20 }), (rows, dropped) => {
      const text = rows.reduce(withRow, '')
      expect(rowIds(text)).toEqual(rows)
      const most = Math.min(dropped, rows.length)
      expect(rowIds(withoutRows(text, most))).toEqual(rows.slice(most))
    }),
  )
})

test('an id that holds a separator loses it, and its neighbours nothing', () => {
  const text = [
    { step: 'a\u001fb', span: null, call: 'c\u001ed' },
    { step: 'e', span: 'e', call: null },
  ].reduce(withRow, '')
  expect(rowIds(text)).toEqual([
    { step: 'a b', span: null, call: 'c d' },
    { step: 'e', span: 'e', call: null },
  ])
})
