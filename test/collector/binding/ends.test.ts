import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openStore } from '../../../collector/store/open-store.ts'
import type { Store } from '../../../collector/store/store.ts'
import { plainSpan, type PlainSpan } from '../../conformance/dialects/plain-span.ts'
import { recordsOf, spanBinding } from './bind-spans.ts'

const trace = 'c'.repeat(32)
let store: Store

beforeEach(async () => {
  store = await openStore({ url: 'sqlite::memory:' })
})
afterEach(() => store.close())

/** A span that begins so many milliseconds after the first and takes ten of them. */
function span(id: number, operation: string | null, rest: PlainSpan = {}) {
  const startMs = 1_796_000_000_000 + id * 20
  return plainSpan({
    traceId: trace,
    spanId: String(id).padStart(16, '0'),
    startMs,
    endMs: startMs + 10,
    parentSpanId: '9'.repeat(16),
    attributes:
      operation === null ? {} : { 'gen_ai.operation.name': operation, 'gen_ai.tool.name': 'search' },
    ...rest,
  })
}

/** The root of the trace, which is around all of it. */
function root(operation: string | null, rest: PlainSpan = {}) {
  return span(9, operation, { startMs: 1_795_999_999_000, parentSpanId: null, ...rest })
}

/** The ends that a run was told of, batch by batch. */
async function endsOf(...batches: readonly (readonly ReturnType<typeof span>[])[]): Promise<unknown> {
  const { bind } = await spanBinding({ store })
  const ends = []
  for (const batch of batches) {
    for (const { step } of recordsOf(await bind(batch))) {
      if (step.kind === 'outcome') ends.push([step.outcome, step.observed])
    }
  }
  return ends
}

describe('the end of a run that nobody tells of', () => {
  test('is that of the agent at the root of its trace', async () => {
    expect(await endsOf([span(1, 'execute_tool'), root('invoke_agent')])).toEqual([['answered', true]])
    expect(await endsOf([span(2, 'execute_tool'), root('invoke_agent', { statusCode: 2 })])).toEqual([
      ['failed', true],
    ])
  })

  test('says why the run failed', async () => {
    const { bind } = await spanBinding({ store })
    const failed = root('invoke_agent', { statusCode: 2, statusMessage: 'model refused: context too long' })
    const records = recordsOf(await bind([span(1, 'execute_tool'), failed]))
    expect(records.at(-1)?.preview?.text).toBe('model refused: context too long')
  })

  test('is that of the request in which the agent worked, whatever span that is', async () => {
    expect(await endsOf([span(1, 'execute_tool')], [root(null, { scopeName: 'http' })])).toEqual([
      ['answered', true],
    ])
  })

  test('is not that of a step, nor of an agent within', async () => {
    const single = { parentSpanId: null }
    expect(await endsOf([span(1, 'execute_tool', single), span(2, 'chat', single)])).toEqual([])
    expect(await endsOf([span(3, 'execute_tool'), span(4, 'invoke_agent')])).toEqual([])
  })

  test('is that of the request in its own process, when all work lies within', async () => {
    const entry = { isParentRemote: true, kind: 2, startMs: 1_796_000_000_005, parentSpanId: '8'.repeat(16) }
    const { bind } = await spanBinding({ store })
    const bound = recordsOf(await bind([span(1, 'execute_tool'), root(null, entry)]))
    expect(bound.map(({ step }) => step).at(-1)).toMatchObject({
      outcome: 'answered',
      fromMs: 1_796_000_000_005,
    })
    expect(await endsOf([span(2, 'execute_tool'), root(null, { ...entry, kind: 3 })])).toEqual([])
    expect(await endsOf([span(3, 'execute_tool'), root('invoke_agent', { ...entry, kind: 1 })])).toEqual([
      ['answered', true],
    ])
  })

  test('is what the SDK says on its own span, wherever that stands', async () => {
    const attributes = { 'gen_ai.operation.name': 'invoke_agent', 'loop.outcome': 'escalated' }
    expect(await endsOf([span(1, 'execute_tool'), span(2, null, { attributes })])).toEqual([
      ['escalated', true],
    ])
  })

  test('waits, when it comes first, for a step of its run', async () => {
    expect(await endsOf([root('invoke_agent')])).toEqual([])
    expect(await endsOf([root('invoke_agent')], [span(1, 'execute_tool')])).toEqual([['answered', true]])
  })

  test('makes no run of a trace without an agent, and asks the store once where it belongs', async () => {
    const asked: string[] = []
    const watched: Store = {
      ...store,
      bind: (...all) => store.bind(...all),
      resolve: (tenant, alias) => (asked.push(alias), store.resolve(tenant, alias)),
      read: (key) => (asked.push(key), store.read(key)),
    }
    const { bind } = await spanBinding({ store: watched })
    const batch = [root(null, { scopeName: 'http' }), span(1, null), span(2, null)]
    expect(await bind(batch)).toEqual([])
    expect(asked).toEqual([`trace:${trace}`])
  })
})
