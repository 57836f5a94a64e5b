import { createMemory, judge, resolvePolicy, type Step, type ToolStep } from '@loop-observer/rules'
import fc from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'
import type { SpanView } from '../../../collector/receiver/span-view.ts'
import { plainSpan } from '../../conformance/dialects/plain-span.ts'
import { modelCallAgent, type AgentCall, type ClientOptions } from '../../support/model-call-agent.ts'
import { recordsOf, spanBinding, type SpanBinding } from './bind-spans.ts'

const bindings: SpanBinding[] = []
afterEach(async () => {
  for (const binding of bindings.splice(0)) await binding.close()
})

const search: AgentCall = { tool: 'search', args: { q: 'invoice 4411' }, result: 'no hits' }
const read: AgentCall = { tool: 'read', args: { path: 'a.md' }, result: 'a long page of text about herons' }

function viewsOf(rounds: readonly (readonly AgentCall[])[], options?: ClientOptions): readonly SpanView[] {
  return modelCallAgent(rounds, options).map(plainSpan)
}

/** Steps of the batches as the run's log has them: each id once. */
async function stepsOf(batches: readonly (readonly SpanView[])[], policy = {}): Promise<readonly Step[]> {
  const binding = await spanBinding({ policy })
  bindings.push(binding)
  const steps = new Map<string, Step>()
  for (const batch of batches) {
    for (const { step } of recordsOf(await binding.bind(batch)))
      if (!steps.has(step.id)) steps.set(step.id, step)
  }
  return [...steps.values()]
}

function toldCalls(steps: readonly Step[]): readonly ToolStep[] {
  return steps.flatMap((step) => (step.kind === 'tool' && step.rank === 'prompt' ? [step] : []))
}

/** What the engine counts, and decides, when everything came within the hold. */
function judged(steps: readonly Step[]): {
  readonly calls: number
  readonly turns: number
  readonly story: readonly string[]
} {
  const policy = resolvePolicy(
    { digest: 't', mode: 'enforce' },
    { source: 'telemetry', agent: null, attributes: {} },
  )
  const at = { startedAtMs: 0, endedAtMs: 0, receivedAtMs: 1_796_000_900_000, traceId: null, spanId: null }
  const end: Step = { ...at, kind: 'tick', id: 'end', lane: '*', sequence: null }
  const { memory, decisions } = judge(createMemory('run', 'telemetry', 't'), [...steps, end], policy)
  return {
    calls: memory.totals.toolCalls,
    turns: memory.totals.steps,
    story: decisions.map(({ action, reason }) => `${action} ${reason}`),
  }
}

const loop = Array.from({ length: 6 }, () => [search])

