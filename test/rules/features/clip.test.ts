import { expect, test } from 'vitest'
import { clipText, maxTextChars } from '../../../rules/features/clip.ts'

test('a text that is short enough stays, of a longer one head, length and tail do', () => {
  expect(clipText('abcdef', 6)).toBe('abcdef')
  expect(clipText('abcdefg', 6)).toBe('abc\n<7 characters>\nefg')
  expect(clipText('abcdefg', 5)).toBe('ab\n<7 characters>\nfg')
  expect(clipText('x'.repeat(maxTextChars))).toHaveLength(262_144)
  expect(clipText('x'.repeat(maxTextChars + 1))).toBe(
    `${'x'.repeat(131_072)}\n<262145 characters>\n${'x'.repeat(131_072)}`,
  )
})
