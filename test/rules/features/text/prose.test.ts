import { expect, test } from 'vitest'
import { ByteBuffer } from '../../../../rules/features/bytes/byte-buffer.ts'
import { Prose } from '../../../../rules/features/text/prose.ts'

/** Which of the lines are running text. */
function prose(...lines: readonly string[]): readonly string[] {
  const reader = new Prose()
  return lines.filter((line) => {
    const text = new ByteBuffer()
    text.addText(line)
    return reader.takes(text.bytes, text.start, text.length)
  })
}

test('sentences are prose, with a number, a dash, a bar or a mark in them as well', () => {
  const lines = [
    'I looked.',
    '  Then again.',
    '3.5 is less',
    'a - b',
    'a | b',
    '-5 degrees',
    '#tag',
    '12345. no item',
    '--',
  ]
  expect(prose(...lines)).toEqual(lines)
})

test('list items, headings, quotes, rulers, tables, code and blank lines are not', () => {
  const lines = [
    '- a',
    '* a',
    '+ a',
    '• a',
    '1. a',
    '12) a',
    'b. a',
    '### a',
    '> a',
    '| a',
    '---',
    '=== ',
    'a | b | c',
    '    x',
    '\tx',
    '',
    '  ',
  ]
  expect(prose(...lines)).toEqual([])
})

test('a code fence hides what it encloses, up to the same sign', () => {
  expect(prose('before', '```ts', 'code', '~~~', 'code', '```', 'after', '~~~', 'code')).toEqual([
    'before',
    'after',
  ])
})
