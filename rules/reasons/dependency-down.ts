import type { ToolFacts } from '../facts/facts.ts'
import { cell, flag, hasFlag } from '../memory/call-table.ts'
import type { ErrorClass } from '../words/features.ts'
import { findingOf, toolsOf } from './finding.ts'
import type { Rule } from './rule.ts'

type Name = 'nudgeAt' | 'escalateAt' | 'calls'

const whole = { integer: true, min: 2, max: 100 } as const

/** Errors that say something about what a tool depends on, not about the call. */
const causes: ReadonlySet<ErrorClass> = new Set(['connection', 'quota', 'auth'])

/**
 * The same connection, quota or authorisation error from different tools or arguments: what they
 * depend on does not work, and only somebody else can mend it ("a dependency is down", *Loops that know
 * when to stop*).
 */
export const dependencyDown: Rule<Name> = {
  reason: 'dependency_down',
  about: 'The same connection, quota or authorisation error from different tools or arguments.',
  restsOn: 'order',
  sliceSize: 0,
  response: {
    strict: 'nudge_then_escalate',
    balanced: 'nudge_then_escalate',
    assertive: 'nudge_then_escalate',
  },
  settings: {
    nudgeAt: {
      strict: 2,
      balanced: 3,
      assertive: 3,
      ...whole,
      about: 'Such failures, among the newest ten calls, at which the agent is told.',
    },
    escalateAt: {
      strict: 3,
      balanced: 5,
      assertive: 4,
      ...whole,
      atLeast: 'nudgeAt',
      about: 'Such failures, among the newest ten calls, at which a person is called.',
    },
    calls: {
      strict: 2,
      balanced: 2,
      assertive: 2,
      ...whole,
      about: 'Distinct calls among them that make it a matter of the dependency.',
    },
  },
  judge: (facts, settings) => {
    if (facts.kind !== 'tool' || facts.echo || !causes.has(facts.step.error?.class ?? 'other')) return null
    const { calls } = facts.lane
    const rows = unanswered(facts)
    const distinct = new Set(rows.map((row) => cell(calls, row, 'gist')))
    if (rows.length < settings.nudgeAt || distinct.size < settings.calls) return null
    return findingOf(facts, {
      reason: 'dependency_down',
      strength: rows.length >= settings.escalateAt ? 'certain' : 'suspect',
      loop: `error:${cell(calls, facts.row, 'error').toString(16)}`,
      rows,
      counts: { failures: rows.length, calls: distinct.size },
      tools: toolsOf(facts.lane, rows),
    })
  },
  consider: (facts, settings) => {
    if (facts.kind !== 'tool' || !causes.has(facts.step.error?.class ?? 'other')) return null
    const { nudgeAt, escalateAt, calls } = settings
    const rows = unanswered(facts)
    const distinct = new Set(rows.map((row) => cell(facts.lane.calls, row, 'gist'))).size
    return {
      gauges: [{ measure: 'same_failures', value: rows.length, nudgeAt, haltAt: escalateAt }],
      heldBack: [
        ...(facts.echo ? ['same_round' as const] : []),
        ...(distinct < calls ? ['one_call_only' as const] : []),
      ],
    }
  },
}

/** A shell that works says nothing of what another command in it needs. */
const shells = /shell|bash|terminal|command|exec|python|code/i

/** The failures after which the tool that failed, or in a shell the command, has not worked again: what a retry got over is not down. */
function unanswered({ lane: { calls, toolNames }, row, repeats }: ToolFacts): readonly number[] {
  return repeats.sameError.filter((failure) => {
    const tool = cell(calls, failure, 'tool')
    const name = shells.test(toolNames[tool] ?? '') ? 'gist' : 'tool'
    const failed = cell(calls, failure, name)
    for (let later = failure + 1; later < row; later++) {
      if (cell(calls, later, name) === failed && !hasFlag(calls, later, flag.failed)) return false
    }
    return true
  })
}
