import { describe, expect, it } from 'vitest'
import { createMemory, errorFeatures, judge, type Step, type ToolStep } from '@loop-observer/rules'
import { cell, flag } from '../../../rules/memory/call-table.ts'
import type { LaneMemory } from '../../../rules/memory/lane-memory.ts'
import { hashing, policyOf, Script, type ScriptedCall } from '../../support/steps.ts'

const policy = policyOf('balanced', {
  tools: {
    ...policyOf().tools,
    effects: ['send_*'],
    mutating: ['edit_*'],
    readOnly: ['get_*'],
    waiting: ['sleep'],
  },
})

type Told = Partial<Pick<ToolStep, 'ok' | 'error' | 'readOnly' | 'rank' | 'round'>>

/** A lane after calls, each with what its source says beside. */
function laneAfter(...calls: readonly (readonly [call: ScriptedCall, told?: Told])[]): LaneMemory {
  const script = new Script()
  for (const [call] of calls) script.call(call)
  const steps = script.steps.map((step, i): Step => ({ ...step, ...calls[i]?.[1] }) as Step)
  const [lane] = judge(createMemory('run', 'sdk', policy.version), steps, policy).memory.state.lanes
  if (lane === undefined) throw new Error('there is one')
  return lane
}

function flagsOf(...calls: readonly (readonly [call: ScriptedCall, told?: Told])[]): readonly number[] {
  const { calls: table } = laneAfter(...calls)
  return Array.from({ length: table.count }, (_, row) => cell(table, row, 'flags'))
}

const page = 'a page with several words on it, enough of them to be more than a receipt of some kind or other'

describe('what a call is', () => {
  it.each<[string, ScriptedCall, Told, number]>([
    ['progress by what is new in its answer', { gives: page }, {}, flag.progress],
    ['nothing by an empty answer', { gives: '' }, {}, 0],
    ['nothing by an answer that was not captured', {}, {}, 0],
    ['failed as its source says', { fails: 'no' }, {}, flag.failed],
    ['failed by its error where its source does not say', { fails: 'no' }, { ok: null }, flag.failed],
    ['not failed where its source says so', { fails: page }, { ok: true }, flag.progress],
    ['failed without a word', { gives: page }, { ok: false }, flag.failed],
    ['transient by its error', { fails: '503 Service Unavailable' }, {}, flag.failed | flag.transient],
    ['an effect by its source', { gives: '', effect: true }, {}, flag.effect | flag.mutating],
    ['an effect by the policy', { tool: 'send_mail', gives: '' }, {}, flag.effect | flag.mutating],
    ['no change by an effect that failed', { tool: 'send_mail', fails: 'no' }, {}, flag.effect | flag.failed],
    ['a change by the policy', { tool: 'edit_file', gives: '' }, {}, flag.mutating],
    ['a change by its annotation', { gives: '' }, { readOnly: false }, flag.mutating],
    ['no change by its annotation', { tool: 'edit_file', gives: '' }, { readOnly: true }, 0],
    ['a change by its arguments', { args: { command: 'rm a' }, gives: '' }, {}, flag.mutating],
    ['no change by its arguments', { tool: 'edit_file', args: { command: 'view' }, gives: '' }, {}, 0],
    ['a wait', { tool: 'sleep', gives: page }, {}, flag.waiting],
    ['told by a prompt', { gives: '' }, { rank: 'prompt' }, flag.prompt],
    ['told by MCP', { gives: '' }, { rank: 'mcp_server' }, flag.mcp],
    ['told by its own record', { gives: '' }, { rank: 'own_span' }, 0],
  ])('%s', (_, call, told, flags) => {
    expect(flagsOf([call, told])).toEqual([flags])
  })

  it('is progress where a fifth of its lines are new, and moves with one, at the next place', () => {
    const lines = (from: number, count: number): string =>
      Array.from({ length: count }, (_, i) => `line ${'abcdefghijklmnop'[from + i]} of the page`).join('\n')
    const second = (text: string): number =>
      flagsOf([{ args: { n: 1 }, gives: lines(0, 8) }], [{ args: { n: 2 }, gives: text }])[1] ?? -1
    expect(second(lines(0, 8))).toBe(0)
    expect(second(`${lines(0, 8)}\n${lines(8, 2)}`)).toBe(flag.progress)
    expect(second(`${lines(0, 8)}\n${lines(8, 1)}`)).toBe(flag.moved)
  })

  it('keeps the signature of its failure, and of no error that was none', () => {
    const error = (call: ScriptedCall, told: Told = {}): number =>
      cell(laneAfter([call, told]).calls, 0, 'error')
    expect(error({ fails: 'no such page' })).toBeGreaterThan(0)
    expect(error({ fails: 'no such page' }, { ok: true })).toBe(0)
    expect(error({ gives: page }, { ok: false })).toBe(0)
  })
})

