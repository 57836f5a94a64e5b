import { RecentMap } from '../../recent-map.ts'
import type { SpanReader } from '../../dialects/read.ts'
import type { SpanPlace } from '../about-run.ts'

/** Which span stands around which, as far as spans have come; for the parent of decision spans. */
export interface Ancestors {
  note(span: SpanPlace & { readonly parentSpanId: string | null }, isAgent: boolean): void
  /**
   * The span around the run that `place` is in: the outermost one known to be an agent's, else the outermost
   * whose id is known, which is often one that has not ended yet. Null when `place` itself is not known.
   */
  runSpanOf(place: SpanPlace): SpanPlace | null
  /** The newest span of a trace, or null. */
  newestOf(traceId: string): SpanPlace | null
}

interface Known {
  readonly parentSpanId: string | null
  readonly isAgent: boolean
}

/** Deeper nesting is taken for a circle. */
const deepest = 64

/** Remembers at least the `most` spans last noted; about 200 bytes each. */
export function createAncestors(most = 20_000): Ancestors {
  const spans = new RecentMap<string, Known>(most)
  const newest = new RecentMap<string, string>(most)
  return {
    note({ traceId, spanId, parentSpanId }, isAgent) {
      spans.set(traceId + spanId, { parentSpanId, isAgent })
      newest.set(traceId, spanId)
    },
    runSpanOf({ traceId, spanId }) {
      let current = spanId
      let agent: string | null = null
      for (let depth = 0; depth < deepest; depth += 1) {
        const known = spans.get(traceId + current)
        if (known?.isAgent === true) agent = current
        if (known === undefined || known.parentSpanId === null) break
        current = known.parentSpanId
      }
      if (agent === null && current === spanId) return null
      return { traceId, spanId: agent ?? current }
    },
    newestOf(traceId) {
      const spanId = newest.get(traceId)
      return spanId === undefined ? null : { traceId, spanId }
    },
  }
}

/** The same reader, whose spans are noted; `returned` is told of our own decision spans, which are no steps. */
export function notingReader(
  read: SpanReader,
  ancestors: Ancestors,
  { scopeName, returned }: { readonly scopeName: string; readonly returned: () => void },
): SpanReader {
  return (span) => {
    const readings = read(span)
    if (readings.length === 0 && span.scopeName === scopeName) returned()
    else
      ancestors.note(
        span,
        readings.some(({ kind }) => kind === 'naming'),
      )
    return readings
  }
}
