import { expect, test } from 'vitest'
import { tellingLines } from '../../../../rules/features/errors/telling.ts'

test('the first three lines tell, without blank lines and rulers', () => {
  const text =
    '\n=====\n  Build failed  \r\n-----\rmodule a: no name x\n\nmodule b: no name y\nmodule c: no name z\n'
  expect(tellingLines(text)).toEqual(['Build failed', 'module a: no name x', 'module b: no name y'])
  expect(tellingLines('')).toEqual([])
  expect(tellingLines('失敗\n42')).toEqual(['失敗', '42'])
})

test.each([
  '    at TCP.connect (net.js:1:2)',
  '  File "/a/run.py", line 3, in main',
  '\t... 12 more',
  'goroutine 1 [running]:',
  '  #0 0x7f11 in main',
])('what follows a frame, %j, does not', (frame) => {
  expect(tellingLines(`${frame}\nconnect failed\n${frame}\nmore`)).toEqual(['connect failed'])
})

test.each(['at the gate', 'File "x" is locked', '#0 of all', 'a goroutine 1 is stuck', '... 12 more'])(
  '%j is no frame',
  (line) => {
    expect(tellingLines(`failed\n${line}\nend`)).toEqual(['failed', line, 'end'])
  },
)

test('of the last traceback it is the first line that is not indented', () => {
  const first = 'Traceback (most recent call last):\n  File "a.py", line 1\nKeyError: 1\n'
  const last =
    '  Traceback (most recent call last):\n  | File "b.py", line 2\n  |   raise\n+---\n\nValueError: bad\nand the end\n'
  expect(tellingLines(`${first}\nDuring handling of it:\n\n${last}`)).toEqual(['ValueError: bad'])
  expect(tellingLines('broken off\nTraceback (most recent call last):\n  File "a.py", line 1')).toEqual([
    'broken off',
    'Traceback (most recent call last):',
  ])
})

test('a line counts with its first 600 characters, a text with its first and last 8192', () => {
  const long = 'word '.repeat(500)
  expect(tellingLines(`  ${long}`)).toEqual([long.slice(0, 600)])
  expect(tellingLines(`Traceback (most recent call last):\n x\nE${'a'.repeat(700)}`)).toEqual([
    `E${'a'.repeat(599)}`,
  ])
  const between = (chars: number): string =>
    `${' '.repeat(8185)}\nfirst ${' '.repeat(chars)}\nlast${' '.repeat(8187)}`
  expect(tellingLines(between(0))).toEqual(['first', 'last'])
  expect(tellingLines(between(1))).toEqual(['first', 'last'])
  expect(tellingLines(`${' '.repeat(9000)}\nhidden\n${' '.repeat(9000)}\nseen`)).toEqual(['seen'])
})