describe('a change', () => {
  it('opens a new epoch, unless it is one that was made before', () => {
    const edit = (n: number, gives = 'ok'): readonly [ScriptedCall] => [
      { tool: 'edit_file', args: { n }, gives },
    ]
    expect(laneAfter(edit(1)).epoch).toBe(1)
    expect(laneAfter(edit(1), edit(2)).epoch).toBe(2)
    expect(laneAfter(edit(1), edit(1)).epoch).toBe(1)
    expect(laneAfter(edit(1), edit(1, 'done')).epoch).toBe(2)
    expect(laneAfter(edit(1), edit(2), edit(1)).epoch).toBe(2)
    expect(laneAfter([{ gives: page }], [{ gives: '' }]).epoch).toBe(0)
  })
})

describe('the same call once more in its round', () => {
  const call = (n: number, round: string | null): readonly [ScriptedCall, Told] => [
    { args: { n }, gives: page },
    { round },
  ]
  const echo = (...calls: readonly (readonly [ScriptedCall, Told])[]): readonly boolean[] =>
    flagsOf(...calls).map((flags) => (flags & flag.echo) !== 0)

  it('is an echo, whatever else the round holds', () => {
    expect(echo(call(1, 'a'), call(1, 'a'))).toEqual([false, true])
    expect(echo(call(1, 'a'), call(2, 'a'), call(1, 'a'))).toEqual([false, false, true])
  })

  it('is none in another round, and none of another call', () => {
    expect(echo(call(1, 'a'), call(1, 'b'))).toEqual([false, false])
    expect(echo(call(1, 'a'), call(1, 'b'), call(1, 'a'))).toEqual([false, false, false])
    expect(echo(call(1, 'a'), call(2, 'a'))).toEqual([false, false])
  })
})

describe('what was tried since the last progress', () => {
  const tried = (...tools: readonly string[]): readonly string[] =>
    laneAfter(...tools.map((tool) => [{ tool, fails: `no ${tool}` }] as const)).tried

  it('are the tools, each once, sixteen at most', () => {
    expect(tried('a', 'b', 'a')).toEqual(['a', 'b'])
    const many = Array.from({ length: 17 }, (_, i) => `t${i}`)
    expect(tried(...many)).toEqual(many.slice(0, 16))
  })

  it('are none after progress, and none of whose result nothing is known', () => {
    expect(laneAfter([{ tool: 'a', fails: 'no' }], [{ tool: 'b', gives: page }]).tried).toEqual([])
    expect(laneAfter([{ tool: 'a' }])).toMatchObject({ tried: [], stale: 0 })
    const error = errorFeatures('no such page', hashing)
    expect(laneAfter([{ tool: 'a' }, { ok: false, error }])).toMatchObject({ tried: ['a'], stale: 1 })
  })
})

describe('a round of calls', () => {
  const failed = (n: number, round: string): readonly [ScriptedCall, Told] => [
    { args: { n }, fails: `no page ${n}` },
    { round },
  ]

  it('is one piece of evidence of standing still', () => {
    expect(laneAfter(failed(1, 'a'), failed(2, 'a'), failed(3, 'a')).stale).toBe(1)
    expect(laneAfter(failed(1, 'a'), failed(2, 'b'), failed(3, 'c')).stale).toBe(3)
  })

  it('is none where one of its calls was progress, before or after', () => {
    const news: readonly [ScriptedCall, Told] = [{ args: { n: 9 }, gives: page }, { round: 'a' }]
    expect(laneAfter(news, failed(1, 'a'), failed(2, 'a')).stale).toBe(0)
    expect(laneAfter(failed(1, 'a'), news, failed(2, 'a')).stale).toBe(0)
    expect(laneAfter(news, failed(1, 'b')).stale).toBe(1)
  })
})
