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

function only(steps: readonly Step[]): Step {
  const [step] = steps
  if (step === undefined) throw new Error('one step')
  return step
}

function fence(lane: string | null, receivedAtMs: number): FenceStep {
  const call = only(new Script().call({ at: receivedAtMs }).steps)
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

describe('what a person says', () => {
  it('holds in a lane that was halted', () => {
    const script = new Script().call({ lane: 'main', gives: 'working' })
    script.times(8, (run) => run.call({ lane: 'helper', gives: 'the same' }))
    const { memory } = judgeOneByOne(script.steps, policy)
    const halted = memory.state.lanes.filter((lane) => lane.halted).map(({ lane }) => lane)
    expect([halted, memory.outcome]).toEqual([['helper'], 'open'])
    const lanes = memory.state.lanes.toReversed()
    const stop = only(new Script().operator('halt').steps)
    const { decisions } = judge({ ...memory, state: { ...memory.state, lanes } }, [stop], policy)
    expect(decisions.map(({ action, reason }) => [action, reason])).toEqual([['halt', 'operator']])
  })

  it('holds while the run waits for a person', () => {
    const { memory } = judgeOneByOne(new Script().call().steps, policy)
    const waiting: RunMemory = { ...memory, outcome: 'suspended' }
    const { decisions } = judge(waiting, new Script().operator('halt').steps, policy)
    expect(decisions.map(({ action, reason }) => [action, reason])).toEqual([['halt', 'operator']])
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

describe('when to look again', () => {
  const forever = policyOf('balanced', { holdMs: 1000, idleTimeoutMs: null })
  const timed = policyOf('balanced', { holdMs: 60_000, idleTimeoutMs: 5000 })

  it('is whichever comes first, the end of the hold or that of the time', () => {
    const waiting = unnumbered(new Script().call({ at: 1000 }))
    const settled = new Script().call({ at: 1000 }).steps
    expect(judge(begun(), waiting, timed).wakeAtMs).toBe(6100)
    expect(judge(begun(), waiting, policy).wakeAtMs).toBe(2100)
    expect(judge(begun(), waiting, forever).wakeAtMs).toBe(2100)
    expect(judge(begun(), settled, timed).wakeAtMs).toBe(6100)
    expect(judge(begun(), settled, forever).wakeAtMs).toBeNull()
  })

  it('is when the time of the run is used up, and the first call may hang until then', () => {
    const limited = policyOf('balanced', { limits: { seconds: 10 }, budgetWarnRatio: 1 })
    const { memory, wakeAtMs } = judge(begun(), [fence(null, 1000)], limited)
    expect(wakeAtMs).toBe(10_900)
    const tick: Step = { ...fence(null, 10_900), kind: 'tick' }
    const { decisions, thoughts } = judgeAloud(memory, [tick], limited)
    expect(decisions.map(({ action, reason, lane }) => [action, reason, lane])).toEqual([
      ['halt', 'budget_time', 'main'],
    ])
    expect(thoughts.map(({ late }) => late)).toEqual([false])
  })
})

describe('what is told of a run from outside', () => {
  const both = (): Script => new Script().call({ lane: 'a' }).call({ lane: 'b' })

  it('is no step that came too late, and a stop names the lane that began the run', () => {
    const { decisions, thoughts } = judgeAloud(begun(), both().operator('halt').steps, policy)
    expect(decisions.map(({ action, reason, lane }) => [action, reason, lane])).toEqual([
      ['halt', 'operator', 'a'],
    ])
    expect(thoughts.filter(({ late }) => late)).toEqual([])
  })

  it('is an opinion of the lane that it was asked about, and of no other', () => {
    const said = (lane: string): readonly Step[] =>
      both()
        .opinion(true)
        .opinion(true)
        .steps.map((step) => (step.kind === 'opinion' ? { ...step, lane } : step))
    const { decisions } = judge(begun(), said('b'), policy)
    expect(decisions.map(({ action, reason, lane }) => [action, reason, lane])).toEqual([
      ['nudge', 'completion', 'b'],
    ])
    expect(judge(begun(), said('c'), policy).decisions).toEqual([])
  })
})

describe('a call that does not count', () => {
  it('is none at which a rule crashed', () => {
    const script = new Script().call().call()
    const steps = script.steps.map((step, i) =>
      i === 1 && step.kind === 'tool' ? { ...step, rank: 'prompt' as const } : step,
    )
    const { faults, memory } = judge(begun(), steps, policy)
    expect(faults).toEqual([])
    expect(memory.totals.toolCalls).toBe(1)
  })
})

describe('a step that comes too late', () => {
  const down = (at: number): Step =>
    only(unnumbered(new Script().call({ at, fails: 'connect ECONNREFUSED 10.0.0.5:5432' })))

  it('is told as late, and the rules that rest on order are not asked', () => {
    const { memory } = judge(begun(), [down(5000), down(6000), fence(null, 7000)], policy)
    const inOrder = judgeAloud(memory, [down(7000), fence(null, 7200)], policy)
    expect(inOrder.findings.map(({ reason }) => reason)).toEqual(['repetition'])
    const { thoughts, findings } = judgeAloud(
      memory,
      [{ ...down(1000), receivedAtMs: 7100 }, fence(null, 7200)],
      policy,
    )
    expect(thoughts.map((each) => [each.late, each.thoughts])).toEqual([[true, []]])
    expect(findings).toEqual([])
  })

  it('counts for the limits of the run', () => {
    const limited = policyOf('balanced', { limits: { toolCalls: 2 } })
    const { memory } = judge(
      begun(),
      [...unnumbered(new Script().call({ at: 5000 })), fence(null, 5200)],
      limited,
    )
    const steps = unnumbered(new Script().call({ at: 1000 }))
    const { decisions } = judge(memory, [...steps, fence(null, 5300)], limited)
    expect(decisions.map(({ action, reason }) => [action, reason])).toEqual([['halt', 'budget_tool_calls']])
  })
})
