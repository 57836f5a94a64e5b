import fc from 'fast-check'
import { defaultTraits, type Step } from '@loop-observer/rules'
import { describe, expect, test } from 'vitest'
import { mergeReadings, newMemories, type BoundReading } from '../../../collector/binding/merging.ts'
import { hashing } from '../../../collector/binding/hashing.ts'
import { toRecord } from '../../../collector/binding/records.ts'
import { spanReader } from '../../../collector/dialects/read.ts'
import { joinedCalls } from '../../../rules/facts/joined-calls.ts'
import { plainSpan, type PlainSpan } from '../../conformance/dialects/plain-span.ts'

const read = spanReader()

// One call as three sources report it: the framework, the MCP client, the MCP server.
const framework = toolSpan('f1', 'a0', [100, 200], {
  'gen_ai.operation.name': 'execute_tool',
  'gen_ai.tool.name': 'files_search',
  'gen_ai.tool.call.id': 'call_q7Zr2Wm91',
  'gen_ai.agent.name': 'finder',
  'gen_ai.tool.call.arguments': '{"q":"x","n":1}',
})
const client = mcpSpan('c1', 'f1', [110, 190], {
  'gen_ai.tool.name': 'search',
  'gen_ai.tool.call.arguments': { n: 1, q: 'x' },
})
const server = mcpSpan('s1', 'c1', [120, 180], {
  'gen_ai.tool.name': 'search',
  'gen_ai.tool.call.result': '{"content":[{"type":"text","text":"one hit"}]}',
})

describe('one call reported by several sources', () => {
  test('is one step in any order within a batch: identity by rank, content from whoever has it', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray([framework, client, server], { minLength: 3 }), (spans) => {
        const [step, ...more] = bind(spans)
        expect(more).toEqual([])
        expect(step).toMatchObject({
          kind: 'tool',
          tool: 'files_search',
          spanId: id('f1'),
          callId: 'call_q7Zr2Wm91',
          actor: 'finder',
          rank: 'own_span',
          args: '{"q":"x","n":1}',
          observation: 'one hit',
          failed: false,
        })
      }),
    )
  })

  test('has one name once it settled, however the batches of both processes fall: a process exports in the order of ends', () => {
    const arrivals = fc.tuple(
      fc.constantFrom([server, client, framework], [client, server, framework], [client, framework, server]),
      fc.nat(3),
      fc.nat(3),
    )
    fc.assert(
      fc.property(arrivals, ([spans, a, b]) => {
        const [first, second] = [Math.min(a, b), Math.max(a, b)]
        const memories = newMemories()
        const batches = [spans.slice(0, first), spans.slice(first, second), spans.slice(second)]
        const steps = batches.flatMap((batch) => bind(batch, memories))
        const names = new Set(steps.map(settledName))
        expect(names.size).toBe(1)
        expect(names.has(null)).toBe(false)
      }),
    )
  })

  test('is known again when other layers lie between and the outer span comes in a later batch', () => {
    const memories = newMemories()
    const far = { ...client, parentSpanId: id('h9') }
    const [inner] = bind([far], memories)
    const [outer] = bind([framework], memories)
    expect(inner).toMatchObject({ kind: 'tool', callId: `mcp:${id('c1')}` })
    expect(outer).toMatchObject({
      kind: 'tool',
      callId: 'call_q7Zr2Wm91',
      linked: `mcp:${id('c1')}`,
      rank: 'own_span',
    })
  })

  test('fails when any source saw it fail', () => {
    const failed = { ...server, attributes: { ...server.attributes, 'error.type': 'tool_error' } }
    expect(bind([framework, client, failed])).toMatchObject([{ failed: true, errorText: 'one hit' }])
  })

  test('stays two calls when names, arguments or call ids differ', () => {
    for (const other of [
      { ...client, attributes: { ...client.attributes, 'gen_ai.tool.name': 'read' } },
      { ...client, attributes: { ...client.attributes, 'gen_ai.tool.call.arguments': '{"q":"y"}' } },
      { ...client, attributes: { ...client.attributes, 'gen_ai.tool.call.id': 'call_q7Zr2Wm92' } },
    ]) {
      expect(bind([framework, other])).toHaveLength(2)
    }
  })

  test('is found by its interval when spans of other layers lie between', () => {
    const far = { ...client, parentSpanId: id('h9') }
    expect(joined([far, framework])).toMatchObject([{ spanId: id('f1'), rank: 'own_span' }])
    const outside = { ...far, startMs: 1000, endMs: 1100 }
    expect(joined([outside, framework])).toHaveLength(2)
  })

  test('keeps parallel calls apart, each with its own client span', () => {
    const attributes = { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': 'search' }
    const spans = [
      toolSpan('f1', 'a0', [100, 200], attributes),
      toolSpan('f2', 'a0', [101, 201], attributes),
      mcpSpan('c1', 'f1', [110, 190], { 'gen_ai.tool.name': 'search' }),
      mcpSpan('c2', 'f2', [111, 191], { 'gen_ai.tool.name': 'search' }),
    ]
    fc.assert(
      fc.property(fc.shuffledSubarray(spans, { minLength: 4 }), (shuffled) => {
        expect(bind(shuffled).map(({ spanId }) => spanId)).toEqual([id('f1'), id('f2')])
      }),
    )
  })

  describe('by two instrumentations side by side', () => {
    const args = '{"q":"x"}'
    const one = (name: string, interval: readonly [number, number]): PlainSpan =>
      toolSpan(name, 'a0', interval, {
        'openinference.span.kind': 'TOOL',
        'tool.name': 'search',
        'input.value': args,
        'output.value': 'no hits',
      })
    const other = (name: string, interval: readonly [number, number]): PlainSpan =>
      toolSpan(name, 'b0', interval, {
        'traceloop.span.kind': 'tool',
        'gen_ai.tool.name': 'search',
        'traceloop.entity.input': args,
      })

    test('is one step when their intervals are nearly one', () => {
      expect(joined([one('o1', [100, 200]), other('t1', [99, 199.5])])).toHaveLength(1)
      expect(joined([one('o1', [100, 200]), other('t1', [115, 215])])).toHaveLength(2)
    })

    test('stays two steps when it is made twice at a time, or once after the other', () => {
      const parallel = [
        one('o1', [100, 200]),
        one('o2', [101, 201]),
        other('t1', [99, 199.5]),
        other('t2', [100.5, 200.5]),
      ]
      const repeated = [
        one('o1', [100, 200]),
        one('o2', [300, 400]),
        other('t1', [99, 199.5]),
        other('t2', [299, 399.5]),
      ]
      fc.assert(
        fc.property(
          fc.constantFrom(parallel, repeated).chain((spans) => fc.shuffledSubarray(spans, { minLength: 4 })),
          (spans) => {
            expect(joined(spans)).toHaveLength(2)
          },
        ),
      )
    })
  })

  test('keeps MCP calls apart that have the same agent as their parent, also across batches', () => {
    const memories = newMemories()
    const spans = ['s1', 's2', 's3'].map((name, index) =>
      mcpSpan(name, 'a0', [index, index + 9], { 'gen_ai.tool.name': 'search' }),
    )
    const callIds = spans
      .flatMap((span) => bind([span], memories))
      .map((step) => (step.kind === 'tool' ? step.callId : null))
    expect(new Set(callIds).size).toBe(3)
  })
})

