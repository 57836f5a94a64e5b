import { runDetail } from '../../control/schemas/run.ts'
import { stepList } from '../../control/schemas/step.ts'
import { remoteFlags, type Command, type Invocation } from '../command.ts'
import { explainedFromFile } from '../explain/from-file.ts'
import { explanation, type Explained } from '../explain/print.ts'
import type { ThinkingShown } from '../explain/rules-text.ts'
import type { StepShown } from '../explain/timeline.ts'
import { chosenPolicy, policyFlags } from '../policy-flags.ts'
import { remoteOf, runPath, type Remote } from '../remote.ts'

const PAGE = 500
const MOST_STEPS = 5000

/** `loop-observer explain`: why a run was nudged or halted, or why not. */
export const explain: Command = {
  name: 'explain',
  takes: 'RUN|trace:ID [--rules] [--file FILE]',
  about:
    'Says why a run was nudged or halted, or why not, on what evidence, what was tried, and shows each step.',
  flags: {
    rules: { about: 'Also say what each rule thought of each step: why not.' },
    file: { value: 'FILE', about: 'Of recorded runs or spans: the run is looked up there and judged.' },
    ...policyFlags,
    ...remoteFlags,
  },
  arity: [1, 1],
  run: async (invocation) => {
    const [name = ''] = invocation.positionals
    const { file, json } = invocation.flags
    const withThoughts = 'rules' in invocation.flags
    const explained =
      file === undefined
        ? await explainedByObserver(remoteOf(invocation), addressOf(name), withThoughts)
        : await explainedFromFile(file, name, { policy: chosenPolicy(invocation), withThoughts })
    const command = file === undefined ? calledAs(invocation) : null
    if (json === undefined) invocation.print(explanation(explained, invocation.human, command))
    else invocation.print(JSON.stringify(jsonOf(explained), null, 2))
    return 0
  },
}

function jsonOf({ detail, steps, thinking }: Explained): object {
  return { ...detail, ...(thinking === undefined ? {} : { thinking }), log: steps }
}

async function explainedByObserver(remote: Remote, run: string, withThoughts: boolean): Promise<Explained> {
  const detail = await remote.get(runPath(run), runDetail)
  const { thinking, ...rest } = await stepsOf(remote, run, withThoughts)
  return { detail, ...rest, ...(withThoughts ? { thinking } : {}) }
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
  withThoughts: boolean,
): Promise<{ steps: readonly StepShown[]; trimmed: number; thinking: ThinkingShown }> {
  const steps: StepShown[] = []
  const asked = withThoughts ? '&thoughts=true' : ''
  let from = 0
  let trimmed = 0
  let thinking: ThinkingShown = null
  while (steps.length < MOST_STEPS) {
    const page = await remote.get(`${runPath(run)}/steps?from=${from}&limit=${PAGE}${asked}`, stepList)
    if (steps.length === 0) trimmed = page.from
    thinking ??= page.thinking ?? null
    steps.push(...page.steps)
    if (page.steps.length === 0 || page.next >= page.version) break
    from = page.next
  }
  return { steps, trimmed, thinking }
}
