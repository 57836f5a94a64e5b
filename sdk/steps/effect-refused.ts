import { counted } from '@loop-observer/rules'

/**
 * Thrown by `run.tool` instead of making a call that would exceed the limit on effects: nothing has
 * happened. Its message is fit for the model, as the failure of the tool; the next checkpoint halts
 * the run with the reason `budget_effects`.
 */
export class EffectRefused extends Error {
  override readonly name = 'EffectRefused'
  /** The tool that was not called. */
  readonly tool: string
  /** Effects that the run may make; all of them were made, or are on. */
  readonly limit: number

  constructor(tool: string, limit: number) {
    super(
      `${tool} was not run: ${whyText(limit)}. Do not try again; answer with what is done, and say what is not.`,
    )
    this.tool = tool
    this.limit = limit
  }
}

function whyText(limit: number): string {
  if (limit <= 0) return 'this run may make no effects'
  return `the ${counted(limit, 'effect')} that this run may make ${limit === 1 ? 'is' : 'are'} used up`
}
