import type { PolicyFile } from '@loop-observer/rules'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { RunIntro } from '../../../collector/judging/judging.ts'
import { openStore } from '../../../collector/store/open-store.ts'
import type { Store } from '../../../collector/store/store.ts'
import { judged } from '../../conformance/stores/builders.ts'
import { plainSpan, type PlainSpan } from '../../conformance/dialects/plain-span.ts'
import { modelCallAgent } from '../../support/model-call-agent.ts'
import { recordsOf, spanBinding } from './bind-spans.ts'

const traceOf = (k: number): string => String(k + 1).repeat(32)

let store: Store
beforeEach(async () => {
  store = await openStore({ url: 'sqlite::memory:' })
})
afterEach(() => store.close())

function tool(attributes: PlainSpan['attributes'], more: PlainSpan = {}): PlainSpan {
  return {
    parentSpanId: 'f'.repeat(16),
    ...more,
    attributes: { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': 't', ...attributes },
  }
}

async function introOf(span: PlainSpan, policy: Partial<PolicyFile> = {}): Promise<RunIntro | undefined> {
  const { bind } = await spanBinding({ store, policy })
  return (await bind([plainSpan(span)]))[0]?.intro
}

describe('the attributes that a policy names', () => {
  test('for the run are tried in their order, on the span and on its resource', async () => {
    const policy = { runKey: ['job.id', 'batch.id'] }
    const both = tool({ 'batch.id': 'b1' }, { traceId: traceOf(0), resource: { 'job.id': 'j1' } })
    expect((await introOf(both, policy))?.run).toBe('j1')
    expect((await introOf(tool({ 'batch.id': 'b1' }, { traceId: traceOf(1) }), policy))?.run).toBe('b1')
    expect((await introOf(tool({}, { traceId: traceOf(2) }), policy))?.run).toBe(traceOf(2))
  })

  test.each<[string, PlainSpan]>([
    ['the conversation of the conventions', tool({ 'gen_ai.conversation.id': 's1' })],
    [
      'the thread of OpenInference, within its metadata',
      tool({ 'openinference.span.kind': 'TOOL', metadata: '{"thread_id":"s1"}' }),
    ],
    [
      'the association of OpenLLMetry',
      tool({ 'traceloop.span.kind': 'tool', 'traceloop.association.properties.thread_id': 's1' }),
    ],
    [
      'the metadata of the AI SDK',
      tool({ 'ai.operationId': 'ai.toolCall', 'ai.telemetry.metadata.sessionId': 's1' }),
    ],
  ])('for the run may be the session of any vocabulary: %s', async (_, span) => {
    expect((await introOf(span, { runKey: ['conversation'] }))?.run).toBe('s1')
  })

  test('name the actor, the agent and the task', async () => {
    const policy = { laneKey: ['app.role'], agentKey: ['app.name'], taskKey: ['app.goal'] }
    const { bind } = await spanBinding({ store, policy })
    const span = (spanId: string, role: string): PlainSpan =>
      tool(
        { 'app.role': role, 'app.name': 'billing', 'app.goal': 'find 4411', 'gen_ai.agent.name': 'x' },
        { spanId },
      )
    const bound = await bind([
      plainSpan({ ...span('1'.repeat(16), 'planner'), startMs: 1_796_000_000_000 }),
      plainSpan({ ...span('2'.repeat(16), 'writer'), startMs: 1_796_000_000_050 }),
    ])
    expect(bound[0]?.intro).toMatchObject({ agent: 'billing', task: 'find 4411' })
    const lanes = recordsOf(bound).flatMap(({ step }) => (step.kind === 'tool' ? [step.lane] : []))
    expect(lanes).toEqual(['main', 'writer'])
  })
})

describe('calls that are a trace each', () => {
  const each = modelCallAgent([
    [{ tool: 't', args: {}, result: 'a' }],
    [{ tool: 't', args: {}, result: 'a' }],
  ])
  const apart = (session: object): readonly PlainSpan[] =>
    each.map((span, k) => ({ ...span, traceId: traceOf(k), attributes: { ...span.attributes, ...session } }))

  test('are one run where they name their session', async () => {
    const { bind } = await spanBinding({ store })
    const bound = await bind(apart({ 'gen_ai.conversation.id': 's1' }).map(plainSpan))
    expect(bound.map(({ intro }) => intro.run)).toEqual(['s1'])
    const kinds = recordsOf(bound).map(({ step }) => step.kind)
    expect(kinds.filter((kind) => kind === 'tool')).toHaveLength(2)
  })

  test('are one run where each prompt answers a call that the one before asked for', async () => {
    const { bind } = await spanBinding({ store })
    const bound = await bind(apart({}).map(plainSpan))
    expect(bound.map(({ intro }) => intro.run)).toEqual([traceOf(0)])
    expect(recordsOf(bound).filter(({ step }) => step.kind === 'tool')).toHaveLength(2)
  })

  test('are one run also when they come one by one, to two observers of one store', async () => {
    const observers = [await spanBinding({ store }), await spanBinding({ store })]
    const runs = []
    for (const [k, span] of apart({}).entries())
      runs.push(...((await observers[k % 2]?.bind([plainSpan(span)])) ?? []).map(({ intro }) => intro.run))
    expect(runs).toEqual([traceOf(0), traceOf(0), traceOf(0)])
  })

  test.each(permutations(apart({})))(
    'are one run in whichever order they come, one by one: %#',
    async (...spans) => {
      const { bind } = await spanBinding({ store })
      const runs = []
      for (const span of spans) {
        for (const { intro, absorbs = [] } of await bind([plainSpan(span)])) {
          runs.push(intro.key)
          for (const [k, run] of runs.entries()) if (absorbs.includes(run)) runs[k] = intro.key
        }
      }
      expect(runs).toHaveLength(3)
      expect(new Set(runs).size).toBe(1)
    },
  )

  test('stay apart where only spans of tools share an id', async () => {
    const { bind } = await spanBinding({ store })
    const call = tool({ 'gen_ai.tool.call.id': 'call_q7Zr2Wm91' }, { parentSpanId: null })
    const bound = await bind([0, 1].map((k) => plainSpan({ ...call, traceId: traceOf(k) })))
    expect(bound).toHaveLength(2)
  })

  test('of a recording that is played again an hour later are another run', async () => {
    const { bind } = await spanBinding({ store })
    const [first] = await bind(apart({}).map(plainSpan))
    const key = first?.intro.key ?? ''
    const state = judged(key, 1, { summary: { updatedAtMs: 1_796_000_003_000 } })
    await store.commit([{ key, records: first?.records ?? [], basis: 0, judged: state }])
    const later = apart({}).map((span, k) => {
      const hourMs = 3_600_000
      const times = { startMs: (span.startMs ?? 0) + hourMs, endMs: (span.endMs ?? 0) + hourMs }
      return plainSpan({ ...span, ...times, traceId: traceOf(k + 4) })
    })
    expect((await bind(later)).some(({ intro }) => intro.key === key)).toBe(false)
  })

  test('of two conversations stay apart, also where their ids are ordinals', async () => {
    const { bind } = await spanBinding({ store })
    const short = modelCallAgent([[{ tool: 't', args: {}, result: 'a', id: 'call_' }]])
    const one = short.map((span, k) => plainSpan({ ...span, traceId: traceOf(k) }))
    const other = short.map((span, k) => plainSpan({ ...span, traceId: traceOf(k + 4) }))
    const bound = await bind([...one, ...other])
    expect(new Set(bound.map(({ intro }) => intro.run)).size).toBe(4)
  })

  test('know a person’s next word from the prompt', async () => {
    const { bind } = await spanBinding({ store })
    const messages = [
      { role: 'user', parts: [{ type: 'text', content: 'How many in April?' }] },
      { role: 'assistant', parts: [{ type: 'text', content: 'None.' }] },
      { role: 'user', parts: [{ type: 'text', content: 'And in May?' }] },
    ]
    const attributes = {
      'gen_ai.operation.name': 'chat',
      'gen_ai.conversation.id': 's1',
      'gen_ai.input.messages': JSON.stringify(messages),
    }
    const bound = await bind([plainSpan({ attributes })])
    expect(
      recordsOf(bound)
        .map(({ step }) => step.kind)
        .sort(),
    ).toEqual(['model', 'user'])
    const within = await bind([
      plainSpan({ attributes, spanId: 'c'.repeat(16), parentSpanId: 'd'.repeat(16) }),
    ])
    expect(recordsOf(within).map(({ step }) => step.kind)).toEqual(['model'])
  })

  test('stay with their trace where an agent’s span is around them', async () => {
    const span = tool({ 'gen_ai.conversation.id': 's1' }, { traceId: traceOf(0) })
    expect((await introOf(span))?.run).toBe(traceOf(0))
  })
})

function permutations<T>(all: readonly T[]): T[][] {
  if (all.length < 2) return [[...all]]
  return all.flatMap((first, k) => permutations(all.toSpliced(k, 1)).map((rest) => [first, ...rest]))
}
