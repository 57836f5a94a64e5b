import { hashId } from '../memory/hash.ts'
import type { PassMemory, PassSummary } from '../memory/lane-memory.ts'
import type { EngineState } from '../memory/run-memory.ts'
import type { Fingerprint } from '../words/features.ts'
import type { CheckStep } from '../words/step.ts'
import type { Verdict } from '../words/verdict.ts'
import { raiseBar } from './bar.ts'
import type { CheckFacts, FactsBase } from './facts.ts'

/** Passes before the ratio can be told (*When should an agent loop stop?*). */
const ENOUGH_PASSES = 3

/** Records a pass of a check in its lane and says what it means. */
export function checkFacts(step: CheckStep, state: EngineState, base: FactsBase): CheckFacts {
  const { lane } = base
  const { verdict, remainingPasses, failuresBefore, passes } = judgePass(lane.passes, step)
  lane.passes = passes
  if (verdict === 'done') lane.failedInRow = 0
  // A pass that shrank is no failure of the loop, and no success either.
  else if (verdict !== 'continue') lane.failedInRow++
  return {
    ...base,
    kind: 'check',
    step,
    verdict,
    passes: passes.count,
    failuresBefore,
    remainingPasses,
    failedInRow: lane.failedInRow,
    lowered: raiseBar(state, step.bar),
  }
}

/** What one pass says, seen with those before it. */
export interface PassJudgement {
  readonly verdict: Verdict
  /** Passes that remain at the present pace, an estimate; null while it cannot be told, or nothing shrinks. */
  readonly remainingPasses: number | null
  /** Failures of the pass before; null at the first. */
  readonly failuresBefore: number | null
  /** To be handed in with the next pass. */
  readonly passes: PassMemory
}

/**
 * Judges a pass by the passes before it, back to the last clean one, which closed its loop; those of
 * another check do not count. Pure.
 */
export function judgePass(
  memory: PassMemory | null,
  { check, failures }: { readonly check: string; readonly failures: readonly Fingerprint[] },
): PassJudgement {
  return judgeAfter(memory, { check, set: multisetOf(failures), failures: failures.length })
}

/** Judges the newest of some passes, oldest first: attempts at one task are judged as passes of one loop are. Null when there is none. */
export function judgeSeries(passes: readonly PassSummary[]): PassJudgement | null {
  let judged: PassJudgement | null = null
  for (const pass of passes) judged = judgeAfter(judged?.passes ?? null, pass)
  return judged
}

function judgeAfter(memory: PassMemory | null, pass: PassSummary): PassJudgement {
  const before = memory?.check === pass.check && memory.failures[0] !== 0 ? memory : null
  const passes = remember(pass, before)
  return {
    verdict: verdictOf(pass, before),
    remainingPasses: remaining(passes),
    failuresBefore: before?.failures[0] ?? null,
    passes,
  }
}

function verdictOf(pass: PassSummary, before: PassMemory | null): Verdict {
  if (pass.failures === 0) return 'done'
  if (before === null) return 'too_early'
  const [last = 0] = before.failures
  if (pass.set === before.sets[0]) return 'stuck'
  if (before.count + 1 < ENOUGH_PASSES) return 'too_early'
  if (pass.set === before.sets[1]) return 'oscillating'
  if (pass.failures > last) return 'growing'
  return pass.failures < last ? 'continue' : 'flat'
}

/** Signatures as a multiset: copies count, their order does not. */
function multisetOf(failures: readonly Fingerprint[]): number {
  return hashId([...failures].sort().join('\n'))
}

function remember(pass: PassSummary, before: PassMemory | null): PassMemory {
  return {
    check: pass.check,
    count: (before?.count ?? 0) + 1,
    sets: [pass.set, ...(before?.sets ?? [])].slice(0, 2),
    failures: [pass.failures, ...(before?.failures ?? [])].slice(0, ENOUGH_PASSES),
  }
}

/**
 * Passes that remain at the pace of the last three: contraction by a ratio below one arrives, and the
 * ratio says when (Banach's fixed-point theorem). Null while it cannot be told, or nothing shrinks.
 */
function remaining({ failures }: PassMemory): number | null {
  const [now = 0, , first = 0] = failures
  if (failures.length < ENOUGH_PASSES || now === 0 || now >= first) return null
  const ratio = Math.sqrt(now / first)
  return Math.ceil(Math.log(0.5 / now) / Math.log(ratio))
}
