import { limitsInForce, toolAccess, type PolicyFile } from '@loop-observer/rules'
import { runView } from '../../control/run-view.ts'
import { runDetail } from '../../control/schemas/run.ts'
import { stepList } from '../../control/schemas/step.ts'
import { stepView } from '../../control/step-view.ts'
import { storyStep } from '../../control/story/story-step.ts'
import { storyOf } from '../../control/story/story.ts'
import { stepsThought } from '../../control/thinker.ts'
import { PermanentError } from '../../errors/errors.ts'
import { thinkAgain } from '../../judging/think-again.ts'
import { readReplayFile } from '../../replay/read-file.ts'
import { filedRun, filedSpanRun, type FiledRun } from '../../replay/recorded-log.ts'
import { spanRuns } from '../../replay/span-runs.ts'
import type { Explained } from './explained.ts'

/**
 * The story of a run in a file of recorded runs or spans, judged in enforce mode and to its end: also what
 * came after a halt is shown. Null is the only run of the file. Throws PermanentError `not_found` when the file
 * does not hold the run, or when none is named and it holds none or several.
 */
export async function explainedFromFile(
  path: string,
  run: string | null,
  { policy, withThoughts }: { readonly policy: PolicyFile; readonly withThoughts: boolean },
): Promise<Explained> {
  const filed = await find(path, run, policy)
  const { folded, decisions, thoughts } = await thinkAgain(filed)
  const { memory, summary } = folded
  const count = filed.records.length
  const detail = runDetail.parse({
    nowMs: summary.updatedAtMs,
    run: filed.intro.run,
    summary: runView(summary),
    ...storyOf(filed.records.map(storyStep), decisions, summary),
    effects: [],
    mode: folded.policy.mode,
    limits: limitsInForce(memory, folded.policy),
    tools: toolAccess(memory),
    policyVersion: memory.policyVersion,
    engineVersion: memory.engineVersion,
    steps: count,
    judgedSteps: count,
  })
  const thought = stepsThought(thoughts)
  const { policyVersion, engineVersion } = memory
  const { steps, thinking = null } = stepList.parse({
    run: filed.intro.run,
    from: 0,
    next: count,
    version: count,
    judgedVersion: count,
    thinking: { from: 0, agrees: true, policyVersion, engineVersion },
    steps: filed.records.map((record, position) => {
      const { late = null, thoughts: told = null } = thought.get(record.step.id) ?? {}
      return { ...stepView(record, position), ...(withThoughts ? { late, thoughts: told } : {}) }
    }),
  })
  return { detail, steps, trimmed: 0, ...(withThoughts ? { thinking } : {}) }
}

async function find(path: string, run: string | null, policy: PolicyFile): Promise<FiledRun> {
  const { runs, spans, logs } = await readReplayFile(path)
  const recorded = runs.find(({ run_id }) => run_id === run)
  if (recorded !== undefined) return filedRun(recorded, policy)
  const told = await spanRuns(spans, policy, logs)
  const [first] = runs
  const [only] = told
  if (run === null && runs.length + told.length === 1) {
    if (first !== undefined) return filedRun(first, policy)
    if (only !== undefined) return filedSpanRun(only, policy)
  }
  const found = told.find((each) => each.run === run?.replace(/^trace:/, ''))
  if (found !== undefined) return filedSpanRun(found, policy)
  const held = someOf([...runs.map((each) => each.run_id), ...told.map((each) => each.run)])
  throw new PermanentError('not_found', `${path} ${missingOf(run, runs.length + told.length)}${held}`)
}

function missingOf(run: string | null, count: number): string {
  if (run !== null) return `holds no run ${run}`
  return count === 0 ? 'holds no run' : 'holds several runs: name one'
}

function someOf(names: readonly string[]): string {
  if (names.length === 0) return '.'
  const shown = names.slice(0, 5).join(', ')
  return names.length > 5 ? `; it holds ${names.length}, the first are ${shown}.` : `; it holds ${shown}.`
}