describe('an agent of which only the model calls are instrumented', () => {
  test('has the calls that its prompts answer, each once, however often later prompts repeat them', async () => {
    const steps = await stepsOf([viewsOf([[search], [read], [search]])])
    expect(toldCalls(steps).map(({ tool, callId, ok }) => [tool, callId, ok])).toEqual([
      ['search', 'call_x9Kq0a0', true],
      ['read', 'call_x9Kq1a0', true],
      ['search', 'call_x9Kq2a0', true],
    ])
    const [first, second, third] = toldCalls(steps)
    expect(first?.observation).toEqual(third?.observation)
    expect(first?.call.exact).toBe(third?.call.exact)
    expect(second).toMatchObject({ seenIn: 'prompt', observation: { state: 'known' } })
    expect(judged(steps)).toMatchObject({ calls: 3, turns: 4, story: [] })
  })

  test('is told that it goes round in circles, then stopped', async () => {
    expect(judged(await stepsOf([viewsOf(loop)])).story).toEqual(['nudge repetition', 'halt repetition'])
  })

  test('is left alone when its poll moves', async () => {
    const poll = Array.from({ length: 8 }, (_, k) => [
      { ...search, result: `job at ${k * 10} percent, file ${k} of 9` },
    ])
    expect(judged(await stepsOf([viewsOf(poll)])).story).toEqual([])
  })

  test.each<[string, ClientOptions]>([
    ['with new items only, as `previous_response_id` has them', { inputs: 'new' }],
    ['with streams whose answers are not captured', { outputs: false }],
    ['with a conversation cut to its newest messages', { window: 3 }],
    ['with a window and no ids that last', { window: 3 }],
  ])('is understood %s', async (title, options) => {
    const calls = title.includes('no ids') ? loop.map(() => [{ ...search, id: 'call_' }]) : loop
    const steps = await stepsOf([viewsOf(calls, options)])
    expect(judged(steps)).toMatchObject({
      calls: 6,
      turns: 7,
      story: ['nudge repetition', 'halt repetition'],
    })
  })

  test('has calls without any id by their place in the conversation', async () => {
    const steps = await stepsOf([
      viewsOf([
        [
          { ...search, id: null },
          { ...read, id: null },
        ],
        [{ ...search, id: null }],
      ]),
    ])
    expect(toldCalls(steps).map(({ tool, callId }) => [tool, callId])).toEqual([
      ['search', null],
      ['read', null],
      ['search', null],
    ])
    expect(toldCalls(steps).every(({ call }) => call.exact !== null)).toBe(true)
  })

  test('has answers that name neither call nor tool by their order, where each call has one', async () => {
    const asked = ['search', 'read'].map((name) => ({ type: 'tool_call', name, arguments: { of: name } }))
    const prompt = (answers: readonly string[]): SpanView =>
      plainSpan({
        attributes: {
          'gen_ai.operation.name': 'chat',
          'gen_ai.input.messages': JSON.stringify([
            { role: 'assistant', parts: asked },
            ...answers.map((response) => ({
              role: 'tool',
              parts: [{ type: 'tool_call_response', response }],
            })),
          ]),
        },
      })
    const calls = toldCalls(await stepsOf([[prompt(['no hits', 'a page'])]]))
    expect(calls.map(({ tool, seenIn }) => [tool, seenIn])).toEqual([
      ['search', 'prompt'],
      ['read', 'prompt'],
    ])
    expect(toldCalls(await stepsOf([[prompt(['no hits'])]]))).toEqual([])
  })

  test('tells parallel calls of one turn as one round', async () => {
    const round = [search, { ...search, args: { q: 'b' } }, { ...search, args: { q: 'c' } }]
    const steps = await stepsOf([viewsOf([round, round])])
    expect(judged(steps)).toMatchObject({ calls: 6, turns: 3 })
  })

  test('does not make a call twice when a model call failed and its prompt was sent again', async () => {
    const spans = modelCallAgent([[{ ...search, id: 'call_' }], [{ ...read, id: 'call_' }]])
    const [first, second, ...more] = spans
    if (first === undefined || second === undefined) throw new Error('the agent has spans')
    const failed = {
      ...second,
      spanId: 'f'.repeat(16),
      statusCode: 2 as const,
      statusMessage: '529 overloaded',
    }
    const retried = { ...second, startMs: (second.startMs ?? 0) + 400, endMs: (second.endMs ?? 0) + 400 }
    expect(toldCalls(await stepsOf([[first, failed, retried, ...more].map(plainSpan)]))).toHaveLength(2)
  })

  test('knows of calls that were asked for where prompts are not captured, and not what came back', async () => {
    const steps = await stepsOf([viewsOf(loop, { inputs: 'none' })])
    expect(toldCalls(steps)).toHaveLength(6)
    expect(
      toldCalls(steps).every(({ observation, ok }) => observation.state === 'unknown' && ok === null),
    ).toBe(true)
    // Its prompts grow by the same each time: the same action, which earns a nudge and never a halt.
    expect(judged(steps)).toMatchObject({ calls: 6, story: ['nudge repetition'] })
  })

  test('has an answer that comes after its call was told without one', async () => {
    // As where the prompt is exported apart from the span of its model call, and later.
    const [first, second] = viewsOf([[read]], { inputs: 'none' })
    const [, prompt] = viewsOf([[read]])
    if (first === undefined || second === undefined || prompt === undefined) throw new Error('no such spans')
    const steps = await stepsOf([[first], [second], [{ ...prompt, spanId: 'f'.repeat(16) }]])
    const calls = toldCalls(steps)
    expect(calls.map(({ tool, observation }) => [tool, observation.state])).toEqual([['read', 'unknown']])
    expect(steps).toContainEqual(
      expect.objectContaining({
        kind: 'amendment',
        callId: calls[0]?.callId,
        observation: expect.objectContaining({ state: 'known' }),
      }),
    )
  })

  test('names an answer by a request that comes later', async () => {
    const spans = viewsOf([[search], [read]], { inputs: 'new' })
    const steps = await stepsOf(spans.toReversed().map((span) => [span]))
    expect(new Set(toldCalls(steps).map(({ tool }) => tool))).toEqual(new Set(['search', 'read']))
    expect(toldCalls(steps).every(({ call }) => call.exact !== null)).toBe(true)
  })
})

