import { describe, expect, it } from 'vitest'
import { OrphanMemory } from '../../../collector/binding/orphan-memory.ts'
import type { ToolReading } from '../../../collector/dialects/reading.ts'

function call(over: Partial<ToolReading> = {}): ToolReading {
  return {
    kind: 'tool',
    dialect: 'mcp',
    traceId: 'a'.repeat(32),
    spanId: 'b'.repeat(16),
    parentSpanId: null,
    startMs: 10,
    endMs: 20,
    runId: null,
    stepId: null,
    sequence: null,
    lane: null,
    actor: null,
    agent: null,
    tool: 'search',
    callId: null,
    args: '{"q":"x"}',
    observation: undefined,
    failed: null,
    errorText: null,
    effect: false,
    readOnly: null,
    round: null,
    rank: 'mcp_server',
    features: null,
    ...over,
  }
}

const around = { startMs: 5, endMs: 25 }

describe('an MCP call without its caller', () => {
  it('is found once by the same call around it', () => {
    const orphans = new OrphanMemory()
    orphans.remember('t/r', call(), 'mcp:1')
    expect(orphans.take('t/r', call(around))).toBe('mcp:1')
    expect(orphans.take('t/r', call(around))).toBeNull()
  })

  it.each([
    ['begins before it', { startMs: 9 }, { startMs: 10, endMs: 25 }],
    ['is of another trace', { traceId: 'c'.repeat(32) }, around],
    ['has other arguments', { args: '{"q":"y"}' }, around],
    ['is of another tool', { tool: 'read' }, around],
  ])('is not the one that %s', (_, orphan, caller) => {
    const orphans = new OrphanMemory()
    orphans.remember('t/r', call(orphan), 'mcp:1')
    expect(orphans.take('t/r', call(caller))).toBeNull()
  })

  it('is known by tool and interval when its arguments are long', () => {
    const orphans = new OrphanMemory()
    orphans.remember('t/r', call({ args: 'x'.repeat(5000) }), 'mcp:1')
    expect(orphans.take('t/r', call(around))).toBe('mcp:1')
  })

  it('makes room for the newest eight of its run', () => {
    const orphans = new OrphanMemory()
    for (let n = 1; n <= 10; n++) orphans.remember('t/r', call(), `mcp:${n}`)
    const taken = Array.from({ length: 9 }, () => orphans.take('t/r', call(around)))
    expect([taken[0], taken[7], taken[8]]).toEqual(['mcp:3', 'mcp:10', null])
  })
})
