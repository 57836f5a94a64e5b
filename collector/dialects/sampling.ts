import type { SpanView } from '../receiver/span-view.ts'

/**
 * Whether the span says that a sampler lets only some spans through: a threshold above 0 in its
 * `tracestate` (`ot=th:…`, OpenTelemetry specification, "TraceState: Probability Sampling"), or a
 * probability below 1 among its attributes. A sampler that leaves no mark is not seen.
 */
export function isSampled(span: SpanView): boolean {
  return hasThreshold(span.traceState) || isBelowOne(span.attributes.get('sampling.probability'))
}

/** Vendors' entries stand apart by commas, the fields of OpenTelemetry's own by semicolons. */
function hasThreshold(traceState: string): boolean {
  if (traceState === '') return false
  const entry = traceState.split(',').find((each) => each.trim().startsWith('ot='))
  const fields = entry?.trim().slice(3).split(';') ?? []
  return fields.some((each) => /^th:[0-9a-f]*[1-9a-f]/i.test(each))
}

function isBelowOne(probability: unknown): boolean {
  if (typeof probability !== 'number' && typeof probability !== 'string') return false
  return probability !== '' && Number(probability) < 1
}
