import type { z } from 'zod'
import { runDetail, runList } from '../../control/schemas/run.ts'
import { stepList } from '../../control/schemas/step.ts'
import { PermanentError } from '../../errors/errors.ts'
import { remoteFlags, UsageError, type Command, type Invocation } from '../command.ts'
import { explainedFromFile } from '../explain/from-file.ts'
import type { Explained } from '../explain/explained.ts'
import type { CalledAs } from '../explain/next.ts'
import { explanation } from '../explain/print.ts'
import type { ThinkingShown } from '../explain/rules-text.ts'
import type { StepShown } from '../explain/timeline.ts'
import { chosenPolicy, policyFlags } from '../policy-flags.ts'
import { namedRun } from '../named-run.ts'
import { remoteOf, runPath, type Remote } from '../remote.ts'
import { runTable } from '../run-table.ts'

const PAGE = 1000
/** The newest; more would be nothing to read. */
const MOST_STEPS = 20_000

/** `loop-observer explain`: why a run was nudged or halted, or why not. */
export const explain: Command = {
  name: 'explain',
  takes: 'RUN|trace:ID [--rules] [--all] [--file FILE]',
  about:
    'Says why a run was nudged or halted, or why not, on what evidence, what was tried, and shows each step.',
  flags: {
    rules: { about: 'Also say what each rule thought of each step: why not.' },
    all: { about: 'Every step of a long run, also where the output is a terminal.' },
    file: {
      value: 'FILE',
      about:
        'Of recorded runs or spans: the run is looked up there and judged. Where it holds only one, RUN may be left out.',
    },
    ...policyFlags,
    ...remoteFlags,
  },
  arity: [0, 1],
  run: async (invocation) => {
    const { file, json } = invocation.flags
    const [named] = invocation.positionals
    if (named === undefined && file === undefined)
      throw new UsageError(`Usage: loop-observer explain ${explain.takes}`)
    const name = named ?? ''
    const withThoughts = 'rules' in invocation.flags
    const remote = remoteOf(invocation)
    const run = file === undefined ? await namedRun(remote, name) : name
    if (file === undefined) {
      const several = await runsOfTrace(remote, run)
      if (several !== null) {
        invocation.print(json === undefined ? severalText(several, name) : JSON.stringify(several, null, 2))
        return 0
      }
    }
    const explained =
      file === undefined
        ? await explainedByObserver(remote, run, withThoughts)
        : await explainedFromFile(file, named ?? null, { policy: chosenPolicy(invocation), withThoughts })
    const style = {
      called: file === undefined ? calledAs(invocation) : null,
      all: 'all' in invocation.flags,
    }
    if (json === undefined) invocation.print(explanation(explained, invocation.human, style))
    else invocation.print(JSON.stringify(jsonOf(explained), null, 2))
    return 0
  },
}

type RunList = z.infer<typeof runList>

/** The runs of a trace when it holds several; null for a run, and for a trace of one. */
async function runsOfTrace(remote: Remote, address: string): Promise<RunList | null> {
  const trace = /^trace:(.+)$/.exec(address)?.[1]
  if (trace === undefined) return null
  const list = await remote.get(`/v1/runs?trace=${encodeURIComponent(trace)}&limit=1000`, runList)
  return list.runs.length > 1 ? list : null
}

function severalText({ runs, nowMs }: RunList, name: string): string {
  return `${name} holds ${runs.length} runs. Explain one of them by its name:\n\n${runTable(runs, nowMs)}`
}

function jsonOf({ detail, steps, thinking }: Explained): object {
  return { ...detail, ...(thinking === undefined ? {} : { thinking }), log: steps }
}

async function explainedByObserver(remote: Remote, run: string, withThoughts: boolean): Promise<Explained> {
  const detail = await remote.get(`${runPath(run)}?story=true`, runDetail).catch(nameCauses(run))
  const { thinking, ...rest } = await stepsOf(remote, run, { withThoughts, steps: detail.steps })
  return { detail, ...rest, ...(withThoughts ? { thinking } : {}) }
}

/** A run may be unknown because nothing of it came, or because it is too long ago. */
function nameCauses(run: string): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof PermanentError) || error.code !== 'not_found') throw error
    throw new PermanentError(
      'not_found',
      `No run ${run} is known. Either nothing of it came, because its trace was not sampled or goes elsewhere ` +
        '(loop-observer doctor says what comes), or its record has expired. What is in a file is explained with --file.',
      { cause: error },
    )
  }
}

/** How the person called us, so that what we advise can be typed. A token is not shown. */
function calledAs({ env, flags }: Invocation): CalledAs {
  const options = [
    ...(flags['url'] === undefined ? [] : [`--url ${flags['url']}`]),
    ...(flags['token'] === undefined ? [] : ['--token TOKEN']),
  ]
  return {
    command: env['npm_lifecycle_event'] === 'loop-observer' ? 'npm run loop-observer --' : 'loop-observer',
    options: options.join(' '),
  }
}

async function stepsOf(
  remote: Remote,
  run: string,
  { withThoughts, steps: length }: { readonly withThoughts: boolean; readonly steps: number },
): Promise<{ steps: readonly StepShown[]; trimmed: number; thinking: ThinkingShown }> {
  const steps: StepShown[] = []
  const asked = withThoughts ? '&thoughts=true' : ''
  let from = Math.max(0, length - MOST_STEPS)
  let trimmed = 0
  let thinking: ThinkingShown = null
  for (;;) {
    const page = await remote.get(`${runPath(run)}/steps?from=${from}&limit=${PAGE}${asked}`, stepList)
    if (steps.length === 0) trimmed = page.from
    thinking ??= page.thinking ?? null
    steps.push(...page.steps)
    if (page.steps.length === 0 || page.next >= page.version) break
    from = page.next
  }
  return { steps, trimmed, thinking }
}
