import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { PermanentError } from '../../../../collector/errors/errors.ts'
import { logDecoder } from '../../../../collector/receiver/decode.ts'
import type { LogView } from '../../../../collector/receiver/log-view.ts'
import { logsInJson, logsInProtobuf, type SentLog } from '../../../support/log-records.ts'
import { otlpRoot } from '../../../support/otlp-protobuf.ts'

const full: SentLog = {
  scope: 'agent.events',
  eventName: 'gen_ai.choice',
  timeMs: 1_796_000_000_123,
  traceId: '0af7651916cd43dd8448eb211c80319c',
  spanId: 'b7ad6b7169203331',
  body: { index: 0, message: { role: 'assistant', content: ['a', 1.5, true, null] } },
  attributes: { 'gen_ai.system': 'openai', tokens: 12, list: [1, 'two'] },
}

function plain(log: LogView): object {
  const { traceId, spanId, timeMs, severity, eventName, body, scopeName, scopeVersion } = log
  const attributes = log.attributes.keys().map((key) => [key, log.attributes.get(key)])
  const service = log.resource.get('service.name')
  return { traceId, spanId, timeMs, severity, eventName, body, scopeName, scopeVersion, attributes, service }
}

function decode(encoding: 'json' | 'protobuf', logs: readonly SentLog[]) {
  const body = encoding === 'json' ? Buffer.from(logsInJson('app', logs)) : logsInProtobuf('app', logs)
  return logDecoder()(encoding, body)
}

describe.each(['json', 'protobuf'] as const)('log records in %s', (encoding) => {
  it('are read whole', () => {
    const { logs, rejected } = decode(encoding, [full])
    expect(rejected).toBe(0)
    expect(logs.map(plain)).toEqual([
      {
        traceId: full.traceId,
        spanId: full.spanId,
        timeMs: 1_796_000_000_123,
        severity: 9,
        eventName: 'gen_ai.choice',
        body: full.body,
        scopeName: 'agent.events',
        scopeVersion: '',
        attributes: Object.entries(full.attributes ?? {}),
        service: 'app',
      },
    ])
  })

  it('belong to no trace when they name none, or a bad one', () => {
    const zeros = { traceId: '0'.repeat(32), spanId: '0'.repeat(16) }
    const { logs, rejected } = decode(encoding, [
      { scope: 'a' },
      { scope: 'a', ...zeros },
      { scope: 'a', traceId: 'abcd' },
    ])
    expect(rejected).toBe(0)
    expect(logs.map(({ traceId, spanId }) => [traceId, spanId])).toEqual([
      [null, null],
      [null, null],
      [null, null],
    ])
  })

  it('have the time at which they were observed when they name no other, and no body when there is none', () => {
    const [log] = decode(encoding, [{ scope: 'a', observedMs: 5 }]).logs
    expect([log?.timeMs, log?.body]).toEqual([5, null])
  })

  it('are rejected one by one', () => {
    const deep = { scope: 'a', body: JSON.parse(`${'['.repeat(33)}1${']'.repeat(33)}`) as number }
    const { logs, rejected, rejectedReason } = decode(encoding, [{ scope: 'good' }, deep])
    expect(logs.map(({ scopeName }) => scopeName)).toEqual(['good'])
    expect([rejected, rejectedReason]).toEqual([1, '1 log record: a value is nested too deeply'])
  })

  it('are refused when there are too many', () => {
    const logs = [{ scope: 'a' }, { scope: 'b' }]
    const body = encoding === 'json' ? Buffer.from(logsInJson('app', logs)) : logsInProtobuf('app', logs)
    expect(() => logDecoder({ spansPerRequest: 1 })(encoding, body)).toThrow(/more than 1 log records/)
  })
})

it('a request cut off anywhere is refused or read in part, never misread', () => {
  const whole = logsInProtobuf('app', [full, full])
  const type = otlpRoot.lookupType('otlp.ExportLogsServiceRequest')
  for (let end = 0; end < whole.length; end++) {
    const part = whole.subarray(0, end)
    const theirs = ((): boolean => {
      try {
        type.decode(part)
        return true
      } catch {
        return false
      }
    })()
    if (theirs) expect(() => logDecoder()('protobuf', part)).not.toThrow()
    else expect(() => logDecoder()('protobuf', part)).toThrow(/malformed/)
  }
})

it('a request with bytes changed anywhere is refused as a permanent fault, or every record of it can be read', () => {
  const whole = logsInProtobuf('app', [full, { scope: 'b', body: 'text' }])
  const change = fc.record({ at: fc.nat(whole.length - 1), byte: fc.nat(255) })
  fc.assert(
    fc.property(fc.array(change, { minLength: 1, maxLength: 8 }), (changes) => {
      const bytes = Buffer.from(whole)
      for (const { at, byte } of changes) bytes[at] = byte
      try {
        for (const log of logDecoder()('protobuf', bytes).logs) JSON.stringify(plain(log))
      } catch (error) {
        if (!(error instanceof PermanentError)) throw error
      }
    }),
    { numRuns: 500 },
  )
})
