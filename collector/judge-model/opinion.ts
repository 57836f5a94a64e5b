import type { OpinionFailure, Place, StepRecord } from '@loop-observer/rules'
import type { JudgeModelSettings } from '../config/settings.ts'
import { mark } from '../judging/marks.ts'

/** What came of one question. */
export interface Said {
  /** Null when no opinion came. */
  readonly answerable: boolean | null
  /** Why none came; null when one did. */
  readonly failure: OpinionFailure | null
  readonly tokensIn: number | null
  readonly tokensOut: number | null
  /** By the configured prices; null without prices or counts. */
  readonly costUsd: number | null
  /** How long the endpoint asks to be left alone, milliseconds; null when it did not say. */
  readonly retryAfterMs: number | null
  /** On the store's clock, milliseconds since the epoch. */
  readonly startedAtMs: number
  readonly endedAtMs: number
}

/** The opinion as a step of the run's log. Its id derives from the turn, so that a second one about it is dropped. */
export function opinionRecord(
  { lane, turn, ordinal }: Place,
  said: Said,
  { model }: Pick<JudgeModelSettings, 'model'>,
): StepRecord {
  const { answerable, failure, tokensIn, tokensOut, costUsd, startedAtMs, endedAtMs } = said
  const base = { ...mark(`opinion:${turn}`, lane, endedAtMs), startedAtMs }
  return {
    step: {
      ...base,
      kind: 'opinion',
      turn,
      ordinal,
      answerable,
      failure,
      model,
      tokensIn,
      tokensOut,
      costUsd,
    },
    preview: null,
  }
}

/** What the tokens cost, US dollars; null when a price or a count is not known. */
export function costOf(
  { priceIn, priceOut }: Pick<JudgeModelSettings, 'priceIn' | 'priceOut'>,
  { tokensIn, tokensOut }: Pick<Said, 'tokensIn' | 'tokensOut'>,
): number | null {
  if (priceIn === null || priceOut === null || tokensIn === null || tokensOut === null) return null
  return (tokensIn * priceIn + tokensOut * priceOut) / 1e6
}
