import { context } from '@opentelemetry/api'
import { counted, loopAttributes, maskSecrets, type Hashing } from '@loop-observer/rules'
import { haltFor, type LimitHit } from './advice/backstop.ts'
import { hear, lookAfter } from './advice/checkpoint.ts'
import { Connection } from './client/connection.ts'
import { unref, within } from './client/deadline.ts'
import { RunReporter } from './client/run-reporter.ts'
import { entriesOf, fieldOf, flagOf, textOf } from './given.ts'
import { createHashing } from './hashing.ts'
import { mintRunId } from './tracing/ids.ts'
import { tell } from './log.ts'
import { inheritBar } from './steps/frozen-bar.ts'
import { errorText } from './steps/observed-value.ts'
import { settingsOf, type ObserverOptions, type Settings } from './options.ts'
import { outcomeOf, type Ending, type RunOutcome } from './outcome/outcome.ts'
import { Ended, runView, type Run } from './run.ts'
import { mainLane, RunState } from './run-state.ts'
import { beginSpan, endMsOf, endSpan, withMark } from './tracing/spans.ts'

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

/** Observes the runs of one agent. */
export interface Observer {
  /**
   * Runs the agent's loop. Resolves to what became of it, whether it answered, was stopped or
   * threw. Returning a plain value is answering.
   */
  run<Answer = null>(
    options: RunOptions,
    work: (run: Run) => Promise<Ended<Answer> | Answer | void> | Ended<Answer> | Answer | void,
  ): Promise<RunOutcome<Answer>>
  /** Waits, at most `timeoutMs` (default 5000), for runs that ended while the observer was away to be reported; then gives them up. */
  shutdown(timeoutMs?: number): Promise<void>
}

/** Makes an observer of an agent's runs. Never throws: options that cannot be used are told to `onError`. */
export function loopObserver(options: ObserverOptions): Observer {
  const settings = settingsOf(options)
  const shared: Shared = {
    settings,
    hashing: createHashing(settings.hashKey),
    connection: settings.endpoint === null ? null : new Connection(settings, settings.endpoint),
    endings: new Set(),
    live: new Map(),
    hurry: new AbortController(),
    giveUp: new AbortController(),
  }
  return {
    run: async (runOptions, work) => {
      const run = begin(shared, runOptions)
      const ended = await carryOut(run, work)
      const outcome = await end(shared, run, ended.ending)
      if (ended.isThrown && flagOf(runOptions, 'rethrow') === true) throw outcome.cause
      return outcome
    },
    shutdown: async (timeoutMs = 5000) => {
      shared.hurry.abort()
      await within(Promise.all(shared.endings), timeoutMs, null)
      shared.giveUp.abort()
    },
  }
}

interface Shared {
  readonly settings: Settings
  readonly hashing: Hashing
  readonly connection: Connection | null
  /** Runs of this process that are on, by id. */
  readonly live: Map<string, RunState>
  /** Ends of runs on their way to the observer. */
  readonly endings: Set<Promise<void>>
  /** Aborted when the application waits for them. */
  readonly hurry: AbortController
  readonly giveUp: AbortController
}

interface HowItEnded<Answer> {
  readonly ending: Ending<Answer>
  /** True when the callback threw. */
  readonly isThrown: boolean
}

