import { expect, test } from 'vitest'
import { oneLine } from '../../../collector/cli/one-line.ts'

test('a text on one line, cut where it is too long', () => {
  expect(oneLine(' a\n\tb  c ', 5)).toBe('a b c')
  expect(oneLine('abcdef', 6)).toBe('abcdef')
  expect(oneLine('abcdefg', 6)).toBe('abcde…')
  expect(oneLine('', 6)).toBe('')
})
