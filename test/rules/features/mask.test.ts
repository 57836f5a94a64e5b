import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ByteBuffer } from '../../../rules/features/bytes/byte-buffer.ts'
import { maskText } from '../../../rules/features/mask/mask.ts'

function maskVolatile(text: string): string {
  const out = new ByteBuffer()
  maskText(text, new ByteBuffer(), { out, lines: null, seed: 0 })
  return out.text(out.start)
}

const masked: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  'ISO dates with time': [
    ['[2026-05-28T07:56:38.556Z] release check', '[<time>] release check'],
    ['at 2026-05-28T07:56:38+02:00.', 'at <time>.'],
    ['2026-05-28 07:56:38,123 INFO start', '<time> INFO start'],
    ['2026-05-28 07:56:38.123456 +0200 start', '<time> start'],
    ['2026/05/28 07:56:38 [error] 31#31: *1 open()', '<time> [error] 31#31: *1 open()'],
    ['2026-05-28 07:56 started', '<time> started'],
    ['seen 2026-05-28T07:56Z', 'seen <time>'],
    ['backup-20260528T075638Z.tar', 'backup-<time>.tar'],
  ],
  'dates of common logs': [
    ['::1 - - [28/May/2026:07:56:38 +0000] "GET / HTTP/1.1" 200', '::1 - - [<time>] "GET / HTTP/1.1" 200'],
    ['Date: Thu, 28 May 2026 07:56:38 GMT', 'Date: Thu, <time>'],
    ['Thu May 28 07:56:38 2026 done', 'Thu May <time> done'],
    ['08/22/2024 05:12:58 - INFO - utils', '<time> - INFO - utils'],
    ['May  8 07:56:38 web sshd[1234]: closed', 'May  <time> web sshd[<pid>]: closed'],
  ],
  'clock times': [
    ['07:56:38 up 3 days', '<time> up 3 days'],
    ['[07:56:38.123] ready', '[<time>] ready'],
    ['now 7:56:38 PM', 'now <time>'],
  ],
  'epoch numbers beside time-like keys': [
    ['ts=1772088624.497 level=info', 'ts=<time> level=info'],
    ["{'timestamp': 1772088624497, 'n': 3}", "{'timestamp': <time>, 'n': 3}"],
    ['updated_at: 1772088624', 'updated_at: <time>'],
  ],
  'epoch numbers alone on their line': [
    ['1772088624', '<time>'],
    ['now\n1772088624497 \nbye', 'now\n<time>\nbye'],
  ],
  ULIDs: [
    ['01HZX3KQ9V5J8Y2W7N4M6P0RTB', '<id>'],
    ['job 01HZX3KQ9V5J8Y2W7N4M6P0RTB queued', 'job <id> queued'],
  ],
  'entity tags': [
    ['etag: "33a64df551425fcc55e4d42a148795d9f25f89d4"', 'etag: "<id>"'],
    ['ETag: W/"0815"', 'ETag: W/"<id>"'],
  ],
  'ports of clients': [
    ['read ECONNRESET 127.0.0.1:54321', 'read ECONNRESET 127.0.0.1:<id>'],
    ['localhost:49152 hung up', 'localhost:<id> hung up'],
    [
      'Accepted publickey for bob from 10.0.0.7 port 54321 ssh2',
      'Accepted publickey for bob from 10.0.0.7 port <id> ssh2',
    ],
  ],
  UUIDs: [
    ['task 550e8400-e29b-41d4-a716-446655440000 queued', 'task <uuid> queued'],
    ['abcdefab-e29b-41d4-a716-446655440000', '<uuid>'],
    ['abcdefab-abcd-41d4-a716-446655440000', '<uuid>'],
  ],
  'memory addresses': [
    ['<Row object at 0x7f3c2a9d1e50>', '<Row object at <addr>>'],
    ['segfault at 0x7ffdeadbeef', 'segfault at <addr>'],
  ],
  'measured durations': [
    ['done in 0.32s', 'done in <took>'],
    ['12 ms, 340ms, 15µs', '<took>, <took>, <took>'],
    ['3 passed in 27.10s', '3 passed in <took>'],
    ['took 3 sec', 'took <took>'],
    ['real\t0m1.234s', 'real\t<took>'],
    ['web-1 Running 0 5m32s', 'web-1 Running 0 <took>'],
    ['Elapsed: 3 seconds', 'Elapsed: <took>'],
    ['elapsed=5.32', 'elapsed=<took>'],
    ['web-2   1/1   Running   0   12s ', 'web-2   1/1   Running   0   <took>'],
    ['Up, created 5 minutes ago', 'Up, created <took>'],
  ],
  'process ids': [
    ['started (pid 23673)', 'started (pid <pid>)'],
    ['pid=42 PID: 77', 'pid=<pid> PID: <pid>'],
    ['process 4821 exited', 'process <pid> exited'],
    ['Process ID: 991', 'Process ID: <pid>'],
    ['nginx[48213]: reloaded', 'nginx[<pid>]: reloaded'],
  ],
  'temporary paths': [
    ['wrote /tmp/xyz123', 'wrote <tmp>'],
    ['open /tmp/tmpab12cd34/out.txt', 'open <tmp>/out.txt'],
    ['/tmp/tmp.Xy12AbCdEf is gone', '<tmp> is gone'],
    ['/var/folders/3k/0w9x_2/T/tmpq1w2e3/a.py', '<tmp>/a.py'],
    ['rootdir: /tmp/pytest-of-root/pytest-12/test_a0', 'rootdir: <tmp>/test_a0'],
    ['/tmp/build-9fK2xQ/log', '<tmp>/log'],
  ],
  'ids of requests, traces, sessions, messages, tool calls and runs, by key': [
    ['request_id: req_011CQ', 'request_id: <id>'],
    ['X-Request-Id: 4f2a9c', 'X-Request-Id: <id>'],
    ["{'trace_id': '4bf92f35', 'ok': True}", "{'trace_id': '<id>', 'ok': True}"],
    ['messageId=<7087ffbf9112ac4b@mail.example>', 'messageId=<id>'],
    ['"tool_call_id": "call_9aX", "page": 3', '"tool_call_id": "<id>", "page": 3'],
    ['run_id=01J8 toolCallId=tc9 session s_04fb06', 'run_id=<id> toolCallId=<id> session <id>'],
    ['traceparent: 00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01', 'traceparent: <id>'],
    ['request id 9f3a77', 'request id <id>'],
    ['Session ID: 8812ab', 'Session ID: <id>'],
  ],
}

