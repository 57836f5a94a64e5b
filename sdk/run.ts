import type { Advice } from './advice.ts'
import { checkpoint } from './checkpoint.ts'
import type { Lane } from './lane.ts'
import { recordModel, runModel, type ModelReport } from './model.ts'
import { errorText } from './observed-value.ts'
import type { Ending } from './outcome.ts'
import { recordProgress } from './progress.ts'
import { mainLane, type RunState } from './run-state.ts'
import { runTool, type ToolOptions } from './tool.ts'

/** What the callback of a run returns to say how the run ended. */
export class Ended<Answer> {
  readonly ending: Ending<Answer>

  constructor(ending: Ending<Answer>) {
    this.ending = ending
  }
}

/** A run as the agent sees it. Nothing here throws by itself: only what the agent's own functions throw comes through. */
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
  /** Makes a tool call inside a span and records it. What `work` throws is thrown unchanged. */
  tool<Result>(
    tool: string,
    args: unknown,
    work: (signal: AbortSignal) => Result | Promise<Result>,
    options?: ToolOptions,
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
      runTool(run, lane, { tool: String(tool), args, work, options: options ?? {} }),
    model: (report) => recordModel(run, lane, report),
    callModel: (model, work, read) => runModel(run, lane, { model, work, read }),
    progress: (note) => recordProgress(run, lane, note),
    answer: (answer) => new Ended({ kind: 'answered', answer }),
    stop: (advice) => new Ended({ kind: 'stopped', advice: advice ?? lane.halt }),
    fail: (reason, options) =>
      new Ended({
        kind: 'failed',
        message: typeof reason === 'string' ? reason : errorText(reason),
        resumable: options?.resumable ?? false,
        cause: reason,
      }),
    lane: (name) =>
      runView(run, run.lane(typeof name === 'string' && name !== '' ? name.slice(0, 256) : mainLane)),
  }
}
