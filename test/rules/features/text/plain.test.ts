import { describe, expect, it } from 'vitest'
import { escapeEnd } from '../../../../rules/features/text/escape.ts'
import { plainText, trimmedText } from '../../../../rules/features/text/plain.ts'

describe('a text as it is read', () => {
  it.each([
    ['a\r\nb\rc\nd', 'a\nb\nc\nd'],
    ['\ufeffa', 'a'],
    ['a\ufeff', 'a\ufeff'],
    ['\u001b[1;31mred\u001b[0m!', 'red!'],
    ['\u001b]0;title\u0007x\u001b]8;;url\u001b\\y', 'xy'],
    ['a\u001b(b', 'ab'],
    ['a\u001b', 'a'],
    ['\u001b\u001b[1mx', '[1mx'],
    [' a \n', ' a \n'],
  ])('%j is %j', (text, plain) => {
    expect(plainText(text)).toBe(plain)
  })

  it.each([
    ['a  ', 'a'],
    ['a \t\nb\t\n\n  c \n', 'a\nb\n\n  c'],
    ['a\r\nb ', 'a\nb'],
    ['  a', '  a'],
    [' \nb', '\nb'],
    ['a\nb', 'a\nb'],
    ['a\u00a0\nb', 'a\u00a0\nb'],
    ['\n', ''],
    ['', ''],
  ])('without space at line ends %j is %j', (text, trimmed) => {
    expect(trimmedText(text)).toBe(trimmed)
  })
})

describe('a terminal escape', () => {
  /** What stands behind the escape that begins the text. */
  const behind = (text: string): string => `\u001b${text}`.slice(escapeEnd(`\u001b${text}`, 0))

  it.each([
    ['[0mx', 'x'],
    ['[?25hx', 'x'],
    ['[mx', 'x'],
    ['[12', ''],
    ['[1\nx', '\nx'],
    ['[1é', 'é'],
    [']0;a b\u0007x', 'x'],
    [']0;a\u001b\\x', 'x'],
    [']0;a\nx', '\nx'],
    [']0;a\rx', '\rx'],
    [']0;a', ''],
    ['Mx', 'x'],
    ['', ''],
  ])('before %j leaves %j', (text, rest) => {
    expect(behind(text)).toBe(rest)
  })

  it('is not looked for without end', () => {
    expect(behind(`[${'1'.repeat(100)}`)).toBe('1'.repeat(36))
    expect(behind(`]${'a'.repeat(1000)}`)).toBe('a'.repeat(488))
  })
})
