import { describe, expect, test } from 'vitest'
import { mergeReadings, newMemories, type BoundReading } from '../../../collector/binding/merging.ts'
import { spanReader } from '../../../collector/dialects/read.ts'
import type { AttributeValue } from '../../../collector/receiver/span-view.ts'
import { plainSpan, type PlainSpan } from '../../conformance/dialects/plain-span.ts'

const read = spanReader()
const key = 'default/run'
const start = 1_796_000_000_000

function id(short: string): string {
  return short.padEnd(16, '0')
}

function bind(spans: readonly PlainSpan[], memories = newMemories()): readonly BoundReading[] {
  return mergeReadings(
    key,
    spans.flatMap((span) => read(plainSpan(span))),
    memories,
  )
}

function tools(bound: readonly BoundReading[]): readonly Partial<Extract<BoundReading, { kind: 'tool' }>>[] {
  return bound.flatMap((reading) => (reading.kind === 'tool' ? [reading] : []))
}

function toolSpan(
  spanId: string,
  at: number,
  attributes: Readonly<Record<string, AttributeValue>>,
): PlainSpan {
  return {
    name: 'search.tool',
    spanId: id(spanId),
    startMs: start + at,
    endMs: start + at + 5,
    attributes: { 'traceloop.span.kind': 'tool', 'gen_ai.tool.name': 'search', ...attributes },
  }
}

type Call = readonly [id: string | null, args: AttributeValue]

/** A model call that answers `answers` and asks for `calls` of search. */
function modelSpan(
  spanId: string,
  at: number,
  calls: readonly Call[],
  answers: readonly Readonly<Record<string, AttributeValue>>[] = [],
): PlainSpan {
  return {
    name: 'chat',
    spanId: id(spanId),
    startMs: start + at,
    endMs: start + at + 5,
    attributes: {
      'gen_ai.operation.name': 'chat',
      'gen_ai.input.messages': JSON.stringify([{ role: 'assistant', content: '' }, ...answers]),
      'gen_ai.output.messages': JSON.stringify([
        {
          role: 'assistant',
          parts: calls.map(([callId, args]) => ({
            type: 'tool_call',
            ...(callId === null ? {} : { id: callId }),
            name: 'search',
            arguments: args,
          })),
        },
      ]),
    },
  }
}

describe('a tool span that tells neither arguments, nor result, nor id', () => {
  const asked = modelSpan('m1', 0, [
    ['call_q7Zr2Wm91', { q: 'x' }],
    ['call_q7Zr2Wm92', { q: 'y' }],
  ])
  const first = toolSpan('t1', 10, {})
  const second = toolSpan('t2', 11, {})
  const answered = modelSpan(
    'm2',
    20,
    [],
    [
      { role: 'tool', tool_call_id: 'call_q7Zr2Wm91', content: 'no hits' },
      { role: 'tool', tool_call_id: 'call_q7Zr2Wm92', content: 'one hit' },
    ],
  )
  const whole = [
    { spanId: id('t1'), callId: 'call_q7Zr2Wm91', args: { q: 'x' }, observation: 'no hits', failed: false },
    { spanId: id('t2'), callId: 'call_q7Zr2Wm92', args: { q: 'y' }, observation: 'one hit', failed: false },
  ]

  test('gets them from the model calls around it, by name and order', () => {
    expect(tools(bind([answered, second, first, asked]))).toMatchObject(whole)
  })

  test('gets the answer as an amendment when that comes in a later batch', () => {
    const memories = newMemories()
    expect(bind([asked], memories)).toHaveLength(1)
    expect(tools(bind([first, second], memories))).toMatchObject([
      { callId: 'call_q7Zr2Wm91', args: { q: 'x' }, observation: undefined },
      { callId: 'call_q7Zr2Wm92', args: { q: 'y' } },
    ])
    expect(bind([answered], memories)).toMatchObject([
      { kind: 'amendment', callId: 'call_q7Zr2Wm91', observation: 'no hits' },
      { kind: 'amendment', callId: 'call_q7Zr2Wm92', observation: 'one hit' },
      { kind: 'model' },
    ])
  })

  test('keeps its request when it is sent again', () => {
    const memories = newMemories()
    bind([asked, first], memories)
    expect(tools(bind([first, second], memories))).toMatchObject([
      { callId: 'call_q7Zr2Wm91' },
      { callId: 'call_q7Zr2Wm92' },
    ])
  })

  test('takes no request of an earlier turn that was left over', () => {
    const later = modelSpan('m3', 8, [['call_q7Zr2Wm99', { q: 'z' }]])
    expect(tools(bind([asked, later, first]))).toMatchObject([{ callId: 'call_q7Zr2Wm99', args: { q: 'z' } }])
  })

  test('takes no request that was asked after it began', () => {
    expect(tools(bind([toolSpan('t0', -10, {}), asked]))[0]?.args).toBeUndefined()
  })

  test('of calls side by side, each gets the request with its arguments', () => {
    const spans = [toolSpan('t1', 10, { 'gen_ai.tool.call.arguments': '{"q":"y"}' }), second]
    expect(tools(bind([asked, ...spans]))).toMatchObject([
      { spanId: id('t1'), callId: 'call_q7Zr2Wm92' },
      { spanId: id('t2'), callId: 'call_q7Zr2Wm91', args: { q: 'x' } },
    ])
  })

  test('is not given the id of a request with other arguments', () => {
    const other = toolSpan('t1', 10, { 'gen_ai.tool.call.arguments': '{"q":"z"}' })
    expect(tools(bind([asked, other]))[0]?.callId).not.toMatch(/^c/)
  })
})