describe('a call that the SDK reports, and a framework within or around it', () => {
  const search = { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': 'search', 'loop.run.id': 'r' }
  const step = toolSpan('d1', 'a0', [100, 200], {
    ...search,
    'loop.step.kind': 'tool',
    'loop.step.id': 'r/0',
  })
  const within = toolSpan('f1', 'd1', [110, 190], search)
  const around = { ...within, spanId: id('f2'), parentSpanId: id('a0'), startMs: 90, endMs: 210 }
  const inner = { ...step, parentSpanId: id('f2') }

  test.each([
    ['within, later', [step, within]],
    ['around, later', [inner, around]],
  ])('is one call across batches: %s', (_, [first, second]) => {
    const memories = newMemories()
    const [one] = bind(first === undefined ? [] : [first], memories)
    const [other] = bind(second === undefined ? [] : [second], memories)
    expect(one).toMatchObject({ kind: 'tool', stepId: 'r/0', callId: `step:${id('d1')}` })
    expect(other).toMatchObject({ kind: 'tool', stepId: null, linked: `step:${id('d1')}` })
  })

  test('is the SDK’s step in one batch', () => {
    expect(bind([within, step])).toMatchObject([{ stepId: 'r/0', rank: 'sdk' }])
  })

  test('is two calls when the tool calls itself', () => {
    const memories = newMemories()
    const again = toolSpan('d2', 'd1', [120, 130], {
      ...search,
      'loop.step.kind': 'tool',
      'loop.step.id': 'r/1',
    })
    const callIds = [again, step]
      .flatMap((span) => bind([span], memories))
      .map((each) => (each.kind === 'tool' ? each.callId : null))
    expect(new Set(callIds).size).toBe(2)
  })
})

function toolCallIds(steps: readonly BoundReading[]): readonly (string | null)[] {
  return steps.flatMap((step) => (step.kind === 'tool' ? [step.callId] : []))
}

describe('a repeated call', () => {
  const attributes = {
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.name': 'search',
    'gen_ai.tool.call.arguments': '{"q":"x"}',
    'gen_ai.tool.call.result': 'same',
  }

  test('of one source stays several steps, whatever it looks like', () => {
    const spans = [toolSpan('f1', 'a0', [1, 9], attributes), toolSpan('f2', 'a0', [10, 19], attributes)]
    expect(bind(spans)).toHaveLength(2)
  })

  test('sent again with the same span is one step', () => {
    const span = toolSpan('f1', 'a0', [1, 9], attributes)
    expect(bind([span, span])).toHaveLength(1)
  })

  test('under a call id that the source uses again loses that id, in one batch and across batches', () => {
    const again = { ...attributes, 'gen_ai.tool.call.id': 'call_q7Zr2Wm91' }
    const spans = [toolSpan('f1', 'a0', [1, 9], again), toolSpan('f2', 'a0', [10, 19], again)]
    expect(bind(spans)).toMatchObject([{ callId: null }, { callId: null }])
    const memories = newMemories()
    expect(spans.flatMap((span) => bind([span], memories))).toMatchObject([
      { callId: 'call_q7Zr2Wm91' },
      { callId: null },
    ])
  })

  test.each(['call_0', '0', 'functions.search:0', 'search-1', 'toolcall12'])(
    'under the id %s, which comes again with other calls, is another call on every observer',
    (callId) => {
      const again = { ...attributes, 'gen_ai.tool.call.id': callId }
      const [first, second] = [toolSpan('f1', 'a0', [1, 9], again), toolSpan('f2', 'a0', [10, 19], again)]
      const ids = [first, second].flatMap((span) => toolCallIds(bind([span], newMemories())))
      expect(new Set(ids).size).toBe(2)
      expect(toolCallIds(bind([first], newMemories()))).toEqual(ids.slice(0, 1))
    },
  )

  test('seen by two instrumentations at once under one call id is one step', () => {
    const ids = { ...attributes, 'gen_ai.tool.call.id': 'call_0' }
    const other = {
      'ai.operationId': 'ai.toolCall',
      'ai.toolCall.name': 'search',
      'ai.toolCall.id': 'call_0',
    }
    const steps = joined([toolSpan('f1', 'a0', [1, 9], ids), toolSpan('f2', 'b0', [2, 8], other)])
    expect(steps).toMatchObject([
      { spanId: id('f1'), callId: `call_0@${id('f1')}`, observation: { state: 'known' } },
    ])
  })
})

describe('an answer in the next prompt', () => {
  const bare = toolSpan('f1', 'a0', [1, 9], {
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.name': 'search',
    'gen_ai.tool.call.id': 'call_q7Zr2Wm91',
  })
  const prompt = modelSpan(
    'm1',
    [10, 20],
    [{ type: 'tool_call_response', id: 'call_q7Zr2Wm91', response: 'one hit' }],
  )

  test('completes its call in the same batch, in any order', () => {
    for (const spans of [
      [bare, prompt],
      [prompt, bare],
    ]) {
      expect(bind(spans)).toMatchObject([
        { kind: 'tool', observation: 'one hit', failed: false },
        { kind: 'model' },
      ])
    }
  })

  test('amends a call of an earlier batch', () => {
    const memories = newMemories()
    bind([bare], memories)
    expect(bind([prompt], memories)).toMatchObject([
      { kind: 'amendment', callId: 'call_q7Zr2Wm91', observation: 'one hit' },
      { kind: 'model' },
    ])
  })

  test('amends its call, and one that another source told earlier and that has settled', () => {
    const memories = newMemories()
    const mcp = mcpSpan('c1', 'f1', [2, 8], { 'gen_ai.tool.name': 'search' })
    const [first] = bind([mcp], memories)
    bind([bare], memories)
    const [amendment] = bind([prompt], memories)
    expect(first).toMatchObject({ kind: 'tool', callId: `mcp:${id('c1')}` })
    expect(amendment).toMatchObject({
      kind: 'amendment',
      callId: 'call_q7Zr2Wm91',
      linked: `mcp:${id('c1')}`,
    })
  })

  test('is left out where the call said itself what came back, or why it failed', () => {
    const answered = { ...bare, attributes: { ...bare.attributes, 'gen_ai.tool.call.result': 'own' } }
    const failed = { ...bare, statusCode: 2 as const, statusMessage: 'upstream 503' }
    for (const call of [answered, failed]) {
      const memories = newMemories()
      bind([call], memories)
      expect(bind([prompt], memories)).toMatchObject([{ kind: 'model' }])
    }
  })
})

describe('a model call reported by a framework and by the client of its provider', () => {
  const outer = {
    ...modelSpan('m1', [1, 20], []),
    attributes: {
      'ai.operationId': 'ai.generateText.doGenerate',
      'ai.usage.promptTokens': 9,
      'ai.response.text': 'hello',
    },
  }
  const inner = { ...modelSpan('m2', [2, 19], []), parentSpanId: id('m1') }

  test('counts once, with the text of whoever has it, in any order', () => {
    for (const spans of [
      [outer, inner],
      [inner, outer],
    ]) {
      expect(bind(spans)).toMatchObject([{ kind: 'model', spanId: id('m2'), tokensIn: 120, text: 'hello' }])
    }
  })

  test('counts once across batches: a child ends before its parent', () => {
    const memories = newMemories()
    expect([...bind([inner], memories), ...bind([outer], memories)]).toMatchObject([{ spanId: id('m2') }])
  })

  test('counts once when the outer was exported first, and again when all is sent again', () => {
    const memories = newMemories()
    const batches = [[outer], [inner], [outer, inner]].map((spans) => bind(spans, memories))
    expect(batches).toMatchObject([[{ spanId: id('m1') }], [], []])
  })

  test('has the tokens of the outer where the inner tells none', () => {
    const bare = { ...inner, attributes: { 'gen_ai.operation.name': 'chat' } }
    expect(bind([outer, bare])).toMatchObject([{ spanId: id('m2'), tokensIn: 9 }])
  })

  test('stays the step of the SDK where the SDK made the outer span', () => {
    const step = {
      ...outer,
      attributes: { 'loop.step.kind': 'model', 'loop.step.id': 'r/1', 'loop.run.id': 'r' },
    }
    expect(bind([inner, step])).toMatchObject([{ spanId: id('m1'), stepId: 'r/1' }])
    const memories = newMemories()
    expect(bind([step], memories)).toHaveLength(1)
    expect(bind([inner], memories)).toEqual([])
  })
})

function bind(spans: readonly PlainSpan[], memories = newMemories()): readonly BoundReading[] {
  return mergeReadings(
    'default/r',
    spans.flatMap((span) => read(plainSpan(span))),
    memories,
  )
}

/** The calls of one batch, as the engine puts them together. */
function joined(spans: readonly PlainSpan[]): readonly Step[] {
  const context = {
    hashing: hashing(),
    keys: defaultTraits,
    stored: 'none',
    nowMs: 1,
    run: 'r',
    root: undefined,
  } as const
  return joinedCalls(bind(spans).map((reading) => toRecord(reading, context).step)).steps
}

/** What the call is known by when those that came before have settled. */
function settledName(step: BoundReading): string | null {
  return step.kind === 'tool' ? (step.linked ?? step.callId) : null
}

function id(name: string): string {
  return name.padStart(16, '0')
}

function toolSpan(
  name: string,
  parent: string,
  [startMs, endMs]: readonly [number, number],
  attributes: NonNullable<PlainSpan['attributes']>,
): PlainSpan {
  return { name: 'execute_tool', spanId: id(name), parentSpanId: id(parent), startMs, endMs, attributes }
}

/** Client spans begin with c, server spans with s. */
function mcpSpan(
  name: string,
  parent: string,
  interval: readonly [number, number],
  attributes: NonNullable<PlainSpan['attributes']>,
): PlainSpan {
  const span = toolSpan(name, parent, interval, { 'mcp.method.name': 'tools/call', ...attributes })
  return { ...span, kind: name.startsWith('c') ? 3 : 2 }
}

function modelSpan(
  name: string,
  [startMs, endMs]: readonly [number, number],
  parts: readonly Readonly<Record<string, string>>[],
): PlainSpan {
  const messages = [
    { role: 'assistant', parts: [] },
    { role: 'tool', parts },
  ]
  return {
    name: 'chat m',
    spanId: id(name),
    startMs,
    endMs,
    attributes: {
      'gen_ai.operation.name': 'chat',
      'gen_ai.usage.input_tokens': 120,
      'gen_ai.input.messages': JSON.stringify(messages),
    },
  }
}
