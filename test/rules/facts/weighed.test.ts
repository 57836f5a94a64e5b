import { describe, expect, it } from 'vitest'
import type { Repeats } from '../../../rules/facts/repeats.ts'
import { weighed } from '../../../rules/facts/weighed.ts'
import { appendRow, column, flag, observationKey } from '../../../rules/memory/call-table.ts'
import { createLane, type LaneMemory } from '../../../rules/memory/lane-memory.ts'
import { Script } from '../../support/steps.ts'

type Recorded = Parameters<typeof weighed>[0]
type Row = Record<keyof typeof column, number>

const zeroes = Object.fromEntries(Object.keys(column).map((name) => [name, 0])) as Row

/** A lane with two rows: the call as it was made before, and as it is made now. */
function laneOf(before: Partial<Row>, now: Partial<Row>): LaneMemory {
  const lane = createLane('main')
  for (const row of [before, now])
    appendRow(lane.calls, 64, { ...zeroes, gist: 7, ...row }, { step: 's', span: null, call: null })
  return lane
}

const repeats: Repeats = {
  same: [1],
  amidWork: false,
  weight: 1,
  newestWeight: 1,
  sameAction: [],
  actionWeight: 0,
  calls: [1],
  unbroken: 1,
  failedInRow: 0,
  answersVary: false,
  sameAnswer: [1],
  sameError: [],
}

const long = 'A long answer that was known already, of more than eighty characters, whatever it may say here.'

/** A call made once, which gave what was known, changed by `parts`. */
function recorded(
  parts: Partial<Omit<Recorded, 'repeats'>> & { readonly repeats?: Partial<Repeats> } = {},
): Recorded {
  const [step] = new Script().call({ gives: parts.empty === true ? '' : long }).steps
  if (step?.kind !== 'tool') throw new Error('a call')
  return {
    step,
    lane: laneOf({}, {}),
    row: 1,
    known: parts.empty !== true,
    empty: false,
    failed: false,
    transient: false,
    effect: false,
    mutating: false,
    waiting: false,
    handoff: false,
    noveltyRatio: 0,
    progress: false,
    fresh: false,
    echo: false,
    equalBut: 0,
    isNext: false,
    isItem: false,
    isPage: false,
    shrunk: false,
    ...parts,
    repeats: { ...repeats, ...parts.repeats },
  }
}

const twice = { calls: [0, 1] }

describe('a call that brought nothing', () => {
  it('weighs one; a few known words nothing, unless they say that it failed', () => {
    expect(weighed(recorded()).weight).toBe(1)
    const [short] = new Script().call({ gives: 'done' }).steps
    const step = short as Recorded['step']
    expect(weighed(recorded({ step })).weight).toBe(0)
    expect(weighed(recorded({ step, failed: true })).weight).toBe(1)
  })

  it('made again weighs what the repeat weighs, one at most', () => {
    expect(weighed(recorded({ repeats: { same: [0, 1], newestWeight: 0.4 } })).weight).toBe(0.4)
    expect(weighed(recorded({ repeats: { same: [0, 1], newestWeight: 3 } })).weight).toBe(1)
  })

  it.each<[string, Partial<Recorded>]>([
    ['a wait', { waiting: true }],
    ['an echo in its round', { echo: true }],
    ['a fresh change', { fresh: true }],
    ['a hand-off', { handoff: true }],
    ['equal to others but for volatile fields', { equalBut: 2 }],
  ])('weighs nothing as %s', (_, parts) => {
    expect(weighed(recorded(parts)).weight).toBe(0)
  })

  it('weighs as much with one volatile answer as with none', () => {
    expect(weighed(recorded({ equalBut: 1 })).weight).toBe(1)
  })
})

describe('a call that moves', () => {
  const moving = (parts: Parameters<typeof recorded>[0]): boolean =>
    weighed(recorded({ noveltyRatio: 0.3, repeats: twice, ...parts })).moving

  it('was made before, and has a line that is new', () => {
    expect(moving({})).toBe(true)
    expect(moving({ noveltyRatio: 0 })).toBe(false)
    expect(moving({ noveltyRatio: null })).toBe(false)
    expect(moving({ repeats: { calls: [1] } })).toBe(false)
    expect(moving({ repeats: { ...twice, same: [0, 1] } })).toBe(false)
    expect(moving({ equalBut: 1 })).toBe(true)
    expect(moving({ equalBut: 2 })).toBe(false)
  })

  it('that failed moves only after a change', () => {
    const failed = { flags: flag.failed }
    expect(moving({ failed: true, lane: laneOf({ epoch: 1 }, { epoch: 1, ...failed }) })).toBe(false)
    expect(moving({ failed: true, lane: laneOf({ epoch: 1 }, { epoch: 2, ...failed }) })).toBe(true)
  })
})