describe('answers that name the tool only', () => {
  const byName = (content: string) => ({ role: 'tool', name: 'search', content })
  const calls = [toolSpan('t1', 10, {}), toolSpan('t2', 12, {})]
  const answers = modelSpan('m2', 20, [], [byName('no hits'), byName('one hit')])

  test('go to its calls in order', () => {
    expect(tools(bind([answers, ...calls]))).toMatchObject([
      { observation: 'no hits' },
      { observation: 'one hit' },
    ])
  })

  test('find calls of an earlier batch, each once', () => {
    const memories = newMemories()
    const [first, second] = tools(bind(calls, memories))
    expect(bind([answers, { ...answers, spanId: id('m3') }], memories)).toMatchObject([
      { kind: 'amendment', callId: first?.callId, observation: 'no hits' },
      { kind: 'amendment', callId: second?.callId, observation: 'one hit' },
      { kind: 'model' },
      { kind: 'model' },
    ])
  })

  test('do not concern a call that told its result', () => {
    const told = toolSpan('t1', 10, { 'traceloop.entity.output': 'two hits' })
    expect(tools(bind([told, modelSpan('m2', 20, [], [byName('no hits')])]))).toMatchObject([
      { observation: 'two hits' },
    ])
  })
})

describe('an outcome on a span of its own', () => {
  const scopeName = 'com.anthropic.claude_code.tracing'
  const tool: PlainSpan = {
    name: 'claude_code.tool',
    scopeName,
    spanId: id('t1'),
    startMs: start,
    endMs: start + 50,
    attributes: { 'span.type': 'tool', tool_name: 'Bash', 'gen_ai.tool.call.id': 'toolu_q7Zr2Wm91' },
  }
  const execution: PlainSpan = {
    name: 'claude_code.tool.execution',
    scopeName,
    spanId: id('e1'),
    parentSpanId: id('t1'),
    startMs: start + 10,
    endMs: start + 40,
    attributes: { 'span.type': 'tool.execution', success: 'false', error: 'exit code 1' },
  }

  test.each([
    ['in one batch', [[execution, tool]]],
    ['before it', [[execution], [tool]]],
  ])('is its parent call’s, %s', (_, batches) => {
    const memories = newMemories()
    const bound = batches.flatMap((batch) => bind(batch, memories))
    expect(bound).toMatchObject([{ kind: 'tool', tool: 'Bash', failed: true, errorText: 'exit code 1' }])
  })

  test('amends it when it comes late', () => {
    const memories = newMemories()
    bind([tool], memories)
    expect(bind([execution], memories)).toMatchObject([
      { kind: 'amendment', callId: 'toolu_q7Zr2Wm91', observation: 'exit code 1', failed: true },
    ])
  })
})
