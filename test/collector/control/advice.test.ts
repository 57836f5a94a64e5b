import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Decision } from '@loop-observer/rules'
import { advise } from '../../../collector/control/advice.ts'

const lanes = ['main', 'a', 'b'] as const

/** Decisions of a run, numbered from 1. */
const history = fc
  .array(
    fc.record({
      action: fc.constantFrom<Decision['action']>('nudge', 'halt', 'escalate'),
      scope: fc.constantFrom<Decision['scope']>('run', 'lane'),
      lane: fc.constantFrom(...lanes),
      enforced: fc.boolean(),
    }),
    { maxLength: 8 },
  )
  .map((parts) => parts.map((part, i) => decision(i + 1, part)))

const question = fc.record({ after: fc.nat(10), lane: fc.constantFrom('*', ...lanes) })

describe('advice', () => {
  test('a stop of the run after the last resume is told whatever the asker knows', () => {
    fc.assert(
      fc.property(history, question, fc.nat(8), (decisions, asked, resumedSeq) => {
        const stops = decisions.filter(
          ({ seq, enforced, scope, action }) =>
            seq > resumedSeq && enforced && scope === 'run' && action !== 'nudge',
        )
        const { action, decision: told } = advise(stateOf(decisions, resumedSeq), asked)
        if (stops.length > 0) expect(told).toBe(stops.at(-1))
        else if (asked.lane === '*') expect(['continue', 'nudge']).toContain(action)
      }),
    )
  })

  test('a lane hears nothing of what concerns another lane only', () => {
    fc.assert(
      fc.property(history, question, (decisions, asked) => {
        fc.pre(asked.lane !== '*')
        const mine = decisions.filter(({ scope, lane }) => scope === 'run' || lane === asked.lane)
        const { seq: _all, ...heard } = advise(stateOf(decisions, 0), asked)
        const { seq: _mine, ...alone } = advise(stateOf(mine, 0), asked)
        expect(heard).toEqual(alone)
      }),
    )
  })

  test('what must not act is never told', () => {
    fc.assert(
      fc.property(history, question, (decisions, asked) => {
        const advice = advise(stateOf(decisions, 0), asked)
        expect(advice.decision?.enforced).not.toBe(false)
        expect(advice.decisions.every(({ enforced }) => enforced)).toBe(true)
      }),
    )
  })

  test('asked again with the number just told, only what stands is told again', () => {
    fc.assert(
      fc.property(history, question, (decisions, asked) => {
        const first = advise(stateOf(decisions, 0), asked)
        const second = advise(stateOf(decisions, 0), { ...asked, after: first.seq })
        expect(second.decisions).toEqual([])
        expect(second.action === 'nudge').toBe(false)
        if (first.action === 'halt' || first.action === 'escalate')
          expect(second.decision).toEqual(first.decision)
      }),
    )
  })

  test('after a resume everything before it is forgotten', () => {
    fc.assert(
      fc.property(history, question, (decisions, asked) => {
        const advice = advise(stateOf(decisions, decisions.length), asked)
        expect(advice).toMatchObject({ action: 'continue', decisions: [], stoppedLanes: [] })
      }),
    )
  })
})

const totals = { steps: 3, toolCalls: 3, tokens: 0, costUsd: 0, seconds: 1, effects: 0 }
const limits = { steps: null, toolCalls: null, tokens: null, costUsd: null, seconds: null, effects: null }

function stateOf(decisions: readonly Decision[], resumedSeq: number) {
  const seq = decisions.at(-1)?.seq ?? 0
  return {
    summary: { run: 'r', seq, resumedSeq, outcome: 'open' as const, totals },
    decisions,
    policy: { mode: 'enforce' as const },
    limits,
  }
}

function decision(seq: number, part: Pick<Decision, 'action' | 'scope' | 'lane' | 'enforced'>): Decision {
  return {
    run: 'r',
    seq,
    ...part,
    reason: 'repetition',
    message: 'm',
    explanation: 'e',
    step: 's',
    loop: 'l',
    evidence: { steps: [], spans: [], fingerprints: [], counts: {} },
    tried: [],
    missing: '',
    totals,
    resumable: true,
    policyVersion: 'p',
    engineVersion: '1',
    issuedAtMs: 0,
  }
}
