import { limitWords, usedUp } from '../../control/used-up.ts'
import type { Explained } from './explained.ts'
import type { DecisionShown } from './timeline.ts'

/** How the person calls us. */
export interface CalledAs {
  readonly command: string
  /** Options that they need again, `--url http://10.0.0.7:4320`; empty when there are none. */
  readonly options: string
}

/** What to do about a run now: a sentence where it was stopped, or would have been, and what to type. */
export function nextLines(
  { run, summary, effects, decisions, limits }: Explained['detail'],
  called: CalledAs | null,
): readonly string[] {
  const waiting = effects.filter(({ state }) => state === 'waiting')
  const stop = decisions.findLast(({ action, seq }) => action !== 'nudge' && seq > (summary?.resumedSeq ?? 0))
  const sentence = stop === undefined ? [] : [`What to do: ${adviceFor(stop)}`]
  const larger = summary === null || limits === null ? [] : usedUp(summary.totals, limits)
  const type = (verb: string, ...words: readonly string[]): string =>
    [called?.command, verb, ...words.map(quoted), called?.options].filter(Boolean).join(' ')
  const typed = [
    ...waiting.map(({ id }) => `To let it happen: ${type('approve', run, id)} (to forbid it, with --no)`),
    ...(summary?.halted === true && waiting.length === 0
      ? [
          `To let it go on: ${type('resume', run, ...larger.flatMap((each) => [limitWords[each.name].flag, String(each.larger)]))}`,
        ]
      : []),
  ]
  const lines = [...sentence, ...(called === null ? [] : typed)]
  return lines.length === 0 ? [] : ['', ...lines]
}

/** As a shell takes it for one word. */
function quoted(word: string): string {
  return /^[\w./:@%+=,-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`
}

function adviceFor({ reason, enforced, class: kind, handover }: DecisionShown): string {
  if (!enforced) return 'if this stop is right, let the policy act: mode nudge or enforce for this agent.'
  if (reason === 'operator') return 'resume it when the cause is gone.'
  if (reason === 'dependency_down') return 'see that what these calls depend on answers again, then resume.'
  if (reason === 'bar_lowered') return 'restore the criterion, or retire it yourself; then resume.'
  if (kind === 'genuine_complexity')
    return 'new results kept coming; see whether they served the task. If so, resume it with a larger limit; if not, change the task.'
  if (kind !== undefined)
    return 'a larger budget would not have helped: change the tools or the task before you resume.'
  const others = handover?.otherTools ?? []
  const tools = others.length === 0 ? '' : ` Not tried since the last progress: ${others.join(', ')}.`
  return `look at the evidence; if it was stuck, change the tools or the task, then resume.${tools}`
}