describe('a call that is hardly evidence', () => {
  const quiet = (parts: Parameters<typeof recorded>[0]): boolean => weighed(recorded(parts)).quiet

  it('is at the next place of a sweep, and found nothing or word for word what another place gave', () => {
    const alike = { isNext: true, lane: laneOf({ gist: 6, observation: 9 }, { observation: 9 }) }
    expect(quiet({ isNext: true, empty: true })).toBe(true)
    expect(quiet(alike)).toBe(true)
    expect(quiet({ ...alike, lane: laneOf({ gist: 6, observation: 8 }, { observation: 9 }) })).toBe(false)
    expect(quiet({ ...alike, isNext: false })).toBe(false)
    expect(quiet({ ...alike, progress: true })).toBe(false)
    expect(quiet({ ...alike, known: false })).toBe(false)
    expect(quiet({ ...alike, repeats: twice })).toBe(false)
    expect(quiet({ ...alike, failed: true })).toBe(false)
    expect(quiet({ empty: true })).toBe(false)
    const named = (resource: number): Partial<Recorded> => ({
      empty: true,
      lane: laneOf({ gist: 6, resource: 5 }, { resource }),
    })
    expect([quiet(named(4)), quiet(named(5)), quiet(named(0))]).toEqual([true, false, false])
    expect(quiet({ ...named(4), empty: false })).toBe(false)
    expect(quiet({ isNext: true, isPage: true, empty: true })).toBe(true)
    expect(quiet({ isNext: true, isPage: true, empty: true, repeats: { sameAnswer: [0, 1] } })).toBe(false)
    expect(quiet({ ...alike, isPage: true, repeats: { sameAnswer: [0, 1] } })).toBe(false)
    expect(weighed(recorded({ isNext: true, empty: true })).weight).toBe(0.1)
    expect(weighed(recorded(alike)).weight).toBe(0)
  })

  it('is made again for the first time since a person spoke', () => {
    const lane = laneOf({ ordinal: 3, observation: 9 }, { ordinal: 8, observation: 9 })
    const since = (patternsFrom: number): Partial<Recorded> => ({ lane: { ...lane, patternsFrom } })
    expect(weighed(recorded(since(5))).moving).toBe(true)
    expect(weighed(recorded(since(5))).weight).toBe(0)
    expect(weighed(recorded(since(2))).moving).toBe(false)
    expect(weighed(recorded({ ...since(5), failed: true })).moving).toBe(false)
    expect(weighed(recorded({ ...since(5), repeats: twice })).moving).toBe(false)
  })

  it('is as silent as before something was changed', () => {
    const silent = { observation: observationKey.empty }
    const after = (before: Partial<Row>, now: Partial<Row>, parts: Partial<Recorded> = {}): boolean =>
      quiet({ empty: true, lane: laneOf(before, now), ...parts, repeats: twice })
    expect(after({ ...silent, epoch: 1 }, { ...silent, epoch: 2 })).toBe(true)
    expect(after({ ...silent, epoch: 1 }, { ...silent, epoch: 1 })).toBe(false)
    expect(after({ observation: 9, epoch: 1 }, { ...silent, epoch: 2 })).toBe(false)
    expect(after({ ...silent, epoch: 1 }, { observation: 9, epoch: 2 }, { empty: false })).toBe(false)
    expect(after({ ...silent, epoch: 1 }, { ...silent, epoch: 2 }, { failed: true })).toBe(false)
  })
})

describe('a hand-off', () => {
  const handedOn = (parts: Parameters<typeof recorded>[0]): boolean =>
    weighed(recorded({ handoff: true, ...parts })).handedOn

  it('is one while it is the first since something new came, and did not fail', () => {
    expect(handedOn({})).toBe(true)
    expect(handedOn({ repeats: { same: [0, 1] } })).toBe(false)
    expect(handedOn({ failed: true })).toBe(false)
    expect(handedOn({ handoff: false })).toBe(false)
  })
})
