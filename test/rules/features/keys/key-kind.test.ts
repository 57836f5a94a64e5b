import { describe, expect, it } from 'vitest'
import { keyKind, type KeyKind } from '../../../../rules/features/keys/key-kind.ts'

const kinds: Readonly<Record<KeyKind, readonly string[]>> = {
  id: [
    'request_id',
    'requestId',
    'X-Request-Id',
    'x.request.id',
    'client request id',
    'client  request - id',
    'toolCallId',
    'tool_call_id',
    'callid',
    'run_id',
    'sessionID',
    'message-id',
    'my_trace_id',
    'traceparent',
    'nonce',
    'CF-Ray',
    'X-Amzn-Trace-Id',
    'idempotencyKey',
    'etag',
    'langgraph_step',
  ],
  weak_id: ['session', 'SID'],
  pid: ['pid', 'PPID', 'tid', 'pgid', 'process_id', 'processId', 'process-id'],
  took: [
    'elapsed',
    'elapsed_ms',
    'tookSeconds',
    'query_time',
    'latency-ms',
    'duration_ms',
    'uptime',
    'wall time',
  ],
  maybe_took: ['duration', 'Runtime'],
  schedule: [
    'start',
    'startTime',
    'end_at',
    'departure_time',
    'check_in',
    'checkin',
    'due',
    'release-date',
    'slot',
  ],
  time: ['timestamp', 'ts', 'created_at', 'updatedAt', 'time', 'last_seen', 'exp', 'mtime', 'epoch'],
  score: [
    'score',
    '_score',
    'maxScore',
    'similarity',
    'relevance_score',
    '@search.rerankerScore',
    '_rankingScore',
    'distances',
    'certainty',
    'rank',
  ],
  data: [
    'credit_score',
    'high_score',
    'risk-score',
    'total_distance',
    '',
    'id',
    'order_id',
    'user_id',
    'requestor',
    'grid',
    'times',
    'count',
    'sessions',
    'durations',
    'starting',
    'rapid',
    'took_place',
  ],
}

describe('what a key says about its value', () => {
  it.each(Object.entries(kinds).flatMap(([kind, keys]) => keys.map((key) => [key, kind])))(
    '%j: %s',
    (key, kind) => {
      expect(keyKind(key)).toBe(kind)
    },
  )

  it('is told by its first 64 characters', () => {
    expect(keyKind(`${'x_'.repeat(27)}request_id`)).toBe('id')
    expect(keyKind(`${'x_'.repeat(28)}request_id`)).toBe('data')
  })
})