function begin({ settings, hashing, connection, live }: Shared, options: RunOptions): RunState {
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

/** Runs the callback; the time limit ends the wait for it, at the latest after the grace period. */
async function carryOut<Answer>(
  run: RunState,
  work: (run: Run) => Promise<Ended<Answer> | Answer | void> | Ended<Answer> | Answer | void,
): Promise<HowItEnded<Answer>> {
  const { seconds } = run.settings.limits
  const heartbeat = setInterval(() => lookAfter(run), run.settings.heartbeatMs)
  unref(heartbeat)
  let timer: ReturnType<typeof setTimeout> | undefined
  const overdue = new Promise<HowItEnded<Answer>>((resolve) => {
    if (seconds === null) return
    const giveUp = (): void => resolve({ ending: { kind: 'overdue' }, isThrown: false })
    const look = (): void => {
      // Waiting for a person is not charged.
      const leftMs = (seconds - run.totals.seconds) * 1000
      if (leftMs > 0) {
        timer = setTimeout(look, Math.min(Math.ceil(leftMs), longestTimerMs))
      } else {
        stopForTime(run, seconds)
        timer = setTimeout(giveUp, run.settings.graceMs)
      }
    }
    look()
  })
  try {
    return await Promise.race([settled(run, work), overdue])
  } finally {
    clearInterval(heartbeat)
    clearTimeout(timer)
  }
}

/** Longest delay that a timer takes, milliseconds: 2^31 - 1. */
const longestTimerMs = 2_147_483_647

async function settled<Answer>(
  run: RunState,
  work: (run: Run) => Promise<Ended<Answer> | Answer | void> | Ended<Answer> | Answer | void,
): Promise<HowItEnded<Answer>> {
  try {
    const value = await context.with(run.origin.span.context, work, undefined, runView(run, run.main))
    return { ending: Ended.endingOf(value), isThrown: false }
  } catch (error) {
    const message = errorText(error)
    if (isRefusal(error) && fieldOf(error, 'reason') === 'unanswered') {
      return { ending: { kind: 'suspended', message, cause: error }, isThrown: true }
    }
    if (run.effects.refused !== null && isRefusal(error)) stopFor(run, run.effects.refused)
    return { ending: { kind: 'failed', message, resumable: false, cause: error }, isThrown: true }
  }
}

/** By its name, for `instanceof` throws on some of what can be thrown. */
function isRefusal(error: unknown): boolean {
  return fieldOf(error, 'name') === 'EffectRefused'
}

function stopForTime(run: RunState, seconds: number): void {
  stopFor(run, { reason: 'budget_time', used: run.totals.seconds, limit: seconds, unit: 'second' })
}

function stopFor(run: RunState, hit: LimitHit): void {
  run.halt(haltFor(hit, { run: run.runId, lane: mainLane, totals: run.totals }))
}

async function end<Answer>(
  shared: Shared,
  run: RunState,
  ending: Ending<Answer>,
): Promise<RunOutcome<Answer>> {
  const { span, reporter } = run.origin
  const { halt } = run.main
  const before = outcomeOf(run, ending)
  const endMs = endMsOf(span)
  run.ended = true
  if (shared.live.get(run.runId) === run) shared.live.delete(run.runId)
  if (reporter !== null) {
    if (halt?.source === 'observer' && before.outcome !== 'answered') {
      reporter.ack({ seq: halt.decision.seq, stage: 'acted', lane: mainLane })
    }
    const report = { id: `outcome:${span.spanId}`, outcome: before.outcome }
    const first = reporter.end(report)
    const patience = { hurry: shared.hurry.signal, giveUp: shared.giveUp.signal }
    keepTrying(shared, first, () => reporter.endLater(report, patience))
    if (await within(first, run.settings.waitMs, false)) run.observed = true
    if (reporter.dropped > 0) {
      tell(
        run.settings.onError,
        `${counted(reporter.dropped, 'step')} of run ${run.runId} could not be reported`,
        null,
      )
    }
  }
  const outcome = { ...before, observed: run.observed }
  const failure = outcome.outcome === 'failed' ? (outcome.stopped?.message ?? '') : null
  const attributes = {
    [loopAttributes.outcome]: outcome.outcome,
    ...(outcome.verified === null ? {} : { [loopAttributes.verified]: outcome.verified }),
    ...(outcome.observed ? {} : { [loopAttributes.unobserved]: true }),
  }
  endSpan(span, attributes, failure, endMs)
  return outcome
}

/** What the first attempt does not bring to the observer is tried again in the background. */
function keepTrying({ endings, giveUp }: Shared, first: Promise<boolean>, again: () => Promise<void>): void {
  const ending = first.then((isTaken) => (isTaken || giveUp.signal.aborted ? undefined : again()))
  endings.add(ending)
  void ending.finally(() => endings.delete(ending))
}
