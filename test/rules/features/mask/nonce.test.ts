import { expect, test } from 'vitest'
import { isNonceKey } from '../../../../rules/features/mask/nonce.ts'

test.each([
  'request_id',
  'X-Request-Id',
  'client request id',
  'correlationId',
  'x_correlation_id',
  'idempotency-key',
  'tool_call_id',
  'callId',
  'traceparent',
  'tracestate',
  'nonce',
  'request_nonce',
  'cacheBuster',
  'timestamp',
  'requestTimestamp',
  'client_timestamp',
])('%s is made up for each call', (key) => {
  expect(isNonceKey(key)).toBe(true)
})

test.each(['id', 'session_id', 'run_id', 'trace_id', 'message_id', 'request', 'timestamps', 'x.nonce'])(
  '%s says what the call is about',
  (key) => {
    expect(isNonceKey(key)).toBe(false)
  },
)
