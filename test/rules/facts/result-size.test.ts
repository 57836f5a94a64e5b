import { describe, expect, it } from 'vitest'
import type { LaneMemory } from '../../../rules/memory/lane-memory.ts'
import { sameActions } from '../../../rules/facts/result-size.ts'
import { appendRow, cell, createCallTable, flag } from '../../../rules/memory/call-table.ts'
import type { Step } from '../../../rules/words/step.ts'
import { judgeOneByOne, Script } from '../../support/steps.ts'

/** Tokens of a model call's prompt and answer; null where nobody counted. */
type Tokens = readonly [tokensIn: number | null, tokensOut: number | null]

/** Model calls and, as `c`, tool calls of which nobody captured what came back. */
function laneAfter(steps: readonly (Tokens | 'c' | 'known')[], resultSize?: number): LaneMemory {
  const script = new Script()
  for (const each of steps) {
    if (each === 'c') script.call({ args: { n: 1 } })
    else if (each === 'known') script.call({ gives: 'a page' })
    else script.model(null)
  }
  const counted = script.steps.map((step, i): Step => {
    const tokens = steps[i]
    if (step.kind === 'model' && Array.isArray(tokens))
      return { ...step, tokensIn: tokens[0] as number | null, tokensOut: tokens[1] as number | null }
    return step.kind === 'tool' && resultSize !== undefined ? { ...step, resultSize } : step
  })
  const [lane] = judgeOneByOne(counted).memory.state.lanes
  if (lane === undefined) throw new Error('there is one')
  return lane
}

function sizes({ calls }: LaneMemory): readonly number[] {
  return Array.from({ length: calls.count }, (_, row) => cell(calls, row, 'size'))
}

/** As a row keeps them: exact sizes are even, estimates odd. */
const exact = (size: number): number => 2 + 2 * size
const estimate = (tokens: number): number => 3 + 2 * tokens

describe('the size of a result that was not captured', () => {
  it('is what its source says of it', () => {
    expect(sizes(laneAfter(['c'], 120))).toEqual([exact(120)])
    expect(sizes(laneAfter(['c'], 0))).toEqual([exact(0)])
    expect(sizes(laneAfter(['c'], 7.4))).toEqual([exact(7)])
    expect(sizes(laneAfter(['c'], 2 ** 40))).toEqual([exact(2 ** 30)])
    expect(sizes(laneAfter(['c']))).toEqual([0])
    expect(sizes(laneAfter(['known'], 120))).toEqual([0])
  })

  it('is else by how much the next prompt grew', () => {
    expect(sizes(laneAfter([[100, 20], 'c', [150, 5]]))).toEqual([estimate(30)])
    expect(sizes(laneAfter([[100, 20], 'c', [120, 5]]))).toEqual([estimate(0)])
    expect(sizes(laneAfter([[100, 20], 'c', [150, 5], 'c', [175, 1]]))).toEqual([estimate(30), estimate(20)])
    expect(sizes(laneAfter([[0, 0], 'c', [30, 5]]))).toEqual([estimate(30)])
  })

  it('is not known where the prompt shrank, where nobody counted, or where more calls came between', () => {
    expect(sizes(laneAfter([[100, 20], 'c', [119, 5]]))).toEqual([0])
    expect(sizes(laneAfter(['c', [150, 5]]))).toEqual([0])
    expect(sizes(laneAfter([[null, 20], 'c', [150, 5]]))).toEqual([0])
    expect(sizes(laneAfter([[100, null], 'c', [150, 5]]))).toEqual([0])
    expect(sizes(laneAfter([[100, 20], 'c', [null, 5]]))).toEqual([0])
    expect(sizes(laneAfter([[100, 20], 'c', 'c', [150, 5]]))).toEqual([0, 0])
    expect(sizes(laneAfter([[100, 20], 'c', [null, null], [150, 5]]))).toEqual([0])
  })

  it('is no estimate where it is known exactly, and none where the result is', () => {
    expect(sizes(laneAfter([[100, 20], 'c', [150, 5]], 9))).toEqual([exact(9)])
    expect(sizes(laneAfter([[100, 20], 'known', [150, 5]]))).toEqual([0])
  })

  it('is of the call since the model call before, not of an older one', () => {
    expect(sizes(laneAfter([[100, 20], 'c', [null, null], [100, 20], [150, 5]]))).toEqual([0])
  })
})

describe('calls whose sizes do not tell their results apart', () => {
  const row = {
    gist: 1,
    observation: 0,
    tool: 0,
    resource: 0,
    error: 0,
    flags: 0,
    round: 0,
    epoch: 0,
    ordinal: 0,
    startMs: 0,
    endMs: 0,
    size: 0,
  }
  const same = (...rows: readonly Partial<typeof row>[]): readonly number[] => {
    const table = createCallTable()
    for (const some of rows) appendRow(table, 64, { ...row, ...some }, { step: 's', span: null, call: null })
    return sameActions(
      table,
      table.count - 1,
      rows.map((_, i) => i),
    )
  }
  const of = (...all: readonly number[]): readonly number[] => same(...all.map((size) => ({ size })))

  it('are those at the end of equal size', () => {
    expect(of(exact(5), exact(5), exact(5))).toEqual([0, 1, 2])
    expect(of(exact(5), exact(6), exact(6))).toEqual([1, 2])
    expect(of(exact(5), exact(6))).toEqual([1])
  })

  it('are, by estimates, those that are 8 tokens or a twentieth apart', () => {
    expect(of(estimate(100), estimate(108))).toEqual([0, 1])
    expect(of(estimate(100), estimate(109))).toEqual([1])
    expect(of(estimate(1000), estimate(1050))).toEqual([0, 1])
    expect(of(estimate(1050), estimate(1000))).toEqual([0, 1])
    expect(of(estimate(1000), estimate(1060))).toEqual([1])
    expect(of(exact(100), estimate(100))).toEqual([1])
  })

  it('may end with one whose size is not known yet, and with no more of them', () => {
    expect(of(exact(5), exact(5), 0)).toEqual([0, 1, 2])
    expect(of(exact(5), 0, exact(5))).toEqual([2])
    expect(of(0, 0)).toEqual([1])
  })

  it('are back to an answer that is known, a change of the world, or a call that fared otherwise', () => {
    const size = exact(5)
    expect(same({ size, observation: 9 }, { size }, { size })).toEqual([1, 2])
    expect(same({ size, epoch: 1 }, { size, epoch: 2 }, { size, epoch: 2 })).toEqual([1, 2])
    expect(same({ size, flags: flag.failed }, { size }, { size })).toEqual([1, 2])
    expect(same({ size, flags: flag.failed }, { size, flags: flag.failed })).toEqual([0, 1])
  })
})
