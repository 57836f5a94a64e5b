import { counted } from '@loop-observer/rules'

/**
 * Why an effect may not be made. `limit`: the run has used up its effects. `halted`: it is halted.
 * `denied`: a person said no. `unanswered`: a person was asked and has not answered in time. `used`:
 * under this id it was made, or begun, before. `unobserved`: no observer could be asked, and it must
 * not be made without.
 */
export type RefusalReason = 'limit' | 'halted' | 'denied' | 'unanswered' | 'used' | 'unobserved'

/** Why an effect may not be made, with what counted then. */
export interface Denial {
  readonly reason: RefusalReason
  /** Effects that count as used. */
  readonly used: number
  /** Effects that the run may make; null where that was not looked at, or is no bound. */
  readonly limit: number | null
}

/** An effect that may not be made. */
export interface Refusal {
  readonly tool: string
  readonly effectId: string
  readonly reason: RefusalReason
  /** Effects that the run may make, where that was the reason; else null. */
  readonly limit: number | null
}

/**
 * Thrown by `run.tool` and `run.effect` instead of making a call that is an effect and may not be
 * made: nothing has happened. Its message is fit for the model, as the failure of the tool. With the
 * reason `limit` the next checkpoint halts the run (`budget_effects`).
 */
export class EffectRefused extends Error {
  override readonly name = 'EffectRefused'
  /** The tool that was not called. */
  readonly tool: string
  /** Name of the effect in its run. */
  readonly effectId: string
  readonly reason: RefusalReason
  /** Effects that the run may make, where that was the reason; else null. */
  readonly limit: number | null

  constructor(refusal: Refusal) {
    super(`${refusal.tool} was not run: ${whyText(refusal)}`)
    this.tool = refusal.tool
    this.effectId = refusal.effectId
    this.reason = refusal.reason
    this.limit = refusal.limit
  }
}

function whyText({ reason, limit }: Refusal): string {
  if (reason !== 'limit') return whyTexts[reason]
  const why =
    limit === null || limit <= 0
      ? 'this run may make no effects'
      : `the ${counted(limit, 'effect')} that this run may make ${limit === 1 ? 'is' : 'are'} used up`
  return `${why}. Do not try again; answer with what is done, and say what is not.`
}

const whyTexts: Readonly<Record<Exclude<RefusalReason, 'limit'>, string>> = {
  halted: 'the run is halted. Make no further calls.',
  denied: 'a person did not approve it. Do not try again; go on without it, or say that it was not done.',
  unanswered: 'a person must approve it and has not answered yet. Go on without it, or say that it waits.',
  used: 'it was made, or begun, before. Do not make it once more; look whether it has happened.',
  unobserved: 'nobody could be asked whether it may be made. Go on without it, or say that it was not done.',
}
