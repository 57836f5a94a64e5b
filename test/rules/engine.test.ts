import { describe, expect, it } from 'vitest'
import {
  createMemory,
  judge,
  judgeAloud,
  type FenceStep,
  type RunMemory,
  type Step,
} from '@loop-observer/rules'
import { judgeOneByOne, policyOf, Script } from '../support/steps.ts'

const policy = policyOf('balanced', { holdMs: 1000 })
const begun = (): RunMemory => createMemory('r', 'telemetry', policy.version)

/** Without numbers, as spans of any agent: each waits for the hold. */
function unnumbered(script: Script): readonly Step[] {
  return script.steps.map((step) => ({ ...step, sequence: null }))
}

function fence(lane: string | null, receivedAtMs: number): FenceStep {
  const [call] = new Script().call({ at: receivedAtMs }).steps
  if (call === undefined) throw new Error('a call')
  const { startedAtMs, endedAtMs, traceId, spanId } = call
  const base = { id: `fence ${lane}`, startedAtMs, endedAtMs, receivedAtMs, traceId, spanId, sequence: null }
  return { ...base, lane: lane ?? '*', kind: 'fence' }
}

const laneNames = ({ state }: RunMemory): readonly string[] =>
  state.lanes.map(({ lane, toolCount }) => `${lane} ${toolCount}`)

describe('steps that wait', () => {
  const both = unnumbered(new Script().call({ lane: 'a', at: 1000 }).call({ lane: 'b', at: 1200 }))

  it('are judged once the hold is over, and say when to look again', () => {
    const { memory, wakeAtMs } = judge(begun(), both, policy)
    expect(laneNames(memory)).toEqual(['a 0', 'b 0'])
    expect(wakeAtMs).toBe(2100)
    const after = judge(memory, unnumbered(new Script().call({ lane: 'a', at: 9000 })), policy)
    expect(laneNames(after.memory)).toEqual(['a 1', 'b 1'])
  })

  it('are judged at once where somebody asks, all lanes or the one that is asked about', () => {
    const { memory } = judge(begun(), both, policy)
    expect(laneNames(judge(memory, [fence('a', 1400)], policy).memory)).toEqual(['a 1', 'b 0'])
    expect(laneNames(judge(memory, [fence(null, 1400)], policy).memory)).toEqual(['a 1', 'b 1'])
  })

  it('leave the memory that they were judged from as it was', () => {
    const { memory } = judge(begun(), both, policy)
    const before = structuredClone(memory)
    judge(memory, [fence(null, 1400)], policy)
    expect(memory).toEqual(before)
  })
})

describe('a step at which a rule crashes', () => {
  it('is counted and left out, and its lane goes on', () => {
    const script = new Script().call({ gives: 'one' }).call({ gives: 'two' }).call({ gives: 'three' })
    const steps = script.steps.map((step, i) => (i === 1 ? { ...step, call: undefined as never } : step))
    const { faults, memory } = judge(begun(), steps, policy)
    expect(faults).toEqual([{ step: 's1', error: expect.any(TypeError) }])
    expect(laneNames(memory)).toEqual(['main 2'])
  })
})

describe('the newest pass of a check', () => {
  it('is kept with the run: its check, how much fails, and what', () => {
    const one = judgeOneByOne(new Script().check('unit', ['a', 'b']).steps, policy).memory.check
    expect(one).toEqual({ check: 'unit', failures: 2, set: expect.any(Number) })
    const same = judgeOneByOne(new Script().check('unit', ['b', 'a']).steps, policy).memory.check
    const other = judgeOneByOne(new Script().check('unit', ['a', 'c']).steps, policy).memory.check
    expect(same?.set).toBe(one?.set)
    expect(other?.set).not.toBe(one?.set)
    const lint = new Script().check('unit', ['a']).check('lint', []).steps
    expect(judgeOneByOne(lint, policy).memory.check).toMatchObject({ check: 'lint', failures: 0 })
    expect(judgeOneByOne(new Script().call().steps, policy).memory.check).toBeNull()
  })

  it('says what each pass meant, with its number', () => {
    const script = new Script().check('unit', ['a', 'b', 'c']).check('unit', ['a']).check('unit', ['a'])
    const { verdicts } = judge(createMemory('r', 'sdk', 'x'), script.steps, policy)
    expect(verdicts.map(({ verdict, pass }) => [verdict, pass])).toEqual([
      ['too_early', 1],
      ['too_early', 2],
      ['stuck', 3],
    ])
  })
})

describe('after the end', () => {
  const looped = new Script().times(8, (run) => run.call({ gives: 'the same' })).steps

  it('a run that was halted is watched and not decided on', () => {
    const { decisions, memory } = judgeOneByOne(looped, policy)
    expect(decisions.map(({ action }) => action)).toEqual(['nudge', 'halt'])
    expect(memory.outcome).toBe('halted')
    const more = judge(memory, new Script().call({ gives: 'the same', at: 5_000_000 }).steps, policy)
    expect(more.decisions).toEqual([])
  })

  it('a lane that was halted is over while others go on, in which the next loop is nudged first', () => {
    const script = new Script().times(8, (run) =>
      run.call({ lane: 'main', gives: 'working', args: {} }).call({ lane: 'helper', gives: 'the same' }),
    )
    const { decisions } = judgeOneByOne(script.steps, policy)
    const byLane = Map.groupBy(decisions, ({ lane }) => lane)
    for (const [, made] of byLane) expect(made[0]?.action).toBe('nudge')
  })
})

describe('judging aloud', () => {
  it('decides what judging does, and says what was thought of each step', () => {
    const { steps } = new Script().times(6, (run) => run.call({ gives: 'the same' }))
    const [quiet, aloud] = [judge(begun(), steps, policy), judgeAloud(begun(), steps, policy)]
    expect(aloud.decisions).toEqual(quiet.decisions)
    expect(aloud.memory).toEqual(quiet.memory)
    expect(aloud.thoughts.map(({ step }) => step)).toEqual(['s0', 's1', 's2', 's3', 's4', 's5'])
  })
})
