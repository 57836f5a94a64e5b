import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { SpanView } from '../../../collector/receiver/span-view.ts'
import { openStore } from '../../../collector/store/open-store.ts'
import type { Store } from '../../../collector/store/store.ts'
import { plainSpan, type PlainSpan } from '../../conformance/dialects/plain-span.ts'
import { recordsOf, spanBinding } from './bind-spans.ts'

let store: Store
beforeEach(async () => {
  store = await openStore({ url: 'sqlite::memory:' })
})
afterEach(() => store.close())

describe('the lane of a step', () => {
  test.each(['chat', 'execute_tool'])('is main where only %s spans name the agent', async (named) => {
    const { bind } = await spanBinding({ store })
    const spans = Array.from({ length: 8 }, (_, i) =>
      ['chat', 'execute_tool'].map((operation, j) =>
        span(2 * i + j, operation, operation === named ? 'billing-agent' : null),
      ),
    ).flat()
    const bound = await bind(spans)
    expect(lanesOf(bound)).toEqual(Array.from({ length: 16 }, () => 'main'))
    expect(bound[0]?.intro.agent).toBe('billing-agent')
  })

  test('is main for the agent that began first, its own for every other, whatever the order in a batch', async () => {
    const spans = [
      span(0, 'chat', 'planner'),
      span(1, 'execute_tool', 'searcher'),
      span(2, 'chat', 'planner'),
      span(3, 'execute_tool', null),
    ]
    for (const batch of [spans, spans.toReversed()]) {
      const fresh = await openStore({ url: 'sqlite::memory:' })
      const { bind } = await spanBinding({ store: fresh })
      const bound = await bind(batch)
      expect(lanesOf(bound)).toEqual(['main', 'searcher', 'main', 'main'])
      expect(bound[0]?.intro.agent).toBe('planner')
      await fresh.close()
    }
  })

  test('is what the first observer of a store found, on all of them', async () => {
    const [one, other] = [await spanBinding({ store }), await spanBinding({ store })]
    const bound = [
      ...(await one.bind([span(1, 'execute_tool', 'planner')])),
      ...(await other.bind([span(0, 'execute_tool', 'searcher')])),
      ...(await other.bind([span(2, 'execute_tool', 'planner')])),
      ...(await one.bind([span(3, 'execute_tool', 'searcher')])),
    ]
    expect(recordsOf(bound).flatMap(({ step }) => (step.kind === 'tool' ? [step.lane] : []))).toEqual([
      'main',
      'searcher',
      'main',
      'searcher',
    ])
  })

  test('is that of a sub-agent where only sub-agents have an id', async () => {
    const { bind } = await spanBinding({ store })
    const call = (n: number, attributes: PlainSpan['attributes']): SpanView =>
      plainSpan({
        spanId: idOf(n),
        startMs: startMs + n,
        scopeName: 'com.anthropic.claude_code.tracing',
        name: 'claude_code.tool',
        attributes: { 'span.type': 'tool', tool_name: 'Read', ...attributes },
      })
    const bound = await bind([call(0, { agent_id: 'sub-1' }), call(1, {})])
    expect(lanesOf(bound)).toEqual(['sub-1', 'main'])
    expect(bound[0]?.intro.agent).toBeNull()
  })
})

describe("the name of a run's agent", () => {
  test('stands in the log once, by whatever span told it first', async () => {
    const { bind } = await spanBinding({ store })
    const first = await bind([span(0, 'chat', 'billing-agent'), span(1, 'execute_tool', null)])
    expect(namesOf(first)).toEqual(['billing-agent'])
    expect(namesOf(await bind([span(2, 'chat', 'billing-agent')]))).toEqual([])
  })

  test('may come last, alone, from the span around a run that is known', async () => {
    const [one, other] = [await spanBinding({ store }), await spanBinding({ store })]
    const [steps] = await one.bind([span(1, 'chat', null)])
    expect(steps?.intro.agent).toBeNull()
    await store.commit([
      { key: steps?.intro.key ?? '', records: steps?.records ?? [], basis: null, judged: null },
    ])
    const named = await other.bind([span(0, 'invoke_agent', 'billing-agent')])
    expect(recordsOf(named).map(({ step }) => step)).toMatchObject([
      { kind: 'naming', id: 'agent-name', agent: 'billing-agent' },
      { kind: 'outcome', outcome: 'answered', observed: true },
    ])
  })

  test('makes no run by itself: it waits for a step', async () => {
    const { bind } = await spanBinding({ store })
    expect(recordsOf(await bind([span(0, 'invoke_agent', 'billing-agent')]))).toEqual([])
    expect(await store.resolve('default', `trace:${trace}`)).toBeNull()
    expect(namesOf(await bind([span(1, 'chat', null)]))).toEqual(['billing-agent'])
  })

  test('is not that of a sub-agent', async () => {
    const { bind } = await spanBinding({ store })
    await bind([span(0, 'chat', 'planner')])
    const [later] = await bind([span(1, 'invoke_agent', 'searcher'), span(2, 'execute_tool', 'searcher')])
    expect(later?.intro.agent).toBeNull()
  })
})

const trace = 'c'.repeat(32)
const startMs = 1_796_000_000_000

function idOf(n: number): string {
  return (n + 1).toString(16).padStart(16, '0')
}

/** The `n`-th span of a run, of the GenAI conventions. */
function span(n: number, operation: string, agent: string | null): SpanView {
  return plainSpan({
    traceId: trace,
    spanId: idOf(n),
    startMs: startMs + n * 1000,
    endMs: startMs + n * 1000 + 500,
    attributes: {
      'gen_ai.operation.name': operation,
      ...(operation === 'execute_tool' ? { 'gen_ai.tool.name': 'search' } : {}),
      ...(agent === null ? {} : { 'gen_ai.agent.name': agent }),
    },
  })
}

function lanesOf(bound: Parameters<typeof recordsOf>[0]): readonly string[] {
  return recordsOf(bound)
    .filter(({ step }) => step.kind !== 'naming')
    .map(({ step }) => step.lane)
}

function namesOf(bound: Parameters<typeof recordsOf>[0]): readonly string[] {
  return recordsOf(bound).flatMap(({ step }) => (step.kind === 'naming' ? [step.agent] : []))
}
