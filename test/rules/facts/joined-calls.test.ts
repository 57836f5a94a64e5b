import { describe, expect, it } from 'vitest'
import type { ToolStep } from '@loop-observer/rules'
import { joinedCalls } from '../../../rules/facts/joined-calls.ts'
import { Script } from '../../support/steps.ts'

interface Record {
  readonly source: string
  readonly parent?: string
  readonly from: number
  readonly to: number
  readonly args?: object
  readonly id?: string
  readonly tool?: string
}

function record(span: string, { source, parent, from, to, args, id, tool = 'search' }: Record): ToolStep {
  const [step] = new Script().call({ tool, args: args ?? { q: 'x' } }).steps
  if (step?.kind !== 'tool') throw new Error('not a call')
  return {
    ...step,
    id: span,
    traceId: 't',
    spanId: span,
    sequence: null,
    rank: source === 'server' ? 'mcp_server' : 'own_span',
    callId: `span:${span}`,
    startedAtMs: from,
    endedAtMs: to,
    told: [[span, parent ?? null, source, id ?? null, null, from, to]],
  }
}

function calls(...records: readonly ToolStep[]): readonly string[] {
  return joinedCalls(records)
    .steps.map(({ id }) => id)
    .toSorted()
}

describe('records that wait', () => {
  const outer = record('o', { source: 'framework', from: 0, to: 100 })

  it.each<[string, ToolStep]>([
    ['the child', record('i', { source: 'server', parent: 'o', from: 500, to: 600 })],
    ['what lies within', record('i', { source: 'server', from: 10, to: 90 })],
    ['what nearly coincides', record('i', { source: 'other', from: -1, to: 99 })],
    [
      'what has the tool’s short name',
      record('i', { source: 'server', tool: 'files.search', from: 10, to: 90 }),
    ],
  ])('are one call: %s', (_, inner) => {
    expect(calls(outer, inner)).toHaveLength(1)
    expect(calls(inner, outer)).toHaveLength(1)
  })

  it.each<[string, ToolStep]>([
    ['of one source', record('i', { source: 'framework', parent: 'o', from: 10, to: 90 })],
    ['one after the other', record('i', { source: 'server', from: 200, to: 290 })],
    [
      'with other arguments',
      record('i', { source: 'server', parent: 'o', args: { q: 'y' }, from: 10, to: 90 }),
    ],
    ['of other tools', record('i', { source: 'server', parent: 'o', tool: 'read', from: 10, to: 90 })],
    ['in another trace', { ...record('i', { source: 'server', from: 10, to: 90 }), traceId: 'u' }],
  ])('stay two calls: %s', (_, inner) => {
    expect(calls(outer, inner)).toHaveLength(2)
    expect(calls(inner, outer)).toHaveLength(2)
  })

  it('stay two calls when their sources give them two ids', () => {
    const [a, b] = ['a', 'b'].map((id) => ({ source: id, id, from: 0, to: 100 }))
    expect(calls(...[a, b].flatMap((each) => (each === undefined ? [] : [record(each.id, each)])))).toEqual([
      'a',
      'b',
    ])
  })

  it('of calls side by side join the tightest, so that each finds its own', () => {
    const long = record('long', { source: 'framework', from: 1, to: 100 })
    const short = record('short', { source: 'framework', from: 0, to: 50 })
    const inner = record('c1', { source: 'server', from: 2, to: 40 })
    const other = record('c2', { source: 'server', from: 3, to: 90 })
    expect(calls(long, short, inner, other)).toEqual(['long', 'short'])
    expect(calls(other, inner, short, long)).toEqual(['long', 'short'])
  })
})
