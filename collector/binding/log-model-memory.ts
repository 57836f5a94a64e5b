import type { ModelReading } from '../dialects/reading.ts'
import type { RunKey } from '../store/store.ts'
import { RecentMap } from '../recent-map.ts'

/**
 * Model calls that log records tell, beside those of spans. A program that exports both tells each
 * call twice, with nothing in common to join them by: a run's model calls are taken from whichever
 * came first, spans before logs in one batch. A record that accompanies its span gives it its text.
 */
export class LogModelMemory {
  readonly #sources = new RecentMap<RunKey, 'spans' | 'logs'>(20_000)

  /** The readings that count, of spans with the text that a record in the batch has for them. */
  select(key: RunKey, models: readonly ModelReading[]): readonly ModelReading[] {
    const spans = models.filter(({ log }) => log === undefined)
    if (spans.length === 0 && !models.some(isCountingLog)) return spans
    const source = this.#sources.get(key) ?? (spans.length > 0 ? 'spans' : 'logs')
    this.#sources.set(key, source)
    return source === 'spans' ? withTexts(spans, models) : models.filter(isCountingLog)
  }
}

function isCountingLog({ log }: ModelReading): boolean {
  return log !== undefined && log.accompanies !== true
}

function withTexts(spans: readonly ModelReading[], models: readonly ModelReading[]): readonly ModelReading[] {
  const texts = new Map<string, string>()
  for (const { log, parentSpanId, text } of models) {
    if (log?.accompanies === true && parentSpanId !== null && text !== null) texts.set(parentSpanId, text)
  }
  return spans.map((span) => (span.text === null ? { ...span, text: texts.get(span.spanId) ?? null } : span))
}
