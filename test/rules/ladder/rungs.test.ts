import { describe, expect, it } from 'vitest'
import { createMemory, type Finding, type PolicyFile } from '@loop-observer/rules'
import { nextRung, rememberNudge } from '../../../rules/ladder/ladder.ts'
import { laneOf } from '../../../rules/memory/lanes.ts'
import { draftOf, type Draft } from '../../../rules/memory/run-memory.ts'
import { policyOf } from '../../support/steps.ts'

type Response = NonNullable<NonNullable<PolicyFile['rules']>['repetition']>['response']

const newDraft = (): Draft => draftOf(createMemory('run', 'sdk', 'v'))

function found(loop: string, strength: Finding['strength'] = 'certain', lane = 'main'): Finding {
  const evidence = { steps: ['s0'], spans: [], fingerprints: [], counts: {} }
  return { reason: 'repetition', lane, step: 's0', loop, strength, evidence, tools: [] }
}

const nudge = { action: 'nudge', scope: 'lane' }
const halt = { action: 'halt', scope: 'run' }
const escalate = { action: 'escalate', scope: 'run' }

/** Three acts are the grace after a nudge. */
function policyFor(response: Response) {
  return policyOf('balanced', { graceSteps: 3, rules: { repetition: { response: response ?? 'record' } } })
}

describe('the next rung for a loop that nobody was told of', () => {
  it.each([
    ['record', 'record_only', 'record_only'],
    ['nudge', nudge, nudge],
    ['nudge_then_halt', nudge, nudge],
    ['nudge_then_escalate', nudge, nudge],
    ['halt', nudge, halt],
    ['escalate', 'suspicion', escalate],
  ] as const)('of response %s', (response, suspect, certain) => {
    const draft = newDraft()
    const lane = laneOf(draft.state, 'main')
    const policy = policyFor(response)
    expect(nextRung(found('call:1', 'suspect'), lane, draft, policy)).toEqual(suspect)
    expect(nextRung(found('call:1', 'certain'), lane, draft, policy)).toEqual(certain)
  })

  it.each([
    ['nudge', 'nudges_used_up', 'nudges_used_up'],
    ['nudge_then_halt', 'nudges_used_up', halt],
    ['nudge_then_escalate', 'nudges_used_up', escalate],
    ['halt', 'nudges_used_up', halt],
  ] as const)('of response %s when the nudges of the run are used up', (response, suspect, certain) => {
    const draft = newDraft()
    const lane = laneOf(draft.state, 'main')
    const policy = policyFor(response)
    draft.nudges = policy.maxNudges
    expect(nextRung(found('call:1', 'suspect'), lane, draft, policy)).toEqual(suspect)
    expect(nextRung(found('call:1', 'certain'), lane, draft, policy)).toEqual(certain)
  })
})

describe('the next rung for a loop that the agent was told of', () => {
  it.each([
    ['nudge', 'nudge_only', 'nudge_only', 'nudge_only'],
    ['nudge_then_halt', 'suspicion', 'grace', halt],
    ['nudge_then_escalate', 'suspicion', 'grace', escalate],
    ['halt', 'suspicion', halt, halt],
  ] as const)('of response %s', (response, suspect, within, after) => {
    const draft = newDraft()
    const lane = laneOf(draft.state, 'main')
    const policy = policyFor(response)
    lane.acts = 7
    rememberNudge(found('call:1'), lane, draft)
    lane.acts = 9
    expect(nextRung(found('call:1', 'suspect'), lane, draft, policy)).toEqual(suspect)
    expect(nextRung(found('call:1'), lane, draft, policy)).toEqual(within)
    lane.acts = 10
    expect(nextRung(found('call:1'), lane, draft, policy)).toEqual(after)
  })

  it('is the end at the next act where it is a further pass of a check', () => {
    const draft = newDraft()
    const lane = laneOf(draft.state, 'main')
    const policy = policyOf('balanced', { graceSteps: 3 })
    const pass: Finding = { ...found('check:build'), reason: 'convergence' }
    rememberNudge(pass, lane, draft)
    expect(nextRung(pass, lane, draft, policy)).toBe('grace')
    lane.acts = 1
    expect(nextRung(pass, lane, draft, policy)).toEqual(halt)
  })

  it('is counted, and forgotten after sixteen others', () => {
    const draft = newDraft()
    const lane = laneOf(draft.state, 'main')
    const policy = policyOf('balanced', { maxNudges: 100 })
    for (let loop = 1; loop <= 16; loop++) rememberNudge(found(`call:${loop}`), lane, draft)
    expect(nextRung(found('call:1', 'suspect'), lane, draft, policy)).toBe('suspicion')
    rememberNudge(found('call:17'), lane, draft)
    expect(nextRung(found('call:1', 'suspect'), lane, draft, policy)).toEqual(nudge)
    expect(nextRung(found('call:2', 'suspect'), lane, draft, policy)).toBe('suspicion')
    expect(draft.nudges).toBe(17)
  })
})

