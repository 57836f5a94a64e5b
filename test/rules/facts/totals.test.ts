import { describe, expect, it } from 'vitest'
import { createMemory, type Step } from '@loop-observer/rules'
import { forgiveStop, hear, passTime } from '../../../rules/facts/time.ts'
import { countStep } from '../../../rules/facts/totals.ts'
import { laneOf } from '../../../rules/memory/lanes.ts'
import { draftOf, type Draft, type EngineState } from '../../../rules/memory/run-memory.ts'
import { policyOf, Script } from '../../support/steps.ts'

const policy = policyOf()

function draftWith(state: Partial<EngineState> = {}): Draft {
  const draft = draftOf(createMemory('run', 'sdk', policy.version))
  return { ...draft, state: { ...draft.state, ...state } }
}

/** A message of no weight, from one second to another. */
function between(fromS: number, toS: number): Step {
  const [step] = new Script().model(null).steps
  if (step === undefined) throw new Error('one step')
  return { ...step, startedAtMs: fromS * 1000, endedAtMs: toS * 1000 }
}

/** Seconds that a run has taken, after steps each heard of at a second of the observer's clock. */
function seconds(...steps: readonly (readonly [heardS: number, fromS: number, toS: number])[]): number {
  const draft = draftWith({ firstHeardMs: (steps[0]?.[0] ?? 0) * 1000 })
  for (const [heardS, fromS, toS] of steps) {
    draft.state.nowMs = heardS * 1000
    countStep(draft, laneOf(draft.state, 'main'), between(fromS, toS), policy)
  }
  return draft.totals.seconds
}

describe('the time of a run', () => {
  it('is from where its first step began to where its last one ended, in any order', () => {
    expect(seconds([100, 10, 12])).toBe(2)
    expect(seconds([100, 10, 12], [101, 14, 20])).toBe(10)
    expect(seconds([100, 14, 20], [101, 10, 12])).toBe(10)
    expect(seconds([100, 10, 20], [101, 12, 14])).toBe(10)
  })

  it('has holes as long as the run is known, and half a minute', () => {
    expect(seconds([100, 10, 12], [105, 47, 48])).toBe(38)
    expect(seconds([100, 10, 12], [110, 52, 53])).toBe(43)
  })

  it('has no longer ones: they lie between two clocks, and the clock of the observer counts', () => {
    expect(seconds([100, 10, 12], [105, 48, 49])).toBe(5)
    expect(seconds([100, 10, 12], [105, 5000, 5002], [106, 5004, 5010])).toBe(12)
    expect(seconds([100, 5000, 5002], [105, 10, 12])).toBe(5)
    expect(seconds([100, 5000, 5002], [105, 10, 12], [106, 5006, 5008])).toBe(8)
  })
})

describe('what is counted of a model call', () => {
  const counted = (some: object): Draft => {
    const draft = draftWith()
    countStep(draft, laneOf(draft.state, 'main'), { ...between(1, 2), ...some } as Step, policy)
    return draft
  }

  it('are its tokens, in and out, and what it cost', () => {
    expect(counted({ tokensIn: 7, tokensOut: 3, costUsd: 0.5 }).totals).toMatchObject({
      steps: 1,
      tokens: 10,
      costUsd: 0.5,
    })
    expect(counted({ tokensIn: 7, tokensOut: null }).totals).toMatchObject({ tokens: 7, costUsd: 0 })
    expect(counted({ tokensIn: null, tokensOut: 3 }).totals.tokens).toBe(3)
    expect(counted({}).state.lanes[0]?.modelSteps).toBe(1)
  })

  it('is nothing of a step of another kind but its time', () => {
    expect(counted({ kind: 'user' }).totals).toMatchObject({ steps: 0, tokens: 0, toolCalls: 0, seconds: 1 })
    expect(counted({ kind: 'user' }).state.lanes[0]?.modelSteps).toBe(0)
  })
})

describe('the time in which a run stood halted', () => {
  const idleMs = (state: Partial<EngineState>, usedS: number): number => {
    const draft = draftWith(state)
    draft.totals.seconds = usedS
    forgiveStop(draft, 100_000)
    return draft.state.idleMs
  }

  it('is not charged when a person lets it go on', () => {
    expect(idleMs({ halted: true, firstHeardMs: 40_000 }, 20)).toBe(40_000)
    expect(idleMs({ halted: true, firstHeardMs: 40_000, idleMs: 5000 }, 20)).toBe(40_000)
    expect(idleMs({ halted: true, firstHeardMs: 40_000 }, 70)).toBe(0)
  })

  it('is none of a run that was not halted, or of which nothing was heard', () => {
    expect(idleMs({ halted: false, firstHeardMs: 40_000 }, 20)).toBe(0)
    expect(idleMs({ halted: true, firstHeardMs: null }, 20)).toBe(0)
  })
})

describe('a tick', () => {
  const [tick] = new Script().user().steps
  const limits = { ...policy.limits, seconds: 60 }
  const timing = { idleTimeoutMs: null, budgetWarnRatio: 1, limits }
  const pass = (draft: Draft, atMs: number): boolean =>
    passTime(draft, { ...(tick as Step), kind: 'tick', receivedAtMs: atMs }, timing)

  it('uses up the time of a run, less what was spent waiting for a person', () => {
    const draft = draftWith({ firstHeardMs: 40_000, idleMs: 10_000 })
    expect(pass(draft, 109_999)).toBe(false)
    expect(draft.totals.seconds).toBe(0)
    expect(pass(draft, 110_000)).toBe(true)
    expect(draft.totals.seconds).toBe(60)
    expect(pass(draft, 120_000)).toBe(false)
  })

  it('changes nothing of a run that has no limit, was halted, or of which nothing was heard', () => {
    const unlimited = { ...timing, limits: { ...limits, seconds: null } }
    const at = { ...(tick as Step), kind: 'tick', receivedAtMs: 9e9 } as const
    expect(passTime(draftWith({ firstHeardMs: 40_000 }), at, unlimited)).toBe(false)
    expect(pass(draftWith({ firstHeardMs: 40_000, halted: true }), 9e9)).toBe(false)
    expect(pass(draftWith(), 9e9)).toBe(false)
  })
})

describe('a sign of life', () => {
  it('is remembered by the latest, and finds a run that was lost', () => {
    const draft = draftWith()
    draft.outcome = 'lost'
    hear(draft, 5000)
    hear(draft, 4000)
    expect([draft.state.heardMs, draft.outcome]).toEqual([5000, 'open'])
  })
})