for (const [kind, examples] of Object.entries(masked)) {
  test(`${kind} are masked`, () => {
    for (const [text, expected] of examples) expect(maskVolatile(text)).toBe(expected)
  })
}

const kept: Readonly<Record<string, readonly string[]>> = {
  'page numbers, counts and positions': [
    'page 3 of 10',
    '12 results',
    'line 25:12',
    'src/app.py:12:30: E501',
    'row 17, offset 4000',
  ],
  'percentages and progress': ['45%', '120/500', 'epoch 3/10 loss 0.123'],
  'ids of business objects': [
    'order 5512',
    'order_id: 991',
    'user_id=77',
    'ticket #4821',
    'customer C1001',
    'flight HAT023',
  ],
  'file names': [
    'report-2026.csv',
    '/tmp/report.csv',
    '/tmp/out1.txt',
    '/tmp/report2026.csv',
    'tests/test_tmp1.py',
  ],
  'dates without time': ['2026-02-21', '28 May 2026', 'due 05/28/2026', '2022-01-01 to 2022-12-31'],
  'clock times without seconds': ['08:00 to 12:00', 'first sailing 05:40'],
  'settings that look like durations': [
    'timeout: 30s',
    'retries every 5 minutes',
    'ttl 60s',
    'in 16 days',
    'runtime: 136',
    'posted 3 days ago',
  ],
  'numbers without a time-like key': [
    'count 1772088624',
    '1772088624 rows',
    '4155551234',
    '0772088624',
    'phone 5551232002',
    'isbn: 9783161484100',
  ],
  'attempts, quotas and counts': ['attempt 54321', 'quota 54321 of 99999', '54321', 'attempt 3 of 5'],
  'ports of servers and other places': [
    '127.0.0.1:8080',
    'listening on port 54321',
    'port: 54321',
    'src/main.ts:54321',
    '1.2.3.4:54321:7',
  ],
  'words as long as a ULID, or longer': ['01HZX3KQ9V5J8Y2W7N4M6P0RTBX', '01ABCDEFGHILOUABCDEFGHJKMN'],
  'constants and digests': [
    '0x1F',
    '0xFF00FF',
    '0x80070005',
    '0xC0000005',
    'sha256:5b1f0c7e9a63d4288e0d7c55f1b2a96e',
    'commit 7c6e44fbb',
  ],
  'network addresses': ['12:34:56:78:9a:bc', 'fe80::1:12:34:56', '10.74.200.235', '127.0.0.1:8080'],
  versions: ['v3.8.0', 'python 3.11.4', 'numpy==1.26.0'],
  'verbs and indexes': [
    'process 12 items',
    'session 3 of 5',
    'items[1234] = 5',
    'x = a[12]',
    'digest[2]: Row',
  ],
  'ids that are words': ['request_id: required', 'session_id: null', 'message_id is missing'],
  schedules: ['start: 1772088624', 'departure_time: 1772088624'],
}

