import { describe, expect, it } from 'vitest'
import { masked } from './masked.ts'

describe('a value is masked by its key', () => {
  it.each([
    ['request_id=a1', 'request_id=<id>'],
    ['request_id:  a1', 'request_id:  <id>'],
    ['"request_id":"a1"', '"request_id":"<id>"'],
    ["'request_id': 'a1'", "'request_id': '<id>'"],
    ['{\\"pid\\": 12}', '{\\"pid\\": <pid>}'],
    ['request-id: a1', 'request-id: <id>'],
    ['request id: a1', 'request id: <id>'],
    ['Request ID: a1.', 'Request ID: <id>.'],
    ['request_id: a1:', 'request_id: <id>:'],
    ['request_id: a1, x', 'request_id: <id>, x'],
    ['request_id: a1; x', 'request_id: <id>; x'],
    ['(request_id: a1)', '(request_id: <id>)'],
    ['[request_id: a1]', '[request_id: <id>]'],
    ['{request_id: a1}', '{request_id: <id>}'],
    ['`request_id: a1`', '`request_id: <id>`'],
    ['<request_id: a1>', '<request_id: <id>>'],
    ['message_id: <a1@x.example> y', 'message_id: <id> y'],
    ['message_id: a.b-c/1 y', 'message_id: <id> y'],
    ['ETag: W/"a1"', 'ETag: W/"<id>"'],
    ['pid: 12', 'pid: <pid>'],
    ['pid=12.', 'pid=<pid>.'],
    ['ts: 1772088624', 'ts: <time>'],
    ['session: a123', 'session: <id>'],
    ['elapsed: 12.', 'elapsed: <took>.'],
    ['ts: 1772088624.5', 'ts: <time>'],
    ['elapsed: 12', 'elapsed: <took>'],
    ['elapsed: 1.5', 'elapsed: <took>'],
    ['elapsed: 12 ms', 'elapsed: <took>'],
    ['duration: 1.5', 'duration: <took>'],
  ])('%j: %j', (text, expected) => {
    expect(masked(text)).toBe(expected)
  })
})

describe('a value stays', () => {
  it.each([
    ['where its key says nothing', 'order_id: a1'],
    ['where there is no key', ': a1'],
    ['where the key ends with a digit', 'request_id2: a1'],
    ['too far from its key', 'request_id:   a1'],
    ['on the next line', 'request_id:\na1'],
    ['of another key', 'request_id, order: a1'],
    ['that is no number, of a key for numbers', 'pid: a1'],
    ['that is more than a number', 'pid: 12a'],
    ['that is two numbers', 'elapsed: 12.5.1'],
    ['that is no moment', 'ts: 12'],
    ['that is a setting', 'duration: 90'],
    ['that is short, of a key that need not name an id', 'session: a12'],
    ['that is a figure', 'price: 1.5'],
    ['of a timetable', 'start: 1.5'],
    ['that begins with a number', 'elapsed: 12x5'],
  ])('%s: %j', (_, text) => {
    expect(masked(text)).toBe(text)
  })
})

describe('an id is masked by the words before it', () => {
  it.each([
    ['pid 12', 'pid <pid>'],
    ['PPID 12,', 'PPID <pid>,'],
    ['tid 12', 'tid <pid>'],
    ['pid #12', 'pid #<pid>'],
    ['pid#12', 'pid#<pid>'],
    ['process 12', 'process <pid>'],
    ['process 12 exited', 'process <pid> exited'],
    ['process 12 was killed', 'process <pid> was killed'],
    ['Process 12: x', 'Process <pid>: x'],
    ['process 12 (node)', 'process <pid> (node)'],
    ['session s_04fb', 'session <id>'],
    ['Session a1b2c3, x', 'Session <id>, x'],
    ['process id 12', 'process id <pid>'],
    ['request id a1', 'request id <id>'],
    ['trace id #a1', 'trace id #<id>'],
  ])('%j: %j', (text, expected) => {
    expect(masked(text)).toBe(expected)
  })

  it.each([
    'pid x 12',
    'pid-12',
    'pid 12a',
    'rapid 12',
    'process 12 items',
    'process x1',
    'process 12a exited',
    'processes 12',
    'session 3',
    'session 123456',
    'session a1b2c',
    'mission 04fb06',
    'order id a1',
    'id a1',
    'idea id a1',
    'request ids a1',
  ])('%j stays', (text) => {
    expect(masked(text)).toBe(text)
  })
})

describe('a process id in brackets', () => {
  it.each([
    ['sshd[1234]: closed', 'sshd[<pid>]: closed'],
    ['07:56:38 sshd[12]: closed', '<time> sshd[<pid>]: closed'],
    ['07:56:38 sshd[12] closed', '<time> sshd[<pid>] closed'],
    ['sshd[123]: closed', 'sshd[123]: closed'],
    ['sshd[1234] closed', 'sshd[1234] closed'],
    ['sshd[1234], closed', 'sshd[1234], closed'],
    ['sshd(1234]: closed', 'sshd(1234]: closed'],
    ['sshd[1234): closed', 'sshd[1234): closed'],
    ['07:56:38 sshd[12], closed', '<time> sshd[12], closed'],
    ['a 5 ms sshd[12] closed', 'a <took> sshd[12] closed'],
    ['sshd[1234a]: closed', 'sshd[1234a]: closed'],
    ['x2[1234]: closed', 'x2[1234]: closed'],
    ['[1234]: closed', '[1234]: closed'],
    ['x [1234]: closed', 'x [1234]: closed'],
    ['07:56:38\nsshd[12] closed', '<time>\nsshd[12] closed'],
  ])('%j: %j', (text, expected) => {
    expect(masked(text)).toBe(expected)
  })
})
