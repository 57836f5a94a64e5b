import { expect, test } from 'vitest'
import { seenFailure } from '@loop-observer/rules'

test.each([
  ['{"error": "no such table"}', 'no such table'],
  ['{"Error": "no such table"}', 'no such table'],
  ['{"error": {"code": 404}}', '{"code":404}'],
  ['{"isError": true, "content": []}', '{"isError":true,"content":[]}'],
  ['{"success": false}', '{"success":false}'],
  ['{"ok": false, "why": "closed"}\n', '{"ok":false,"why":"closed"}'],
])('a result in JSON says of itself that it failed: %s', (observation, failure) => {
  expect(seenFailure(observation)).toBe(failure)
  expect(seenFailure(JSON.parse(observation))).toBe(failure)
})

test.each([
  '{"error": null, "rows": []}',
  '{"error": "", "rows": []}',
  '{"error": "  "}',
  '{"isError": false}',
  '{"success": true}',
  '{"ok": true}',
  '{"errors": 0, "success": "no"}',
  '["error"]',
  'null',
])('a result in JSON that does not is none: %s', (observation) => {
  expect(seenFailure(JSON.parse(observation))).toBeNull()
})

test('what is neither text nor an object says nothing', () => {
  for (const observation of [undefined, null, 7, true]) expect(seenFailure(observation)).toBeNull()
})

test('of a long object the first 4000 characters are told, and a long text is no JSON', () => {
  const long = { ok: false, page: 'x'.repeat(5000) }
  expect(seenFailure(long)).toBe(JSON.stringify(long).slice(0, 4000))
  expect(seenFailure(JSON.stringify(long))).toBeNull()
  const fits = JSON.stringify({ ok: false, page: '' })
  expect(seenFailure(`{"ok":false,"page":"${'x'.repeat(4000 - fits.length)}"}`)).toHaveLength(4000)
})

test.each([
  'ValueError: bad shape',
  'requests.exceptions.HTTPException: 404',
  'KeyboardInterrupt',
  'SystemExit: 2',
  'ERROR: no matching distribution',
  'Error: payment refused',
  'error : unknown option',
  'fatal: not a git repository',
  'FATAL: role does not exist',
  'panic: index out of range',
  'npm ERR! code ELIFECYCLE',
  'E: Unable to locate package',
  'FAILED tests/test_a.py::test_b',
  'bash: foo: command not found',
  'cat: a.txt: No such file or directory',
  'mkdir: /root/x: Permission denied',
  'sh: 1: gh: not found',
  'cat: src: Is a directory',
  'cd: a.txt: Not a directory',
  "bash: -c: line 1: syntax error near unexpected token `('",
  'exit code 1',
  'Process exited with code 127',
  'exit status: 2',
  'exit=3',
])('a text whose last line is %j failed', (line) => {
  expect(seenFailure(line)).toBe(line)
  expect(seenFailure(`some output before\n\n  ${line}  \n\n`)).toBe(line)
  expect(seenFailure(`{ broken JSON\n${line}`)).toBe(line)
})

test.each([
  'exit code 0',
  'exit 0',
  'Exited with status 0',
  'the word ValueError: in a sentence',
  'an error was handled',
  'errors: none at all? No.',
  'not found',
  'MyError happened here',
  'nothing to report',
  '',
])('a text whose last line is %j did not', (line) => {
  expect(seenFailure(`some output before\n${line}`)).toBeNull()
})

test('a failure is told in the last eight lines that say anything, of the last 4000 characters', () => {
  const failure = 'fatal: not a git repository'
  const after = (lines: number): string => `${failure}\n${'\nand so on\n'.repeat(lines)}`
  expect(seenFailure(after(7))).toBe(failure)
  expect(seenFailure(after(8))).toBeNull()
  const filler = 'x'.repeat(4000 - failure.length - 1)
  expect(seenFailure(`one\n${failure}\n${filler}`)).toBe(failure)
  expect(seenFailure(`one\n${failure}\n${filler}xxxxxx`)).toBeNull()
})

