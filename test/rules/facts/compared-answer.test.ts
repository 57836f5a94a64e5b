import { describe, expect, it } from 'vitest'
import { comparedAnswer, type Answered } from '../../../rules/facts/volatile.ts'
import { unpackWatched } from '../../../rules/facts/volatile-memory.ts'
import { appendRow, createCallTable } from '../../../rules/memory/call-table.ts'
import { createLane, type LaneMemory } from '../../../rules/memory/lane-memory.ts'
import type { Observation } from '../../../rules/words/features.ts'
import type { ToolStep } from '../../../rules/words/step.ts'
import { Script } from '../../support/steps.ts'

const [plain] = new Script().call({ gives: 'x' }).steps
const traits = { failed: false, mutating: false, waiting: false }

/** A lane in which calls were made before, by their identities. */
function laneWith(...gists: readonly number[]): LaneMemory {
  const lane = { ...createLane('main'), calls: createCallTable(), ordinal: 10 }
  for (const gist of gists) {
    const row = {
      gist,
      observation: 9,
      tool: 0,
      resource: 0,
      error: 0,
      flags: 0,
      round: 0,
      epoch: 0,
      size: 0,
    }
    appendRow(
      lane.calls,
      64,
      { ...row, ordinal: 1, startMs: 0, endMs: 0 },
      { step: 's', span: null, call: null },
    )
  }
  return lane
}

function answer(lines: readonly number[]): Observation {
  const [sketch, leaves] = [Uint32Array.from(lines), new Uint32Array(0)]
  return { state: 'known', fingerprint: 'f', lines: sketch, lineCount: lines.length, leaves, sizeChars: 90 }
}

function compared(
  lane: LaneMemory,
  observation: Observation | readonly number[],
  about: Partial<Omit<Answered, 'lane'>> = {},
): readonly [equalBut: number, shrunk: boolean] {
  if (plain?.kind !== 'tool') throw new Error('a call')
  const seen = 'state' in observation ? observation : answer(observation)
  const step: ToolStep = { ...plain, observation: seen }
  const { equalBut, shrunk } = comparedAnswer(step, { gist: 1, lane, traits, maxRows: 64, ...about })
  return [equalBut, shrunk]
}

const watched = (lane: LaneMemory): readonly number[] => unpackWatched(lane.watched).map(({ gist }) => gist)
const streak = (lane: LaneMemory): number | undefined => unpackWatched(lane.watched)[0]?.streak

describe('an answer is compared with the one before', () => {
  it('where the call was made before, and its answer is known', () => {
    const lane = laneWith(1, 2)
    compared(lane, [5, 9])
    compared(lane, [5, 9], { gist: 3 })
    compared(lane, { state: 'empty' }, { gist: 2 })
    expect(watched(lane)).toEqual([1])
    const unknown = laneWith(0)
    compared(unknown, [5, 9], { gist: 0 })
    expect(watched(unknown)).toEqual([])
  })

  it.each([{ failed: true }, { mutating: true }, { waiting: true }])(
    'and not of a call that is %j',
    (some) => {
      const lane = laneWith(1)
      compared(lane, [5, 9], { traits: { ...traits, ...some } })
      expect(watched(lane)).toEqual([])
    },
  )

  it('of the same call, whatever others come between; the newest first, four at most', () => {
    const lane = laneWith(1, 2, 3, 4, 5)
    for (const gist of [1, 2, 1]) compared(lane, [5, 9], { gist })
    expect(watched(lane)).toEqual([1, 2])
    expect(streak(lane)).toBe(2)
    for (const gist of [3, 4, 5]) compared(lane, [5, 9], { gist })
    expect(watched(lane)).toEqual([5, 4, 3, 1])
  })

  it('of fewer calls in a smaller table, of one at least', () => {
    const lane = laneWith(1, 2, 3)
    for (const gist of [1, 2, 3]) compared(lane, [5, 9], { gist, maxRows: 47 })
    expect(watched(lane)).toEqual([3, 2])
    compared(lane, [5, 9], { gist: 1, maxRows: 8 })
    expect(watched(lane)).toEqual([1])
  })
})

describe('answers in a row', () => {
  it('that are equal are counted; one that is another begins afresh', () => {
    const lane = laneWith(1)
    for (let i = 0; i < 3; i++) compared(lane, [5, 9])
    expect(streak(lane)).toBe(3)
    compared(lane, [50, 90])
    expect(streak(lane)).toBe(1)
  })

  it('that differ in one line, which says again what it said before, are equal but for it', () => {
    const lane = laneWith(1)
    const seen = [11, 12, 11, 12, 11].map((line) => compared(lane, [5, line])[0])
    expect(seen).toEqual([0, 0, 0, 0, 5])
  })

  it('are parted by a change of the world and by a word of a person', () => {
    const lane = laneWith(1)
    compared(lane, [5, 9])
    lane.epoch = 1
    compared(lane, [5, 9])
    expect(streak(lane)).toBe(1)
    compared(lane, [5, 9])
    expect(streak(lane)).toBe(2)
    lane.patternsFrom = 10
    compared(lane, [5, 9])
    expect(streak(lane)).toBe(3)
    lane.patternsFrom = 11
    compared(lane, [5, 9])
    expect(streak(lane)).toBe(1)
  })
})

describe('an answer that has become less', () => {
  it('has lost lines and gained none', () => {
    const lane = laneWith(1)
    expect(compared(lane, [5, 7, 9])).toEqual([0, false])
    expect(compared(lane, [5, 9])).toEqual([0, true])
    expect(streak(lane)).toBe(1)
    expect(compared(lane, [5, 9])).toEqual([0, false])
    expect(compared(lane, [5, 7, 9])).toEqual([0, false])
    expect(compared(lane, [50])).toEqual([0, false])
  })
})
