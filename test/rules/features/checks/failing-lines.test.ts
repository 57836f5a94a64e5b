import { describe, expect, it } from 'vitest'
import { failingLines, lastLines } from '../../../../rules/features/checks/failing-lines.ts'

describe('a line that says that something fails', () => {
  it.each([
    'src/a.ts:12:3 semicolon',
    'src/a.ts(12,3) semicolon',
    '✗ adds',
    '✘ adds',
    '✖ adds',
    '× adds',
    '❌ adds',
    '● adds › two',
    'not ok 3 adds',
    '1 error',
    'it fails',
    '2 failed, 1 passed',
    'failure in adds',
    'fatal: no',
    'panicked at main',
    'uncaught exception',
    'Assertion of x',
    'assert_equal_error',
    'Traceback of it',
    'undefined reference to x',
    '3 violations',
    'TypeError',
    'java.lang.IllegalStateException',
    '10 errors',
    '0 errors in a, 1 error in b',
    'failures: 10',
  ])('is %j', (line) => {
    expect(failingLines(line)).toEqual([line])
  })

  it.each([
    '✓ throws an error',
    '✔ fails well',
    '√ error',
    'ok 1 - an error',
    'PASS src/error.test.ts',
    '[PASSED] error',
    'error handling ... ok',
    'test_error PASSED',
    'test_error PASSED [ 50%]',
    'at new TypeError (a.js:1:2)',
    'File "error.py", line 1',
    '#3 error',
    '... 3 more errors',
    'goroutine 1 [fatal]',
    'no errors',
    '0 type errors',
    'without any failures',
    'errors: 0',
    'failures = none',
    'errors: []',
    'reproduce_error.py',
    '×3',
    'a.ts:12',
    '',
  ])('is not %j', (line) => {
    expect(failingLines(line)).toEqual([])
  })
})

describe('the lines of an output', () => {
  it('are found behind any line end, without space around them and escapes in them', () => {
    expect(failingLines('\u001b[31merror 1\u001b[0m\r\n  error 2 \rerror 3\nfine')).toEqual([
      'error 1',
      'error 2',
      'error 3',
    ])
    expect(lastLines('one\r\n\u001b[1mtwo\u001b[0m\r\n  \rthree \n\n four')).toEqual(['two', 'three', 'four'])
  })

  it('keep their order and their copies, up to a thousand', () => {
    const lines = Array.from({ length: 1001 }, (_, i) => `error ${i % 7}`)
    expect(failingLines(lines.join('\n'))).toEqual(lines.slice(0, 1000))
  })

  it('are the last three where none says how, each of 4000 characters at most', () => {
    expect(lastLines('one\ntwo\nthree\nfour\n')).toEqual(['two', 'three', 'four'])
    expect(lastLines('one')).toEqual(['one'])
    expect(lastLines(' \n ')).toEqual([])
    const long = `error ${'x'.repeat(5000)}`
    expect(lastLines(long)).toEqual([long.slice(0, 4000)])
    expect(failingLines(long)).toEqual([long.slice(0, 4000)])
    expect(failingLines(`${'x'.repeat(4000)} error`)).toEqual([])
  })
})