test('of several failures that are told the last one counts', () => {
  expect(seenFailure('Error: the first\nError: the second\ndone')).toBe('Error: the second')
})

test.each([
  [
    { status: 401, body: { error: 'token_expired', message: 'The token expired' } },
    '401 token_expired: The token expired',
  ],
  [{ status_code: 404, url: 'https://x.example/a', body: 'Not Found' }, '404 Not Found'],
  [{ statusCode: 503 }, 'status 503'],
  [{ status: '429', message: 'slow down' }, '429 slow down'],
  [{ code: 403, message: 'forbidden' }, '403 forbidden'],
  [{ type: 'about:blank', title: 'Conflict', status: 409, detail: 'It exists.' }, '409 It exists.: Conflict'],
  [{ status: 500, body: { a: 1 } }, '500 {"a":1}'],
  [{ error: true, message: 'Service unavailable', retry_after: 3 }, 'Service unavailable'],
  [{ error: true }, 'error'],
  [{ status: 'error', message: 'no such table' }, 'error: no such table'],
  [{ status: 'denied' }, 'denied'],
  [{ status: 'failed', reason: 'no such table', data: null }, 'failed: no such table'],
  [{ state: 'unauthorized', action: 'delete', reason: 'read only' }, 'unauthorized: read only'],
  [
    { stdout: '', stderr: "NameError: name 'x' is not defined", exit_code: 1 },
    "NameError: name 'x' is not defined",
  ],
  [{ stdout: 'ran\nFAILED a.py::b', stderr: '', returncode: 1 }, 'FAILED a.py::b'],
  [{ output: '2 of 5 are wrong', exitCode: 1 }, 'exit code 1'],
  [{ stdout: '', stderr: '', exit_code: 137 }, 'exit code 137'],
  [{ stdout: '', stderr: 'ValueError: bad shape' }, 'ValueError: bad shape'],
])('a result that says by its fields that it failed: %j', (observation, failure) => {
  expect(seenFailure(observation)).toBe(failure)
  expect(seenFailure(JSON.stringify(observation))).toBe(failure)
})

test.each([
  { code: 1234, message: 'hello' },
  { code: 404 },
  { status: 200, body: 'error' },
  { status: 'ok' },
  { status: 404, url: 'https://x.example/a' },
  { status: 4040, message: 'hello' },
  { status: 450.5, message: 'hello' },
  { status: 'not_found', data: null },
  { found: false, message: 'There is no such customer.' },
  { status: 'failed' },
  { job_id: 'j-1', status: 'failed', reason: 'out of memory' },
  { host: 'web-1', status: 'error', message: 'disk is full' },
  { id: 'o-1', status: 'rejected' },
  { exit_code: 0, stdout: 'x', stderr: 'warning: deprecated' },
  { exit_code: 1, stdout: '', stderr: '' },
  { stdout: 'done', stderr: 'Error: of yesterday' },
  { stdout: '', stderr: 'a note' },
  { errors: 3, status: 'done' },
  { error: false, rows: 3 },
  [{ status: 500, message: 'x' }],
])('a result of which the fields say no such thing: %j', (observation) => {
  expect(seenFailure(observation)).toBeNull()
  expect(seenFailure(JSON.stringify(observation))).toBeNull()
})

test.each([
  'No replacement was performed, old_str `a` did not appear verbatim in src/a.py.',
  "Command 'rm a' was blocked by the sandbox policy. Only read-only commands are allowed.",
  'The tool use was rejected by the user.',
  'Permission to use Bash with command rm a has been denied.',
])('a text that refuses: %s', (text) => {
  expect(seenFailure(text)).toBe(text)
  expect(seenFailure(`Of the log:\n${text}`)).toBeNull()
  expect(seenFailure(text + ' x'.repeat(300))).toBeNull()
})

test.each(['The road was blocked by snow.', 'The request was approved.', 'No replacement part was found.'])(
  'a text that does not: %s',
  (text) => {
    expect(seenFailure(text)).toBeNull()
  },
)
