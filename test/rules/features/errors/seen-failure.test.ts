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
