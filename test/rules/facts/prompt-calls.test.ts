import { describe, expect, it } from 'vitest'
import { isSameTool, type RunMemory, type Step, type ToolStep } from '@loop-observer/rules'
import { cell, flag, hasFlag } from '../../../rules/memory/call-table.ts'
import { judgeOneByOne, policyOf, Script, type ScriptedCall } from '../../support/steps.ts'

type Rank = ToolStep['rank']

/** A script of which each call is told by the source named. */
class Told {
  readonly #script = new Script()
  readonly #ranks = new Map<string, Rank>()

  by(rank: Rank, call: ScriptedCall): this {
    this.#script.call(call)
    const id = this.#script.steps.at(-1)?.id ?? ''
    this.#ranks.set(id, rank)
    return this
  }

  model(): this {
    this.#script.model('thinking')
    return this
  }

  get steps(): readonly Step[] {
    return this.#script.steps.map((step) =>
      step.kind === 'tool' ? { ...step, rank: this.#ranks.get(step.id) ?? step.rank } : step,
    )
  }
}

function after(told: Told): RunMemory {
  return judgeOneByOne(told.steps, policyOf()).memory
}

const calls = (told: Told): number => after(told).totals.toolCalls
const prompt = (at: number, tool = 'search', gives: unknown = 'no hits'): ScriptedCall => ({
  tool,
  at,
  gives,
})

describe('a call that a prompt tells', () => {
  it('counts where nothing else tells the calls of the run', () => {
    expect(calls(new Told().by('prompt', prompt(1000)).by('prompt', prompt(2000)))).toBe(2)
  })

  it.each<Rank>(['own_span', 'log', 'sdk'])(
    'is the same call once more where the run has records of its own: %s',
    (rank) => {
      expect(calls(new Told().by(rank, prompt(1000)).by('prompt', prompt(1200)))).toBe(1)
      expect(calls(new Told().by(rank, prompt(1000)).by('prompt', prompt(9000, 'other')))).toBe(1)
    },
  )

  it('began after the model call before it, and at the latest when the prompt says it', () => {
    const startOf = (told: Told): number => {
      const [lane] = after(told).state.lanes
      if (lane === undefined) throw new Error('there is one')
      return cell(lane.calls, 0, 'startMs')
    }
    const model = new Told().model()
    const [turn] = model.steps
    const endedAtMs = turn?.endedAtMs ?? 0
    expect(startOf(new Told().model().by('prompt', prompt(endedAtMs + 5000)))).toBe(endedAtMs)
    expect(startOf(new Told().model().by('prompt', prompt(endedAtMs - 50)))).toBe(endedAtMs - 50)
    expect(startOf(new Told().by('prompt', prompt(4000)))).toBe(4000)
  })

  it('is no other where MCP tells one of its tool between the same model calls', () => {
    const mcp = (tool: string, at: number): Told => new Told().by('mcp_client', prompt(at, tool))
    const late = { ...prompt(1000, 'files.read'), tookMs: 1000 }
    expect(calls(mcp('read', 1500).by('prompt', late))).toBe(1)
    expect(calls(mcp('read', 1000).by('prompt', late))).toBe(1)
    expect(calls(mcp('read', 2000).by('prompt', late))).toBe(1)
    expect(calls(mcp('read', 900).by('prompt', late))).toBe(2)
    expect(calls(mcp('read', 2100).by('prompt', late))).toBe(2)
    expect(calls(mcp('write', 1500).by('prompt', late))).toBe(2)
    expect(calls(mcp('read', 1500).by('mcp_server', prompt(1600, 'read')).by('prompt', late))).toBe(2)
  })
})

describe('a record of its own that comes after a prompt has told the call', () => {
  const told = (): Told => new Told().by('prompt', { tool: 'search', at: 1000, tookMs: 1000 })

  it('says what came back, and counts no second time', () => {
    const { totals, state } = after(
      told().by('own_span', { ...prompt(1200), gives: 'a page about herons', tookMs: 300 }),
    )
    expect(totals.toolCalls).toBe(1)
    const [lane] = state.lanes
    if (lane === undefined) throw new Error('there is one')
    expect(cell(lane.calls, 0, 'observation')).toBeGreaterThan(1)
    expect(hasFlag(lane.calls, 0, flag.prompt)).toBe(false)
  })

  it('is known by its tool and its time', () => {
    const second = (call: ScriptedCall): number => calls(told().by('own_span', call))
    expect(second({ ...prompt(1000), tookMs: 1000 })).toBe(1)
    expect(second({ ...prompt(1200, 'mcp__web__search'), tookMs: 300 })).toBe(1)
    expect(second({ ...prompt(1200, 'read'), tookMs: 300 })).toBe(2)
    expect(second({ ...prompt(999), tookMs: 300 })).toBe(2)
    expect(second({ ...prompt(1800), tookMs: 300 })).toBe(2)
  })

  it('is one for one: another record is another call', () => {
    const twice = told()
      .by('own_span', { ...prompt(1200), tookMs: 300 })
      .by('own_span', { ...prompt(1300), tookMs: 300 })
    expect(calls(twice)).toBe(2)
  })
})

describe('the name of a tool', () => {
  it.each([
    ['search', 'search', true],
    ['mcp__files__read', 'read', true],
    ['read', 'files.read', true],
    ['files/read', 'read', true],
    ['files:read', 'read', true],
    ['files-read', 'read', true],
    ['thread', 'read', false],
    ['read_file', 'read', false],
    ['search', 'find', false],
  ])('%s and %s are one: %s', (a, b, is) => {
    expect(isSameTool(a, b)).toBe(is)
    expect(isSameTool(b, a)).toBe(is)
  })
})
