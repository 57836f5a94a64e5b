import type { Hashing } from '@loop-observer/rules'
import type { BoundSteps, Judge } from '../judging/judging.ts'
import type { PolicyBook } from '../judging/policy-book.ts'
import type { Metrics } from '../metrics/metrics.ts'
import type { Encoding } from '../receiver/decode.ts'
import type { ReceiverLimits } from '../receiver/limits.ts'
import type { Store } from '../store/store.ts'

/** An OTLP request that a checkpoint brings along. */
interface IngestRequest {
  readonly encoding: Encoding
  readonly body: Buffer
  readonly tenant: string
  /** Run that spans without `loop.run.id` belong to. */
  readonly run: string
  /** On the store's clock, milliseconds since the epoch. */
  readonly nowMs: number
  /** How the agent is attached; decides the mode of a run not seen before. */
  readonly source: 'sdk' | 'telemetry' | 'hooks'
}

/** Steps of an OTLP request, and the spans that can never become steps. */
export interface Ingested {
  readonly steps: readonly BoundSteps[]
  readonly rejected: number
  readonly rejectedReason: string
}

/** Decoding, dialects and binding of one OTLP request. Throws what they throw. */
export type Ingest = (request: IngestRequest) => Promise<Ingested>

/** How large the bodies of checkpoints may be, one and all at once. */
type BodySizes = Pick<
  ReceiverLimits,
  'compressedBytes' | 'inflatedBytes' | 'requestsInFlight' | 'bytesInFlight'
>

/** What the control channel works with. */
export interface ControlContext {
  readonly store: Store
  readonly judge: Judge
  readonly policies: Pick<PolicyBook, 'current' | 'forRun'>
  readonly metrics: Metrics
  readonly ingest: Ingest
  /** Of the bodies of checkpoints. */
  readonly bodyLimits: BodySizes
  /** True when this observer received the span and found no step in it. */
  readonly isSpanWithoutStep: (tenant: string, spanId: string) => boolean
  /** What fingerprints and digests are made with. */
  readonly hashing: Hashing
  /** Where this observer takes spans, as it listens. */
  readonly otlp: { readonly http: string; readonly grpc: string }
  /** Version of the product, for `/openapi.json` and `/healthz`. */
  readonly version: string
}
