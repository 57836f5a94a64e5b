import type { ToolFacts } from '../facts/facts.ts'
import { findingOf } from './finding.ts'
import type { Rule, Settings } from './rule.ts'
import { silencesOf } from './silences.ts'

type Name = 'tools' | 'nudgeStale' | 'haltStale' | 'longNudgeStale' | 'longHaltStale' | 'stalePerProgress'

/** The credit does not grow for ever. */
const MOST_PROGRESS = 20

const whole = { integer: true, min: 1, max: 1000 } as const

/**
 * Tool after tool without anything new: the answer may not be there to find. At least three distinct
 * tools since the last progress (*Termination, and the agent that never stops*), or a long stretch
 * without progress whatever the tools.
 */
export const exhaustion: Rule<Name> = {
  reason: 'exhaustion',
  about: 'Several different tools, or a long stretch of calls, without progress.',
  restsOn: 'order',
  sliceSize: 0,
  response: { strict: 'nudge_then_halt', balanced: 'nudge_then_halt', assertive: 'nudge_then_halt' },
  settings: {
    tools: {
      strict: 3,
      balanced: 3,
      assertive: 3,
      ...whole,
      about: 'Distinct tools without progress that make a search for the unreachable.',
    },
    nudgeStale: {
      strict: 3,
      balanced: 3,
      assertive: 3,
      ...whole,
      about: 'Calls without progress, over that many tools, at which the agent is told.',
    },
    haltStale: {
      strict: 4,
      balanced: 4,
      assertive: 3,
      ...whole,
      atLeast: 'nudgeStale',
      about: 'Calls without progress, over that many tools, at which it may be halted.',
    },
    longNudgeStale: {
      strict: 6,
      balanced: 5,
      assertive: 7,
      ...whole,
      about: 'Calls without progress, whatever the tools, at which the agent is told.',
    },
    longHaltStale: {
      strict: 9,
      balanced: 7,
      assertive: 9,
      ...whole,
      atLeast: 'longNudgeStale',
      about: 'Calls without progress, whatever the tools, at which it may be halted.',
    },
    stalePerProgress: {
      strict: 0,
      balanced: 0,
      assertive: 0,
      integer: false,
      min: 0,
      max: 10,
      about: 'How many more such calls each call that was progress allows, up to 20 of them.',
    },
  },
  judge: (facts, settings) => {
    if (facts.kind !== 'tool' || facts.fresh || facts.handedOn || facts.echo) return null
    const { stale, tried } = facts.lane
    const { nudgeAt, haltAt } = linesOf(facts, settings)
    if (stale < nudgeAt) return null
    return findingOf(facts, {
      reason: 'exhaustion',
      strength: stale >= haltAt ? 'certain' : 'suspect',
      loop: 'stale',
      rows: newestRows(facts.row, Math.floor(stale)),
      counts: { calls_without_progress: Math.floor(stale), tools: tried.length },
      tools: tried,
    })
  },
  consider: (facts, settings) => {
    if (facts.kind !== 'tool') return null
    const { wide, credit, nudgeAt, haltAt } = linesOf(facts, settings)
    const measure = wide ? 'stale_calls_over_tools' : 'stale_calls'
    return {
      gauges: [{ measure, value: facts.lane.stale, nudgeAt, haltAt }],
      heldBack: [...silencesOf(facts), ...(credit > 0 ? ['earlier_progress' as const] : [])],
    }
  },
}

function linesOf({ lane }: ToolFacts, settings: Settings<Name>) {
  const wide = lane.tried.length >= settings.tools
  const credit = settings.stalePerProgress * Math.min(MOST_PROGRESS, lane.progressCount)
  const nudgeAt = credit + (wide ? settings.nudgeStale : settings.longNudgeStale)
  const haltAt = credit + (wide ? settings.haltStale : settings.longHaltStale)
  return { wide, credit, nudgeAt, haltAt }
}

function newestRows(row: number, count: number): readonly number[] {
  const first = Math.max(0, row - count + 1)
  return Array.from({ length: row - first + 1 }, (_, k) => first + k)
}
