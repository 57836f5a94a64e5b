import { describe, expect, it } from 'vitest'
import { isDistinctCallId } from '../../../collector/binding/call-id.ts'
import { openStore } from '../../../collector/store/open-store.ts'
import { plainSpan } from '../../conformance/dialects/plain-span.ts'
import { spanBinding, toolSteps } from './bind-spans.ts'

describe('a call id', () => {
  it.each([
    'call_1oGK863sxQHlPreFhDdEs3yl',
    'toolu_01A09q90qw90lq917835lq9',
    'D681PevKs',
    '0d3b4d2c-6f0e-4a57-9a60-3b0a5f1c7a11',
    'chatcmpl-tool-3f2a9c1d5e6b4780a1b2c3d4e5f60718',
    'call_48157302',
    'read_file-1733912345678-4f2a',
  ])('that a provider mints tells calls apart: %s', (id) => {
    expect(isDistinctCallId(id, 'read_file')).toBe(true)
  })

  it.each([
    '',
    '0',
    '17',
    'call_0',
    'call-12',
    'functions.read_file:3',
    'read_file',
    'read_file_1',
    'toolcall12',
    'c1',
    'a1b2',
  ])('that comes again with other calls does not: %s', (id) =>
    expect(isDistinctCallId(id, 'read_file')).toBe(false),
  )
})

it('two observers of one store keep both calls of an id that is unique in its turn only', async () => {
  const store = await openStore({ url: 'sqlite::memory:' })
  const call = (spanId: string, startMs: number) =>
    plainSpan({
      traceId: 'a'.repeat(32),
      spanId: spanId.repeat(16),
      name: 'execute_tool search',
      startMs,
      endMs: startMs + 10,
      attributes: {
        'gen_ai.operation.name': 'execute_tool',
        'gen_ai.tool.name': 'search',
        'gen_ai.tool.call.id': 'call_0',
      },
    })
  const observers = [await spanBinding({ store }), await spanBinding({ store })]
  const turns = [call('1', 1_796_000_000_000), call('2', 1_796_000_000_500)]
  const ids: (string | null | undefined)[] = []
  for (const [index, observer] of observers.entries()) {
    const turn = turns[index]
    if (turn !== undefined) ids.push(...toolSteps(await observer.bind([turn])).map(({ callId }) => callId))
  }
  expect(ids).toHaveLength(2)
  expect(new Set(ids).size).toBe(2)
  await store.close()
})
