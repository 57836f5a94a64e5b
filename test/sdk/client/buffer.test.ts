import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ReportBuffer } from '../../../sdk/client/buffer.ts'
import type { ReportedSpan } from '../../../sdk/client/otlp-json.ts'

function span(name: string, content = ''): ReportedSpan {
  return {
    traceId: '1'.repeat(32),
    spanId: '2'.repeat(16),
    parentSpanId: null,
    name,
    startMs: 0,
    endMs: 0,
    attributes: { content },
    error: null,
  }
}

test('keeps the newest within its limit, in order, and counts what it dropped', () => {
  const action = fc.oneof(
    fc.constant({ kind: 'add' } as const),
    fc.record({ kind: fc.constant('fail' as const), count: fc.nat(5) }),
    fc.record({ kind: fc.constant('send' as const), count: fc.nat(5) }),
  )
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 8 }), fc.array(action), (limit, actions) => {
      const buffer = new ReportBuffer(limit)
      const sent: number[] = []
      let added = 0
      for (const each of actions) {
        if (each.kind === 'add') buffer.add(span(String(added++)))
        else if (each.kind === 'fail') buffer.putBack(buffer.take(each.count))
        else sent.push(...buffer.take(each.count).map(({ name }) => Number(name)))
        expect(buffer.size).toBeLessThanOrEqual(limit)
      }
      expect(sent).toEqual(sent.toSorted((a, b) => a - b))
      expect(new Set(sent).size).toBe(sent.length)
      expect(sent.length + buffer.size + buffer.dropped).toBe(added)
    }),
  )
})

test('is bounded in content, too', () => {
  const buffer = new ReportBuffer(1000)
  for (let index = 0; index < 100; index += 1) buffer.add(span(String(index), 'x'.repeat(1024 * 1024)))
  expect(buffer.size).toBe(8)
  expect(buffer.dropped).toBe(92)
})

test('gives no more than fits a request, and at least one', () => {
  const buffer = new ReportBuffer(1000)
  for (const size of [400, 400, 400, 5000, 10]) buffer.add(span(String(size), 'x'.repeat(size)))
  const batches: number[] = []
  while (buffer.size > 0) batches.push(buffer.take(200, 1000).length)
  expect(batches).toEqual([2, 1, 1, 1])
})
