import { cycleAt, type Cycle } from '../facts/cycle.ts'
import type { ToolFacts } from '../facts/facts.ts'
import { cell, observationKey } from '../memory/call-table.ts'
import { findingOf, toolsOf } from './finding.ts'
import type { Rule, Settings } from './rule.ts'

type Name = 'nudgeRounds' | 'haltRounds' | 'callsOnly'

/**
 * Two to five calls in turn, each with its own unchanged observation. Under `strict` already A-B-A,
 * whatever came back (*Termination, and the agent that never stops*).
 */
export const oscillation: Rule<Name> = {
  reason: 'oscillation',
  about: 'Two to five calls come round in turn with the same observations.',
  restsOn: 'order',
  sliceSize: 0,
  response: { strict: 'nudge_then_halt', balanced: 'nudge_then_halt', assertive: 'nudge_then_halt' },
  settings: {
    nudgeRounds: {
      strict: 1.5,
      balanced: 2.5,
      assertive: 2,
      min: 1.5,
      max: 100,
      integer: false,
      about:
        'Rounds of the cycle at which the agent is told; half a round is its first calls again, a round of patient waiting counts less.',
    },
    haltRounds: {
      strict: 2,
      balanced: 3,
      assertive: 4,
      min: 1.5,
      max: 100,
      integer: false,
      atLeast: 'nudgeRounds',
      about: 'Rounds of the cycle at which it may be halted.',
    },
    callsOnly: {
      strict: 1,
      balanced: 0,
      assertive: 0,
      min: 0,
      max: 1,
      integer: true,
      about: '1: only the calls must come round, whatever came back. 0: the observations too.',
    },
  },
  judge: (facts, settings) => {
    if (facts.kind !== 'tool' || facts.echo || facts.waiting) return null
    const cycle = cycleOf(facts, settings)
    if (cycle === null || cycle.weight < settings.nudgeRounds) return null
    return findingOf(facts, {
      reason: 'oscillation',
      strength: cycle.weight >= settings.haltRounds ? 'certain' : 'suspect',
      loop: cycle.loop,
      rows: cycle.rows,
      counts: {
        period: cycle.period,
        rounds: Math.floor(cycle.rounds),
        ...(settings.callsOnly === 1 ? answersOf(cycle, facts) : {}),
      },
      tools: toolsOf(facts.lane, cycle.rows),
    })
  },
  consider: (facts, settings) => {
    if (facts.kind !== 'tool') return null
    const { rounds, weight } = cycleOf(facts, settings) ?? noCycle
    if (rounds === 0) return null
    const { nudgeRounds, haltRounds } = settings
    return {
      gauges: [{ measure: 'rounds', value: weight, nudgeAt: nudgeRounds, haltAt: haltRounds }],
      heldBack: [
        ...(facts.echo ? ['same_round' as const] : []),
        ...(facts.waiting ? ['waiting' as const] : []),
        ...(weight < rounds ? ['patience' as const] : []),
      ],
    }
  },
}

/** Where the answers do not count either: how many there were, if more than calls. */
function answersOf({ rows }: Cycle, { lane }: ToolFacts): { readonly answers?: number } {
  const known = rows.filter((row) => cell(lane.calls, row, 'observation') !== observationKey.unknown)
  const calls = new Set(known.map((row) => cell(lane.calls, row, 'gist')))
  const answered = known.map(
    (row) => `${cell(lane.calls, row, 'gist')} ${cell(lane.calls, row, 'observation')}`,
  )
  const answers = new Set(answered).size
  return answers > calls.size ? { answers } : {}
}

const noCycle = { rounds: 0, weight: 0 }

function cycleOf({ lane, row, cycle }: ToolFacts, settings: Settings<Name>): Cycle | null {
  if (settings.callsOnly !== 1) return cycle
  return cycleAt(lane.calls, row, { patternsFrom: lane.patternsFrom, callsOnly: true })
}
