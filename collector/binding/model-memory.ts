import type { ModelReading } from '../dialects/reading.ts'
import type { RunKey } from '../store/store.ts'
import { overlap } from './call-group.ts'
import { nearlyOneRatio, sharedRatio } from './nesting.ts'
import { RecentMap } from '../recent-map.ts'

/**
 * Keeps one reading of each model call where several instrumentations report it, one within the
 * other (a framework and a provider's client) or side by side. The innermost counts, unless the outer is a
 * step of the SDK or was counted before; what it leaves out is taken from the outer. Knows the calls of earlier batches, bounded.
 */
export class ModelMemory {
  /** Span ids that have a model call as their child. */
  readonly #parents = new RecentMap<string, true>(20_000)
  /** Span ids of model steps of the SDK. */
  readonly #steps = new RecentMap<string, true>(5000)
  /** Span ids of model calls that were counted. */
  readonly #counted = new RecentMap<string, true>(20_000)
  /** The newest model calls of a trace, for those that two instrumentations report side by side. */
  readonly #beside = new RecentMap<string, readonly Seen[]>(5000)

  /** By the run and the provider's id of an answer: who told of it first. */
  readonly #answers = new RecentMap<string, Told>(10_000)

  /** The readings that count, in the order given. */
  select(key: RunKey, models: readonly ModelReading[]): readonly ModelReading[] {
    const reportedBefore = models.map(({ spanId }) => this.#parents.get(spanId) === true)
    for (const { stepId, spanId } of models) if (stepId !== null) this.#steps.set(spanId, true)
    const inner = models.filter(({ parentSpanId }) => !this.#isStep(parentSpanId))
    for (const { parentSpanId } of inner) if (parentSpanId !== null) this.#parents.set(parentSpanId, true)
    const outers = new Map(models.map((model) => [model.spanId, model]))
    const counted = models.flatMap((model, index) => {
      if (model.stepId !== null) return [reportedBefore[index] === true ? withoutTokens(model) : model]
      const { spanId, parentSpanId } = model
      if (this.#isStep(parentSpanId) || this.#parents.get(spanId) === true) return []
      // The outer was counted before its inner came: the same call once more.
      if (parentSpanId !== null && this.#counted.get(parentSpanId) === true) return []
      if (this.#isTwin(model) || this.#isAnswered(key, model)) return []
      const outer = parentSpanId === null ? undefined : outers.get(parentSpanId)
      // Of several within one the first has what the outer says.
      if (parentSpanId !== null) outers.delete(parentSpanId)
      return [outer === undefined ? model : filledUp(model, outer)]
    })
    for (const { stepId, spanId } of counted) if (stepId === null) this.#counted.set(spanId, true)
    return counted
  }

  /** Another vocabulary reported a call of the same tokens at the same time; what it reported first counts. */
  #isTwin(model: ModelReading): boolean {
    const { traceId, spanId, dialect, startMs, endMs, tokensIn, tokensOut, log } = model
    if (traceId === null || tokensIn === null || tokensOut === null || log !== undefined) return false
    const seen = this.#beside.get(traceId) ?? []
    if (seen.some((each) => each.spanId === spanId)) return false
    const isTwin = seen.some(
      (each) =>
        each.dialect !== dialect &&
        each.tokensIn === tokensIn &&
        each.tokensOut === tokensOut &&
        sharedRatio(each, model) >= nearlyOneRatio,
    )
    if (!isTwin) {
      const entry: Seen = { spanId, dialect, startMs, endMs, tokensIn, tokensOut }
      this.#beside.set(traceId, [...seen.slice(1 - mostBeside), entry])
    }
    return isTwin
  }

  /** Another vocabulary told of the same answer at the same time; one from a provider's cache comes again later. */
  #isAnswered(key: RunKey, { spanId, dialect, startMs, endMs, responseId, log }: ModelReading): boolean {
    if (responseId === undefined || log !== undefined) return false
    const answer = `${key}\n${responseId}`
    const first = this.#answers.get(answer)
    if (first === undefined) this.#answers.set(answer, { spanId, dialect, startMs, endMs })
    return first !== undefined && first.dialect !== dialect && overlap(first, { startMs, endMs })
  }

  #isStep(spanId: string | null): boolean {
    return spanId !== null && this.#steps.get(spanId) === true
  }
}

type Told = Pick<ModelReading, 'spanId' | 'dialect' | 'startMs' | 'endMs'>
type Seen = Pick<ModelReading, 'spanId' | 'dialect' | 'startMs' | 'endMs' | 'tokensIn' | 'tokensOut'>

const mostBeside = 8

/** Its tokens were counted with the child that came before it. */
function withoutTokens(model: ModelReading): ModelReading {
  return { ...model, tokensIn: null, tokensOut: null, costUsd: null }
}

/** What the inner one leaves out, from the outer; tokens are taken together. */
function filledUp(inner: ModelReading, outer: ModelReading): ModelReading {
  const isCounted = inner.tokensIn !== null || inner.tokensOut !== null
  return {
    ...inner,
    model: inner.model ?? outer.model,
    ...(isCounted ? {} : { tokensIn: outer.tokensIn, tokensOut: outer.tokensOut }),
    costUsd: inner.costUsd ?? outer.costUsd,
    text: inner.text ?? outer.text,
  }
}
