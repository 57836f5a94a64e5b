import { setImmediate } from 'node:timers/promises'
import {
  judgeAloud,
  type Decision,
  type Policy,
  type StepRecord,
  type StepThoughts,
} from '@loop-observer/rules'
import { fold, type Engine, type Folded, type PolicyFor } from './fold.ts'
import type { RunIntro } from './judging.ts'

/** A run of which the log is judged once more. */
export interface Remembered {
  readonly intro: RunIntro
  /** The policy that it began with. */
  readonly policy: Policy
  readonly policyFor?: PolicyFor
  /** As far as the log is kept, oldest first. At least one. */
  readonly records: readonly StepRecord[]
}

/** What judging a log once more brought. */
export interface ThoughtAgain {
  readonly folded: Pick<Folded, 'memory' | 'summary' | 'policy'>
  readonly decisions: readonly Decision[]
  /** In the order in which the steps settled; what a person says may stand in it twice. */
  readonly thoughts: readonly StepThoughts[]
}

/** Records judged before others have their turn. */
const recordsAtATime = 256

/**
 * Judges a log once more, aloud: what each rule thought is not kept, it is worked out for who asks. Lets
 * others have their turn in between. Records that were received together are judged together, as they were;
 * where two groups came within the hold of each other, the groups may have been others.
 */
export async function thinkAgain({ intro, policy, policyFor, records }: Remembered): Promise<ThoughtAgain> {
  const thoughts: StepThoughts[] = []
  const decisions: Decision[] = []
  const aloud: Engine = (memory, steps, inForce) => {
    const judged = judgeAloud(memory, steps, inForce)
    thoughts.push(...judged.thoughts)
    return judged
  }
  const shared = policyFor === undefined ? { intro } : { intro, policyFor }
  let folded: Folded | null = null
  let judgedSinceTurn = 0
  for (const group of receivedTogether(records)) {
    folded = fold(aloud, folded?.policy ?? policy, { ...shared, before: folded, records: group })
    decisions.push(...folded.decisions)
    judgedSinceTurn += group.length
    if (judgedSinceTurn < recordsAtATime) continue
    judgedSinceTurn = 0
    await setImmediate()
  }
  folded ??= fold(aloud, policy, { ...shared, before: null, records: [] })
  return { folded, decisions, thoughts }
}

function receivedTogether(records: readonly StepRecord[]): readonly (readonly StepRecord[])[] {
  const groups: StepRecord[][] = []
  let receivedAtMs: number | null = null
  for (const record of records) {
    if (record.step.receivedAtMs === receivedAtMs) groups.at(-1)?.push(record)
    else groups.push([record])
    receivedAtMs = record.step.receivedAtMs
  }
  return groups
}
