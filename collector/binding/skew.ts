import type { SpanReadings } from './binding.ts'

/** Largest distance between the end of a service's spans and now, milliseconds, by `service.name`. */
export function clockSkews(spans: readonly SpanReadings[], nowMs: number): ReadonlyMap<string, number> {
  const skews = new Map<string, number>()
  let resource: SpanReadings['resource'] | null = null
  let service = ''
  for (const span of spans) {
    const [reading] = span.readings
    if (reading === undefined) continue
    // Spans of one resource stand together in a request.
    if (span.resource !== resource) {
      resource = span.resource
      const name = resource.get('service.name')
      service = typeof name === 'string' ? name : 'unknown'
    }
    const skewMs = Math.abs(reading.endMs - nowMs)
    if (skewMs > (skews.get(service) ?? -1)) skews.set(service, skewMs)
  }
  return skews
}
