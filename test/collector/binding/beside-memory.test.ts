import { describe, expect, test } from 'vitest'
import { mergeReadings, newMemories } from '../../../collector/binding/merging.ts'
import { spanReader } from '../../../collector/dialects/read.ts'
import { plainSpan, type PlainSpan } from '../../conformance/dialects/plain-span.ts'

const read = spanReader()

/** The ids under which the calls of batches are known once those before have settled, in order: equal ids are one call. */
function reported(...batches: readonly (readonly PlainSpan[])[]): readonly (string | null)[] {
  const memories = newMemories()
  return batches.flatMap((spans) =>
    mergeReadings(
      'default/r',
      spans.flatMap((span) => read(plainSpan(span))),
      memories,
    ).map((reading) =>
      reading.kind === 'tool' ? (reading.linked ?? reading.callId ?? reading.spanId) : null,
    ),
  )
}

interface Place {
  readonly at: number
  readonly took: number
  readonly args?: string
}

function id(name: string): string {
  return name.padStart(16, '0')
}

function framework(name: string, { at, took, args = '{"q":"x"}' }: Place): PlainSpan {
  const attributes = { 'openinference.span.kind': 'TOOL', 'tool.name': 'search', 'input.value': args }
  return { name: 'search', spanId: id(name), startMs: at, endMs: at + took, attributes }
}

/** No span of its caller is its parent: others lie between. */
function bare(name: string, { at, took, args }: Place): PlainSpan {
  const told = args === undefined ? {} : { 'gen_ai.tool.call.arguments': args }
  return {
    name: 'execute_tool search',
    spanId: id(name),
    parentSpanId: id(`${name}0`),
    startMs: at,
    endMs: at + took,
    attributes: { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': 'search', ...told },
  }
}

function server(name: string, { at, took }: Place): PlainSpan {
  const attributes = { 'mcp.method.name': 'tools/call', 'gen_ai.tool.name': 'search' }
  return { ...bare(name, { at, took }), name: 'tools/call search', kind: 2, attributes }
}

describe('calls that two instrumentations tell in two batches, by spans that are no neighbours', () => {
  const outer = framework('a1', { at: 10, took: 40 })

  test.each([
    ['within each other', bare('b1', { at: 12, took: 36, args: '{"q": "x"}' })],
    ['within each other, one without arguments', bare('b1', { at: 12, took: 36 })],
    ['of which one is an MCP server’s', server('b1', { at: 14, took: 20 })],
    ['that coincide by a hair', bare('b1', { at: 9, took: 40, args: '{"q":"x"}' })],
  ])('are one call: %s', (_, inner) => {
    expect(new Set(reported([outer], [inner])).size).toBe(1)
    expect(new Set(reported([inner], [outer])).size).toBe(1)
    expect(new Set(reported([outer], [inner], [outer], [inner])).size).toBe(1)
  })

  test.each([
    ['one after the other', bare('b1', { at: 60, took: 36, args: '{"q":"x"}' })],
    ['with other arguments', bare('b1', { at: 12, took: 36, args: '{"q":"y"}' })],
    ['of one source', framework('a2', { at: 12, took: 36 })],
    ['in another trace', { ...bare('b1', { at: 12, took: 36, args: '{"q":"x"}' }), traceId: 'f'.repeat(32) }],
  ])('stay two calls: %s', (_, other) => {
    expect(new Set(reported([outer], [other])).size).toBe(2)
    expect(new Set(reported([other], [outer])).size).toBe(2)
  })

  test('are one call also where they have results and no ids, once it is known that two tell them', () => {
    const answered = (span: PlainSpan): PlainSpan => ({
      ...span,
      attributes: { ...span.attributes, 'output.value': 'no hits', 'gen_ai.tool.call.result': 'no hits' },
    })
    const inner = bare('b1', { at: 12, took: 36, args: '{"q":"x"}' })
    const [first, second] = [framework('a2', { at: 110, took: 40 }), bare('b2', { at: 112, took: 36 })]
    const ids = reported([outer, inner].map(answered), [answered(first)], [answered(second)])
    expect(ids).toHaveLength(4)
    expect(ids[1]).toBe(ids[0])
    expect(ids[3]).toBe(ids[2])
  })

  test('side by side are told apart by their arguments, and without any never merged by chance', () => {
    const beside = framework('a2', { at: 11, took: 41, args: '{"q":"y"}' })
    const inner = bare('b2', { at: 13, took: 36, args: '{"q":"y"}' })
    const [, second, third] = reported([outer, beside], [inner])
    expect(third).toBe(second)
    expect(new Set(reported([outer, beside], [bare('b2', { at: 13, took: 36 })])).size).toBe(3)
  })

  test('side by side in two sources are two calls, not one and not four', () => {
    const calls = [outer, framework('a2', { at: 11, took: 40 })]
    const twins = ['b1', 'b2'].map((name) => bare(name, { at: 13, took: 36, args: '{"q":"x"}' }))
    expect(new Set(reported(calls, twins)).size).toBe(2)
  })
})
