import { context } from '@opentelemetry/api'
import { loopAttributes, maskSecrets } from '@loop-observer/rules'
import { hear } from './advice/checkpoint.ts'
import { RunReporter } from './client/run-reporter.ts'
import { entriesOf, fieldOf, textOf } from './given.ts'
import type { ObserverState } from './observer-state.ts'
import type { Run } from './run.ts'
import { mainLane, RunState } from './run-state.ts'
import { inheritBar } from './steps/frozen-bar.ts'
import { mintRunId } from './tracing/ids.ts'
import { beginSpan, withMark } from './tracing/spans.ts'

/** What to run. */
export interface RunOptions {
  /** What the agent is to do; runs with the same task form a series. */
  readonly task?: string
  /** Default: a random UUID. Give one to continue a run, or to find it under the application's own name. */
  readonly runId?: string
  /**
   * The run that started this one, for sub-agents with runs of their own, in whichever process: its id, or
   * its view. The bar of that run holds here too, and need not be restated.
   */
  readonly parent?: string | Pick<Run, 'id'>
  /** What routes of the policy may match. */
  readonly attributes?: Readonly<Record<string, string | number | boolean>>
  /** Throw what the callback threw, once it is reported, instead of putting it into the outcome. Default false. */
  readonly rethrow?: boolean
}

/** Begins a run: its span, its state, and who reports it. Never throws, whatever plain JavaScript gives as options. */
export function beginRun(
  { settings, hashing, connection, live }: ObserverState,
  options: RunOptions,
): RunState {
  // Half a surrogate pair has no place in a URL.
  const given = textOf(options, 'runId')?.slice(0, 256).toWellFormed()
  const runId = given ?? mintRunId()
  const ownTask = textOf(options, 'task')
  const task = ownTask === undefined ? settings.task : maskSecrets(ownTask)
  const attributes = simpleOf(fieldOf(options, 'attributes'))
  const parent = parentOf(options)
  const span = beginSpan(
    `invoke_agent ${settings.agent}`,
    {
      'gen_ai.operation.name': 'invoke_agent',
      'gen_ai.agent.name': settings.agent,
      ...attributes,
      [loopAttributes.runId]: runId,
      [loopAttributes.agent]: settings.agent,
      [loopAttributes.source]: 'sdk',
      ...(task === null ? {} : { [loopAttributes.task]: task }),
      ...(parent === null ? {} : { [loopAttributes.parentRun]: parent }),
    },
    withMark(context.active(), { runId, lane: mainLane }),
  )
  const reporter =
    connection === null
      ? null
      : new RunReporter(connection, settings, { runId, task, attributes }, (question, answer) =>
          hear(run, question, answer),
        )
  const run: RunState = new RunState({
    settings,
    hashing,
    runId,
    mayContinue: given !== undefined,
    task,
    parent,
    attributes: Object.fromEntries(Object.entries(attributes).map(([key, value]) => [key, String(value)])),
    span,
    reporter,
  })
  live.set(runId, run)
  if (parent !== null && parent !== runId) inheritBar(run, parent, live.get(parent))
  return run
}

function parentOf(options: RunOptions): string | null {
  const given = textOf(options, 'parent') ?? textOf(fieldOf(options, 'parent'), 'id')
  return given?.slice(0, 512).toWellFormed() ?? null
}

/** What a span may carry; anything else that plain JavaScript may have given is left out. */
function simpleOf(attributes: unknown): Readonly<Record<string, string | number | boolean>> {
  const simple: Record<string, string | number | boolean> = {}
  for (const [key, value] of entriesOf(attributes)) {
    if (typeof value === 'string') simple[key] = maskSecrets(value)
    else if (typeof value === 'boolean' || Number.isFinite(value)) simple[key] = value as boolean | number
  }
  return simple
}