describe('a warning', () => {
  it.each([
    ['call:1', 'call:1', true],
    ['call:1', 'call:2', false],
    ['call:2', 'cycle:1.2', true],
    ['cycle:1.2', 'call:2', true],
    ['cycle:1.2', 'call:3', false],
    ['cycle:1.2', 'cycle:2.3', true],
    ['cycle:1.2', 'cycle:3.4', false],
    ['call:1', 'error:1', false],
    ['error:1', 'error:1', true],
    ['error:1', 'call:1', false],
    ['message:1', 'message:2', false],
    ['restated', 'done', false],
    ['error:1', 'stale', true],
    ['stale', 'call:1', false],
  ])('about %s announces %s: %s', (told, loop, announced) => {
    const draft = newDraft()
    const lane = laneOf(draft.state, 'main')
    rememberNudge(found(told), lane, draft)
    const rung = nextRung(found(loop, 'suspect'), lane, draft, policyFor('nudge_then_halt'))
    expect(rung).toEqual(announced ? 'suspicion' : nudge)
  })

  it('announces nothing of another lane', () => {
    const draft = newDraft()
    rememberNudge(found('call:1'), laneOf(draft.state, 'main'), draft)
    const helper = laneOf(draft.state, 'helper')
    const rung = nextRung(found('call:1', 'suspect', 'helper'), helper, draft, policyFor('nudge_then_halt'))
    expect(rung).toEqual(nudge)
  })
})

describe('the end of a loop', () => {
  const scopeIn = (lane: string, draft: Draft, loop = 'call:1') => {
    const rung = nextRung(found(loop, 'certain', lane), laneOf(draft.state, lane), draft, policyFor('halt'))
    return typeof rung === 'string' ? rung : rung.scope
  }

  it('is that of the run in the lane main, and of a lane in any other', () => {
    const draft = newDraft()
    for (const name of ['helper', 'main']) laneOf(draft.state, name).firstStartMs = name === 'main' ? 2 : 1
    expect(scopeIn('main', draft)).toBe('run')
    expect(scopeIn('helper', draft)).toBe('lane')
  })

  it('is that of the run in its only lane, whatever its name', () => {
    const draft = newDraft()
    laneOf(draft.state, 'planner')
    expect(scopeIn('planner', draft)).toBe('run')
  })

  it('is that of the run in the lane that began first, where none is called main', () => {
    const draft = newDraft()
    for (const [index, name] of ['third', 'first', 'second'].entries())
      laneOf(draft.state, name).firstStartMs = [3, 1, 2][index] ?? 0
    expect(['first', 'second', 'third'].map((name) => scopeIn(name, draft))).toEqual(['run', 'lane', 'lane'])
  })

  it('is that of the run for what is no loop of a lane: a budget, a lowered bar', () => {
    const draft = newDraft()
    laneOf(draft.state, 'main')
    laneOf(draft.state, 'helper')
    expect(scopeIn('helper', draft, '')).toBe('run')
  })
})
