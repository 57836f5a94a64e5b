import { isAdvice, type Advice } from './advice/advice.ts'
import { recordBar, type Criteria } from './steps/bar.ts'
import { recordCheck, type CheckOptions, type CheckResult } from './steps/check.ts'
import { checkpoint } from './advice/checkpoint.ts'
import type { Until } from './gap/gap.ts'
import { flagOf } from './given.ts'
import type { Lane } from './lane.ts'
import { recordModel, runModel, type ModelReport } from './steps/model.ts'
import { errorText, nameOf } from './steps/observed-value.ts'
import { mayUse } from '@loop-observer/rules'
import type { Ending } from './outcome/outcome.ts'
import { recordProgress } from './steps/progress.ts'
import { mainLane, type RunState } from './run-state.ts'
import { runTool } from './steps/tool.ts'
import { toolOptionsOf, type ToolOptions } from './steps/tool-options.ts'
import { untilIn } from './gap/until.ts'

/** What the callback of a run returns to say how the run ended. */
export class Ended<Answer> {
  readonly #ending: Ending<Answer>

  constructor(ending: Ending<Answer>) {
    this.#ending = ending
  }

  /** How a run ended whose callback returned `returned`: as that says, else with it as the answer. Never throws, as `instanceof` may. */
  static endingOf<Answer>(returned: Ended<Answer> | Answer | void): Ending<Answer> {
    if (typeof returned === 'object' && returned !== null && #ending in returned) return returned.#ending
    return { kind: 'answered', answer: (returned as Answer | undefined) ?? null }
  }
}

/**
 * A run as the agent sees it. Only what the agent's own functions throw comes through, and
 * `EffectRefused` and `ToolRefused` from `tool` and `effect` where a call may not be made.
 */
export interface Run {
  readonly id: string
  /** 32 hex digits. */
  readonly traceId: string
  /** The lane that this view stands for. */
  readonly name: string
  /** Aborted on a halt, and when the time limit is reached. */
  readonly signal: AbortSignal
  /**
   * Asks, before each model call, whether to go on; reports the steps so far in the same round
   * trip. Given a report, it records a model step first. Waits at most `waitMs`.
   */
  checkpoint(report?: ModelReport): Promise<Advice>
  /**
   * Makes a tool call inside a span and records it. What `work` throws is thrown unchanged.
   *
   * A call that is an effect (it changes the outside world: `effect: true`, or by its name as the policy
   * has it) is reserved before it happens, at the observer for all processes of the run together, and
   * confirmed after. With `limits: { effects: 2 }` the third is refused, not reported: `work` is not
   * called, `EffectRefused` is thrown (its message tells the model), and the next checkpoint halts with
   * the reason `budget_effects`. Where a person must approve it, this waits, and the time is not
   * charged. One that failed gives its place back, unless nobody knows how far it came.
   */
  tool<Result>(
    tool: string,
    args: unknown,
    work: (signal: AbortSignal) => Result | Promise<Result>,
    options?: ToolOptions,
  ): Promise<Result>
  /**
   * Whether the run may use the tool: an operator who resumes a run may take tools away, or leave only some
   * (`loop-observer resume RUN --deny 'search_*'`). Known from the first checkpoint or call on; `tool` throws
   * `ToolRefused` for the others. For choosing what the model is offered.
   */
  mayUse(tool: string): boolean
  /** As `tool`, for a call that changes the outside world whatever its name. */
  effect<Result>(
    tool: string,
    args: unknown,
    work: (signal: AbortSignal) => Result | Promise<Result>,
    options?: Omit<ToolOptions, 'effect' | 'readOnly'>,
  ): Promise<Result>
  /** Records a model call that has just ended. */
  model(report: ModelReport): void
  /** Makes a model call inside a span and records what `read` finds in its result. What `work` throws is thrown unchanged. */
  callModel<Result>(
    model: string,
    work: (signal: AbortSignal) => Result | Promise<Result>,
    read: (result: Result) => ModelReport,
  ): Promise<Result>
  /** A subtask is done. */
  progress(note: string): void
  /**
   * Reports one pass of an independent check: a line for each thing that still fails, none when it
   * is clean. Lines are compared as they are, every number masked, so that an error that moves down
   * three lines is the same error. What the pass means comes back at once; the next checkpoint
   * nudges or halts by it. The newest check decides `verified` of the outcome. Only signatures of
   * the lines leave the process, unless `capture` says otherwise.
   */
  check(name: string, failures: readonly string[], options?: CheckOptions): CheckResult
  /**
   * Registers the bar that checks are held against, before the first of them shows one. It may be
   * raised later, and never lowered: a criterion that is missing or rewritten in a later bar stops
   * the run with the reason `bar_lowered`. Keep criteria where the agent cannot edit them.
   */
  bar(criteria: Criteria): void
  /**
   * Loops on the gap: calls `attempt` with what still fails until `check` finds nothing, or the
   * result validates by a schema (zod, valibot, any Standard Schema). How many attempts it takes is
   * an output. Ends unverified when the failures stop shrinking, when a checkpoint before an attempt
   * halts, when the bar is lowered, and when `signal` is aborted; then `run.stop(result.advice)`
   * ends the run with the open gap named. Throws only what `check` and `attempt` throw.
   *
   *     const page = await run.until(() => failingTests(), (gap) => fix(gap.failures))
   *     return page.verified ? run.answer(page.value) : run.stop(page.advice)
   */
  readonly until: Until
  /** Ends the run with an answer. */
  answer<Answer>(answer: Answer): Ended<Answer>
  /** Ends the run as advised; without advice, for the application's own reasons. */
  stop(advice?: Advice): Ended<never>
  /** Ends the run as failed. `resumable`: a later run may pick it up; default false. */
  fail(reason: unknown, options?: { readonly resumable?: boolean }): Ended<never>
  /** The same run seen by another of its actors: its loops are judged apart, and its halt stops only it. */
  lane(name: string): Run
}

/** The view that one lane has of a run. */
export function runView(run: RunState, lane: Lane): Run {
  return {
    id: run.runId,
    traceId: run.origin.span.traceId,
    name: lane.name,
    get signal() {
      return lane.signal
    },
    checkpoint: (report) => checkpoint(run, lane, report),
    tool: (tool, args, work, options) =>
      runTool(run, lane, { tool: nameOf(tool, 'tool'), args, work, options: toolOptionsOf(options) }),
    mayUse: (tool) => mayUse(run.tools, String(tool)),
    effect: (tool, args, work, options) => {
      const known = { ...toolOptionsOf(options), effect: true, readOnly: false }
      return runTool(run, lane, { tool: nameOf(tool, 'tool'), args, work, options: known })
    },
    model: (report) => recordModel(run, lane, report),
    callModel: (model, work, read) => runModel(run, lane, { model, work, read }),
    progress: (note) => recordProgress(run, lane, note),
    check: (name, failures, options) =>
      recordCheck(run, lane, { check: nameOf(name, 'check'), failures, options: options ?? {} }),
    bar: (criteria) => recordBar(run, lane, criteria),
    until: untilIn(run, lane),
    answer: (answer) => new Ended({ kind: 'answered', answer }),
    stop: (advice) => new Ended({ kind: 'stopped', advice: isAdvice(advice) ? advice : lane.halt }),
    fail: (reason, options) =>
      new Ended({
        kind: 'failed',
        message: typeof reason === 'string' ? reason : errorText(reason),
        resumable: flagOf(options, 'resumable') ?? false,
        cause: reason,
      }),
    lane: (name) =>
      runView(run, run.lane(typeof name === 'string' && name !== '' ? name.slice(0, 256) : mainLane)),
  }
}
