import type { Verdict } from '@loop-observer/rules'
import type { HaltAdvice } from '../advice/advice.ts'
import type { CheckResult } from '../steps/check.ts'
import type { Lane } from '../lane.ts'
import { toText } from '../steps/observed-value.ts'
import { ownHalt } from '../advice/own-halt.ts'
import type { RunState } from '../run-state.ts'

/** The halt of a loop on a gap whose newest pass speaks against another attempt; the open gap is named. */
export function gapHalt(
  run: RunState,
  lane: Lane,
  open: { readonly name: string; readonly pass: CheckResult; readonly failures: readonly string[] },
): HaltAdvice {
  const { name, failures } = open
  const { verdict, lowered } = open.pass
  const isLowered = lowered.length > 0
  const said = isLowered
    ? `Criteria of the bar (${toText(lowered.join(', '), missingChars)}) were removed or changed; this pass does not count`
    : `After ${lane.passes?.count ?? 0} passes of ${name}, ${verdictWords[verdict]}`
  return ownHalt({
    run: run.runId,
    lane: lane.name,
    totals: run.totals,
    reason: isLowered ? 'bar_lowered' : 'convergence',
    source: 'process',
    message: `${said}. Make no further attempts: answer with what holds, and name what stands open.`,
    explanation: `${said}.`,
    counts: { failures: failures.length, passes: lane.passes?.count ?? 0, [verdict]: 1 },
    missing: failures.length === 0 ? '' : toText(`Still fails: ${failures.join('; ')}`, missingChars),
  })
}

const missingChars = 600

const verdictWords: Readonly<Record<Verdict, string>> = {
  done: 'nothing fails',
  stuck: 'exactly the same fails as in the pass before',
  too_early: 'it is too early to say whether the failures shrink',
  oscillating: 'the failures of two passes ago are back',
  growing: 'more fails than before',
  continue: 'less fails than before',
  flat: 'as much fails as before, but something else',
}
