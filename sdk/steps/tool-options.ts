import { flagOf, textOf } from '../given.ts'

/** What the application knows about a call beyond its name and arguments. */
export interface ToolOptions {
  /** True when the call changes the outside world; default: by the tool's name, as the policy says. Reserved before it is made. */
  readonly effect?: boolean
  /**
   * The application's name for the effect, unique in the run, for example the number of the invoice: what
   * was made under it is not made again, whichever process asks. Default: a new name for each call.
   */
  readonly effectId?: string
  /** True when a person must approve the effect before it is made; default: as the policy says. */
  readonly needsApproval?: boolean
  /** What the effect is, for the person who may have to approve it. It leaves the process, secrets masked. */
  readonly note?: string
  /** From the tool's annotations, where there are any (MCP `readOnlyHint`). */
  readonly readOnly?: boolean
  /**
   * True when its output is a pass of a check (a compiler, a test runner, a validator); default: by the tool's
   * name, as `tools.checks` of the policy has it. Then it is judged as `run.check` is, from its failing lines.
   */
  readonly check?: boolean
  /** Id of the call, unique in the run. */
  readonly callId?: string
  /** Calls of one model turn share it; default: the stretch since the last checkpoint. */
  readonly round?: string
}

/** A call to be made. */
export interface ToolCall<Result> {
  readonly tool: string
  readonly args: unknown
  readonly work: (signal: AbortSignal) => Result | Promise<Result>
  readonly options: ToolOptions
}

/** What can be used of the options that plain JavaScript may have given. Never throws. */
export function toolOptionsOf(given: unknown): ToolOptions {
  const effect = flagOf(given, 'effect')
  const readOnly = flagOf(given, 'readOnly')
  const callId = textOf(given, 'callId')
  const round = textOf(given, 'round')
  const effectId = textOf(given, 'effectId')
  const needsApproval = flagOf(given, 'needsApproval')
  const note = textOf(given, 'note')
  const check = flagOf(given, 'check')
  return {
    ...(check === undefined ? {} : { check }),
    ...(effectId === undefined ? {} : { effectId: effectId.slice(0, 256).toWellFormed() }),
    ...(needsApproval === undefined ? {} : { needsApproval }),
    ...(note === undefined ? {} : { note }),
    ...(effect === undefined ? {} : { effect }),
    ...(readOnly === undefined ? {} : { readOnly }),
    ...(callId === undefined ? {} : { callId }),
    ...(round === undefined ? {} : { round }),
  }
}
