import { counted, type Verdict } from '@loop-observer/rules'
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
    ? `${counted(lowered.length, 'criterion', 'criteria')} of the bar removed or changed (${toText(lowered.join(', '), missingChars)}); this pass does not count`
    : `After ${counted(lane.passes?.count ?? 0, 'pass', 'passes')} of ${name}, ${verdictWords[verdict]}`
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
  growing: 'there are more failures than before',
  continue: 'there are fewer failures than before',
  flat: 'there are as many failures as before, but others',
}
