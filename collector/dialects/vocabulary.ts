import type { SourceRank } from '@loop-observer/rules'
import type { AttributeValue } from '../receiver/span-view.ts'

/** What a span is, before any field of it is read. */
type SpanKind =
  | 'tool'
  | 'model'
  /** A run, an agent or a step of an agent: it rolls up what its children say, and never counts. */
  | 'agent'
  /** Looks like one of the others, and is none. */
  | 'ignore'
  | 'check'
  | 'bar'
  | 'user'
  | 'progress'

/** One condition on a span. */
export type Condition =
  | { readonly attribute: string; readonly is: readonly AttributeValue[] }
  | { readonly attribute: string; readonly starts: string }
  | { readonly attribute: string; readonly ends: string }
  | { readonly attribute: string; readonly present: boolean }
  | { readonly scope: string }
  | { readonly scopeStarts: string }
  | { readonly nameStarts: string }
  /** OTLP `SpanKind`: 1 internal, 2 server, 3 client, 4 producer, 5 consumer. */
  | { readonly spanKind: readonly number[] }

/** A span is of `kind` when every condition of `when` holds and no earlier test matched. */
export interface KindTest {
  readonly dialect: string
  readonly kind: SpanKind
  readonly when: readonly Condition[]
  /** For tools: how much this source weighs against others that report the same call. Default `own_span`. */
  readonly rank?: SourceRank
}

/** Where a field may stand. A bare string is an attribute key. */
export type Source =
  | string
  | {
      readonly attribute: string
      /** Only on spans of these dialects; on all when absent. */
      readonly only?: readonly string[]
      /** Keys into the value, which may be JSON text; `*` is the first element for which the rest exists. */
      readonly path?: readonly string[]
    }
  | {
      /** Name of a span event that carries the attribute. */
      readonly event: string
      readonly attribute: string
      readonly only?: readonly string[]
      readonly path?: readonly string[]
    }
  | {
      /** The span's name without this prefix. */
      readonly nameAfter: string
      readonly only?: readonly string[]
    }
