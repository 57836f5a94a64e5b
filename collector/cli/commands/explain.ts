import { runDetail } from '../../control/schemas/run.ts'
import { stepList } from '../../control/schemas/step.ts'
import { remoteFlags, type Command, type Invocation } from '../command.ts'
import { explanation } from '../explain/print.ts'
import type { StepShown } from '../explain/timeline.ts'
import { remoteOf, runPath, type Remote } from '../remote.ts'

const PAGE = 500
const MOST_STEPS = 5000

/** `loop-observer explain`: why a run was nudged or halted, or why not. */
export const explain: Command = {
  name: 'explain',
  takes: 'RUN|trace:ID',
  about: 'Says why a run was nudged or halted, on what evidence, what was tried, and shows each step.',
  flags: remoteFlags,
  arity: [1, 1],
  run: async (invocation) => {
    const remote = remoteOf(invocation)
    const run = addressOf(invocation.positionals[0] ?? '')
    const detail = await remote.get(runPath(run), runDetail)
    const { steps, trimmed } = await stepsOf(remote, run)
    if ('json' in invocation.flags) invocation.print(JSON.stringify({ ...detail, log: steps }, null, 2))
    else invocation.print(explanation({ detail, steps, trimmed }, invocation.human, calledAs(invocation)))
    return 0
  },
}

/** How the person called us, so that what we advise can be typed. */
function calledAs({ env }: Invocation): string {
  return env['npm_lifecycle_event'] === 'loop-observer' ? 'npm run loop-observer --' : 'loop-observer'
}

/** A bare trace id is taken for one. */
function addressOf(run: string): string {
  return /^[0-9a-f]{32}$/i.test(run) ? `trace:${run.toLowerCase()}` : run
}

async function stepsOf(
  remote: Remote,
  run: string,
): Promise<{ steps: readonly StepShown[]; trimmed: number }> {
  const steps: StepShown[] = []
  let from = 0
  let trimmed = 0
  while (steps.length < MOST_STEPS) {
    const page = await remote.get(`${runPath(run)}/steps?from=${from}&limit=${PAGE}`, stepList)
    if (steps.length === 0) trimmed = page.from
    steps.push(...page.steps)
    if (page.steps.length === 0 || page.next >= page.version) break
    from = page.next
  }
  return { steps, trimmed }
}
