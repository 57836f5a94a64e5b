import { expect, test } from 'vitest'
import { maxTextChars } from '../../../rules/features/clip.ts'
import { errorFeatures, failureSignatures } from '../../../rules/features/errors/error.ts'
import type { ErrorClass } from '../../../rules/words/features.ts'
import { hashing } from './hashing.ts'

const classes: Readonly<Record<ErrorClass, readonly string[]>> = {
  transient: [
    'HTTP 503 Service Unavailable',
    '502 Bad Gateway',
    'Error: 504: gateway timeout',
    'Request timed out after 30s',
    'TimeoutError: read',
    'The model is overloaded, please try again later',
    'temporarily unavailable',
    'ETIMEDOUT',
    'Failed to fetch https://x.example/s: HTTP error: 503',
    'database is locked',
    'command timed out after 120 seconds',
  ],
  connection: [
    'connect ECONNREFUSED 127.0.0.1:5432',
    'getaddrinfo ENOTFOUND db.internal',
    'Connection reset by peer',
    'curl: (7) Failed to connect to host port 80',
    'No route to host',
    'Temporary failure in name resolution',
    'could not resolve host: github.com',
    'socket hang up',
    'TypeError: fetch failed',
  ],
  quota: [
    '429 Too Many Requests',
    'Rate limit exceeded, retry after 20s',
    'You exceeded your current quota',
    'RESOURCE_EXHAUSTED',
    'insufficient_quota',
    'ThrottlingException: Rate exceeded',
  ],
  auth: [
    '401 Unauthorized',
    'Invalid API key provided',
    'token has expired',
    'authentication failed for user',
    'HTTP 401',
    'The session expired, log in',
    'Incorrect API key',
  ],
  denied: [
    '403 Forbidden',
    'Permission denied: /etc/shadow',
    'EACCES: open',
    'blocked by policy',
    'The user declined this call',
    'refused by user',
    'Operation not permitted',
    'not allowed to write outside the workspace',
  ],
  not_found: [
    '404 Not Found',
    'No such file or directory: a.txt',
    'ENOENT',
    "ModuleNotFoundError: No module named 'x'",
    'Error: user not found',
    'Error: payment method not found',
    "tac: failed to create temporary file in '/tmp': No such file or directory",
    "Unknown column 'x' in 'field list'",
    'table orders does not exist',
  ],
  invalid_arguments: [
    '400 Bad Request',
    'ValidationError: 1 validation error',
    "missing required parameter 'path'",
    'missing action',
    'Invalid arguments: expected object',
    'convert.py: error: unrecognized arguments: --task',
    'Could not parse arguments as JSON',
    'Unexpected end of JSON input',
    "Field 'q' is required",
  ],
  unknown_tool: [
    'Unknown tool: foo',
    "Tool 'foo' not found",
    'tool foo does not exist',
    'no such tool',
    'foo is not a valid tool',
    'Method not found',
  ],
  other: [
    'exit status 1',
    'ambiguous',
    'AssertionError: 3 != 4',
    'SyntaxError: invalid syntax',
    "syntax error near unexpected token `('",
    'Please retry with a correctly formatted response',
    'no match',
    '',
  ],
}

for (const [name, examples] of Object.entries(classes)) {
  test(`class ${name}`, () => {
    for (const text of examples) expect([text, errorFeatures(text, hashing).class]).toEqual([text, name])
  })
}

const signature = (text: string): string => errorFeatures(text, hashing).signature

test('numbers, paths, URLs, hexadecimal ids and quoted text do not matter', () => {
  const pairs: readonly (readonly [string, string])[] = [
    ['Error at line 3: bad value 12', 'Error at line 14: bad value 7'],
    ['ENOENT: no such file, open /a/b.txt', 'ENOENT: no such file, open /c/d/e.json'],
    ["KeyError: 'alpha'", "KeyError: 'beta gamma'"],
    ['no such column "a"', 'no such column "b"'],
    ['403 for https://x.example/a?b=1', '403 for https://x.example/other'],
    ['commit 7c6e44fbb is missing', 'commit a1c70b3cc is missing'],
    ['Connection refused 10.0.0.1:80', 'connection  refused 10.0.0.2:8080'],
    ['\u001b[31mfailed 1\u001b[0m', 'failed 2'],
  ]
  for (const [one, other] of pairs) expect(signature(one)).toBe(signature(other))
})

test('words do', () => {
  const all = [
    'connection refused',
    'connection reset',
    "KeyError: 'a'",
    "ValueError: 'a'",
    'not found',
    'permission denied',
    "can't open",
    "don't open",
  ]
  expect(new Set(all.map(signature)).size).toBe(all.length)
})

test('of a Python traceback the last line counts, of a stack of JavaScript the first', () => {
  const traceback = (line: number, last: string): string =>
    `2026-01-01 log\nTraceback (most recent call last):\n  File "/a/run.py", line ${line}, in <module>\n    main()\n  File "/a/lib.py", line 9, in f${line}\n    raise\n${last}\n`
  expect(signature(traceback(3, 'ValueError: bad shape'))).toBe(signature('ValueError: bad shape'))
  expect(signature(traceback(3, 'ValueError: bad shape'))).toBe(
    signature(traceback(44, 'ValueError: bad shape')),
  )
  expect(signature(traceback(3, 'TypeError: bad shape'))).not.toBe(
    signature(traceback(3, 'ValueError: bad shape')),
  )
  const stack = 'Error: connect failed\n    at TCP.connect (net.js:1:2)\n    at other (a.js:3:4)\n'
  expect(signature(stack)).toBe(signature('Error: connect failed\n    at entirely (else.js:9:9)\n'))
})

test('a failure line is its words with every number masked', () => {
  const [one, two, other, ...rest] = failureSignatures(
    [
      'a.ts(3,14): error TS2304: no name x',
      ' a.ts(25,1): error TS2304: no name x',
      'a.ts(3,14): error TS2304: no name y',
      '  ',
    ],
    hashing,
  )
  expect(one).toBe(two)
  expect(one).not.toBe(other)
  expect(rest).toEqual([])
})

test('a number in a failure line counts as one, whatever its digits; that there is one does', () => {
  const sign = (line: string) => failureSignatures([line], hashing)[0]
  expect(sign('took 1,250.75 s of 3')).toBe(sign('took 7 s of 12'))
  expect(sign('at 3.')).not.toBe(sign('at 3'))
  expect(sign('at 3 x')).not.toBe(sign('at  x'))
  expect(sign('3-4')).not.toBe(sign('3'))
})

test('of a long failure line its beginning counts', () => {
  const [cut, whole] = ['x'.repeat(maxTextChars), `${'x'.repeat(maxTextChars)} y`]
  expect(failureSignatures([cut], hashing)).toEqual(failureSignatures([whole], hashing))
})