for (const [kind, examples] of Object.entries(kept)) {
  test(`${kind} are kept`, () => {
    for (const text of examples) expect(maskVolatile(text)).toBe(text)
  })
}

test('line ends, terminal escapes, byte order mark and space at line ends are normalised', () => {
  expect(maskVolatile('\ufeffa  \r\nb\t\rc \u001b[31mred\u001b[0m\u001b]0;title\u0007!\n\n')).toBe(
    'a\nb\nc red!',
  )
})

const fragments = fc.constantFrom(
  ...Object.values(masked).flatMap((examples) => examples.map(([text]) => text)),
  ...Object.values(kept).flat(),
  ...' \n:=-./[](){}<>"\',;#@0123456789abcdefx'.split(''),
  'took ',
  'in ',
  'pid ',
  'id',
  'session ',
  'T',
  'Z',
  '\r\n',
  '\u001b[1m',
  'é',
  '漢',
  '😀',
)
const texts = fc
  .array(fc.oneof(fragments, fc.string({ maxLength: 6 })), { maxLength: 12 })
  .map((all) => all.join(''))

test('masking twice changes nothing', () => {
  fc.assert(
    fc.property(texts, (text) => {
      const once = maskVolatile(text)
      expect(maskVolatile(once)).toBe(once)
    }),
    { numRuns: 3000 },
  )
})

const hexId = fc.stringMatching(/^[0-9a-f]{4}[0-9][0-9a-f]{3,12}$/)
const measured = fc.integer({ min: 0, max: 99_999 })
const moment = fc.date({
  min: new Date('2001-09-09T02:00:00Z'),
  max: new Date('2065-01-01'),
  noInvalidDate: true,
})
const volatileParts: Readonly<Record<string, fc.Arbitrary<string>>> = {
  'an ISO date with time': moment.map((at) => `at ${at.toISOString()}`),
  'the date of a log': moment.map((at) => at.toISOString().replace('T', ' ').replace('.', ',').slice(0, 23)),
  'a clock time': moment.map((at) => at.toISOString().slice(11, 19)),
  'an epoch beside its key': moment.map((at) => `"timestamp": ${at.getTime()}`),
  'a UUID': fc.uuid().map((id) => `job ${id}`),
  'an address': hexId.map((id) => `object at 0x7f${id.slice(0, 12)}`),
  'a duration': measured.map((ms) => `in ${(ms / 1000).toFixed(2)}s`),
  milliseconds: measured.map((ms) => `${ms} ms`),
  'a process id': fc.nat().map((pid) => `(pid ${pid})`),
  'a temporary path': hexId.map((id) => `/tmp/tmp${id}/out`),
  'a request id': hexId.map((id) => `request_id=req_${id}`),
  'a session id': hexId.map((id) => `session s_${id}`),
}
const words = fc
  .array(
    fc.constantFrom(
      'the',
      'server',
      'started',
      'page 3',
      '45%',
      'order 5512',
      'failed:',
      '2026-02-21',
      '[x]',
    ),
  )
  .map((all) => all.join(' '))

for (const [kind, some] of Object.entries(volatileParts)) {
  test(`two texts that differ in ${kind} only are masked alike`, () => {
    fc.assert(
      fc.property(words, some, some, words, (before, one, other, after) => {
        const masks = [one, other].map((part) => maskVolatile(`${before} ${part} ${after}`))
        expect(masks[0]).toBe(masks[1])
      }),
      { numRuns: 300 },
    )
  })
}
