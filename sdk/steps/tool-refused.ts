import { loopAttributes, takenAwayText } from '@loop-observer/rules'
import type { Lane } from '../lane.ts'
import { guarded } from '../log.ts'
import type { RunState } from '../run-state.ts'

/**
 * Thrown by `run.tool` and `run.effect` instead of making a call with a tool that an operator took away
 * when the run was resumed: nothing has happened. Its message is fit for the model, as the failure of the
 * tool.
 */
export class ToolRefused extends Error {
  override readonly name = 'ToolRefused'
  /** The tool that was not called. */
  readonly tool: string

  constructor(tool: string) {
    super(takenAwayText(tool))
    this.tool = tool
  }
}

/** No step, for nothing was done; an event on the run's own span. */
export function refuseTool(run: RunState, lane: Lane, tool: string): ToolRefused {
  const event = { 'gen_ai.tool.name': tool, [loopAttributes.lane]: lane.name }
  guarded(
    run.settings.onError,
    'noting a refused tool',
    () => run.origin.span.span.addEvent('loop.tool_refused', event),
    undefined,
  )
  return new ToolRefused(tool)
}
