import { counted, isLimit, type AckStep, type Decision, type Outcome } from '@loop-observer/rules'
import type { StoryStep } from './story-step.ts'

/** What became of a decision. */
export interface Became {
  /** How far it got, as the agent acknowledged; null when it did not, or nothing was sent. */
  readonly told: AckStep['stage'] | null
  /** Of a nudge: whether it helped; null where nobody can say. */
  readonly helped: boolean | null
  /** Of a nudge that was sent: what followed, a phrase; empty for anything else. */
  readonly text: string
}

/** How the run stands. */
export interface Ending {
  readonly outcome: Outcome
  /** Whether the answer was right, when it is known. */
  readonly correct: boolean | null
}

const stages = ['acted', 'seen', 'delivered'] as const

/** What became of a decision among those of its run; `steps` in the order in which they began. */
export function becameOf(
  decision: Decision,
  decisions: readonly Decision[],
  { steps, ending }: { readonly steps: readonly StoryStep[]; readonly ending: Ending },
): Became {
  if (!decision.enforced) return { told: null, helped: null, text: '' }
  const reached = new Set(
    steps.flatMap((step) => (step.kind === 'ack' && step.seq === decision.seq ? [step.stage] : [])),
  )
  const told = stages.find((stage) => reached.has(stage)) ?? null
  if (decision.action !== 'nudge') return { told, helped: null, text: '' }
  const later = decisions.filter(
    ({ seq, lane, scope, enforced }) =>
      seq > decision.seq && enforced && (lane === decision.lane || scope === 'run'),
  )
  return { told, ...resultOf(decision, later, { steps, ending }) }
}

/** `later` are the decisions that concern its lane and may act. */
function resultOf(
  decision: Decision,
  later: readonly Decision[],
  { steps, ending }: { readonly steps: readonly StoryStep[]; readonly ending: Ending },
): Pick<Became, 'helped' | 'text'> {
  const stop = later.find(({ action }) => action !== 'nudge')
  const again = later.some(({ loop, reason }) => loop === decision.loop && reason === decision.reason)
  const after = afterText(steps, decision, stop)
  if (stop !== undefined) {
    if (stop.reason === 'operator' && !again)
      return { helped: null, text: `a person stopped the run${after}` }
    const act = stop.action === 'halt' ? 'halted' : 'handed over to a person'
    const stopped = `${act} for ${plain(stop.reason)}${after}`
    // A limit says nothing of the loop; another rule that stops the run says that it was not left.
    return again || !isLimit(stop.reason)
      ? { helped: false, text: `did not help: ${stopped}` }
      : { helped: null, text: stopped }
  }
  if (again) return { helped: false, text: 'did not help: the loop came back' }
  const { outcome, correct } = ending
  if (outcome === 'answered') {
    return correct === false
      ? { helped: null, text: `the loop did not come back; answered wrongly${after}` }
      : { helped: true, text: `helped: answered${after}` }
  }
  return outcome === 'open' || outcome === 'suspended'
    ? { helped: null, text: `the loop has not come back${after}` }
    : { helped: null, text: `the loop did not come back; ${outcome}${after}` }
}

/** ` after 2 more steps` of its lane, up to the decision `stop` or the end; empty when no log is left to count in. */
function afterText(steps: readonly StoryStep[], from: Decision, stop: Decision | undefined): string {
  if (steps.length === 0) return ''
  const begin = placeOf(steps, from)
  const end = stop === undefined ? steps.length - 1 : placeOf(steps, stop)
  const between = steps.filter(
    ({ kind, lane }, place) =>
      place > begin && place <= end && lane === from.lane && (kind === 'tool' || kind === 'check'),
  )
  return ` after ${between.length === 0 ? 'no more steps' : counted(between.length, 'more step')}`
}

/** Place of the step it was made at; of one that is not kept, of the last that began before it was issued. */
function placeOf(steps: readonly StoryStep[], { step, issuedAtMs }: Decision): number {
  const place = steps.findIndex(({ id }) => id === step)
  return place >= 0 ? place : steps.findLastIndex(({ startedAtMs }) => startedAtMs <= issuedAtMs)
}

function plain(word: string): string {
  return word.replaceAll('_', ' ')
}
