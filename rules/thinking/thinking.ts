import type { Facts } from '../facts/facts.ts'
import { restraintOn } from '../ladder/decide.ts'
import type { Draft } from '../memory/run-memory.ts'
import { rules } from '../reasons/list.ts'
import type { Rule } from '../reasons/rule.ts'
import { sliceOf } from '../reasons/slice.ts'
import { thoughtText } from '../wording/thought-text.ts'
import type { Decision, Finding } from '../words/decision.ts'
import type { Consideration, Gauge, Hold, Restraint, StepThoughts, Thought } from '../words/thought.ts'

/** A step that was judged, before anything is decided about it. */
export interface ThinkingContext {
  readonly facts: Facts
  readonly late: boolean
  readonly found: readonly Finding[]
  readonly draft: Draft
  /** Why nothing is decided about the run or the lane at all; null when it may be. */
  readonly restraint: Restraint | null
}

/**
 * Asks every rule what it thought of a step. Called between judging and deciding, because a decision changes
 * what the ladder would say; the function that it returns adds what was decided.
 */
export function beginThinking(context: ThinkingContext): (decisions: readonly Decision[]) => StepThoughts {
  const { facts, late } = context
  const considered = rules.flatMap((rule) => consider(rule, context) ?? [])
  return (decisions) => ({
    step: facts.step.id,
    lane: facts.lane.lane,
    late,
    thoughts: considered.map((each) => thoughtOf(each, decisions[0])),
  })
}

interface Considered {
  readonly reason: Rule['reason']
  readonly finding: Finding | null
  readonly seen: Consideration
  readonly gauge: Gauge | null
  readonly level: number
  readonly restraint: Restraint | null
}

const nothingSeen: Consideration = { gauges: [], heldBack: [] }
/** A rule that is not beyond half of the way to its first word has nothing to say. */
const WORTH_SAYING = 0.5

function consider(rule: Rule, context: ThinkingContext): Considered | null {
  const { facts, late, found } = context
  const { enabled, settings } = facts.policy.rules[rule.reason]
  if (late && rule.restsOn === 'order') return null
  const slice = sliceOf(facts.lane, rule)
  // A rule that is switched off was not asked: what it would have found is still worth knowing.
  const finding = enabled
    ? (found.find(({ reason }) => reason === rule.reason) ?? null)
    : rule.judge(facts, settings, slice)
  const seen = rule.consider?.(facts, settings, slice) ?? nothingSeen
  const gauge = nearest(seen.gauges)
  const level = gauge === null ? 0 : levelOf(gauge)
  const speaks = finding !== null || seen.pass !== undefined || seen.telling === true
  if (!speaks && level <= WORTH_SAYING) return null
  const restraint = enabled ? restraintFor(finding, context) : 'disabled'
  return { reason: rule.reason, finding, seen, gauge, level, restraint }
}

function restraintFor(
  finding: Finding | null,
  { facts, draft, restraint }: ThinkingContext,
): Restraint | null {
  return finding === null ? null : (restraint ?? restraintOn(finding, facts, draft))
}

/** The gauge that has come furthest, the first of equals. */
function nearest(gauges: readonly Gauge[]): Gauge | null {
  let best: Gauge | null = null
  for (const gauge of gauges) if (best === null || reach(gauge) > reach(best)) best = gauge
  return best
}

function reach(gauge: Gauge): number {
  return levelOf(gauge) + (gauge.haltAt !== null && gauge.value >= gauge.haltAt ? 1 : 0)
}

function levelOf({ value, nudgeAt, haltAt }: Gauge): number {
  return Math.min(1, value / (nudgeAt ?? haltAt ?? Infinity))
}

function thoughtOf(considered: Considered, decision: Decision | undefined): Thought {
  const { reason, finding, seen, gauge, level, restraint } = considered
  const isMine = finding !== null && restraint === null && decision?.reason === reason
  const heldBack: Hold[] = [...seen.heldBack]
  if (restraint !== null) heldBack.push(restraint)
  else if (finding !== null && decision !== undefined && !isMine) heldBack.push('another_rule')
  else if (isMine && !decision.enforced) heldBack.push('mode')
  const told = {
    reason,
    gauge,
    level,
    found: finding?.strength ?? ('nothing' as const),
    led: isMine ? decision.action : ('nothing' as const),
    heldBack,
  }
  return { ...told, text: thoughtText(told, seen.pass) }
}