describe('calls that prompts tell beside other records of the same calls', () => {
  test.each<[string, NonNullable<ClientOptions['toolSpans']>, number]>([
    ['with spans of the tools', 'with results', 6],
    ['with spans that leave the results out', 'without results', 6],
    ['with spans that carry no ids', 'without ids', 6],
    ['with spans of MCP', 'mcp', 6],
  ])('count once %s, in one batch, span by span, and backwards', async (_, toolSpans, calls) => {
    const spans = viewsOf(loop, { toolSpans })
    const expected = { calls, turns: 7, story: ['nudge repetition', 'halt repetition'] }
    expect(judged(await stepsOf([spans]))).toEqual(expected)
    expect(judged(await stepsOf(spans.map((span) => [span])))).toEqual(expected)
    expect(judged(await stepsOf(spans.toReversed().map((span) => [span])))).toEqual(expected)
  })

  test('count once when two observers have a half each', async () => {
    const spans = viewsOf(loop, { toolSpans: 'without ids' })
    const models = spans.filter(({ name }) => name.startsWith('chat'))
    const tools = spans.filter(({ name }) => !name.startsWith('chat'))
    const steps = [...(await stepsOf([models])), ...(await stepsOf([tools]))]
    expect(judged(steps)).toMatchObject({ calls: 6, story: ['nudge repetition', 'halt repetition'] })
    expect(judged(steps.toReversed())).toMatchObject({
      calls: 6,
      story: ['nudge repetition', 'halt repetition'],
    })
  })

  test('count once when their own spans come long after', async () => {
    const spans = viewsOf(loop.slice(0, 2), { toolSpans: 'without ids' })
    const models = await stepsOf([spans.filter(({ name }) => name.startsWith('chat'))])
    const tools = await stepsOf([spans.filter(({ name }) => !name.startsWith('chat'))])
    const policy = resolvePolicy({ digest: 't' }, { source: 'telemetry', agent: null, attributes: {} })
    const late = tools.map((step) => ({ ...step, receivedAtMs: step.receivedAtMs + 60_000 }))
    const at = { startedAtMs: 0, endedAtMs: 0, traceId: null, spanId: null, sequence: null, lane: '*' }
    const tick = (id: string, receivedAtMs: number): Step => ({ ...at, kind: 'tick', id, receivedAtMs })
    const received = models[0]?.receivedAtMs ?? 0
    const before = judge(
      createMemory('run', 'telemetry', 't'),
      [...models, tick('a', received + 1000)],
      policy,
    )
    expect(before.memory.totals.toolCalls).toBe(2)
    const after = judge(before.memory, [...late, tick('b', received + 90_000)], policy)
    expect(after.memory.totals.toolCalls).toBe(2)
  })

  test('tells the local calls of an agent whose other calls go through MCP', async () => {
    const local = { ...read, tool: 'local_read' }
    const spans = [
      ...modelCallAgent(
        [
          [search, local],
          [search, local],
        ],
        { toolSpans: 'mcp' },
      ),
    ].filter(({ name }) => name !== 'tools/call local_read')
    expect(judged(await stepsOf([spans.map(plainSpan)]))).toMatchObject({ calls: 4 })
  })
})

describe('decisions about calls that prompts tell', () => {
  const call = fc.record({
    tool: fc.constantFrom('search', 'read', 'files.read'),
    args: fc.record({ q: fc.nat({ max: 1 }) }),
    result: fc.constantFrom('no hits', 'a page of words about herons', 'another page, about owls', ''),
    id: fc.constantFrom(undefined, 'call_'),
  })
  const rounds = fc.array(fc.array(call, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 9 })
  const options = fc.record({
    inputs: fc.constantFrom<'all' | 'new'>('all', 'all', 'new'),
    toolSpans: fc.constantFrom<NonNullable<ClientOptions['toolSpans']>>(
      'none',
      'none',
      'with results',
      'without results',
      'without ids',
      'mcp',
    ),
    window: fc.constantFrom(Infinity, 4),
  })
  const sizes = fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 5 })

  test('do not depend on the order of arrival, split and duplication of what comes within the hold', async () => {
    await fc.assert(
      fc.asyncProperty(
        rounds,
        options,
        sizes,
        fc.infiniteStream(fc.nat()),
        async (drawn, how, split, order) => {
          // An ordinal says which call it is only beside the call: where the prompt or the span holds all of it.
          const needsIds =
            how.inputs === 'new' || how.toolSpans === 'without results' || how.toolSpans === 'without ids'
          const script = drawn.map((calls) =>
            calls.map((each) => (needsIds ? { ...each, id: undefined } : each)),
          )
          const spans = viewsOf(script, how)
          const again = spans.filter(() => (order.next().value ?? 0) % 4 === 0)
          const shuffled = [...spans, ...again]
            .map((span) => ({ span, key: order.next().value ?? 0 }))
            .sort((a, b) => a.key - b.key)
            .map(({ span }) => span)
          const expected = judged(await stepsOf([spans]))
          expect(judged(await stepsOf(cut(shuffled, split)))).toEqual(expected)
          const calls = script.flat().length
          // One record of MCP serves equal calls of one turn; all others are counted one by one.
          expect(expected.calls).toBe(calls)
        },
      ),
      { numRuns: 120 },
    )
  }, 60_000)
})

function cut<T>(all: readonly T[], sizes: readonly number[]): readonly (readonly T[])[] {
  const batches: T[][] = []
  let at = 0
  for (let k = 0; at < all.length; k++) {
    const size = sizes[k % sizes.length] ?? 1
    batches.push(all.slice(at, at + size))
    at += size
  }
  return batches
}
