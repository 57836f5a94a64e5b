import { createBinder, type BinderParts } from '../../../collector/binding/create-binder.ts'
import { spanReader } from '../../../collector/dialects/read.ts'
import type { BoundSteps } from '../../../collector/judging/judging.ts'
import type { SpanView } from '../../../collector/receiver/span-view.ts'
import { openStore } from '../../../collector/store/open-store.ts'
import type { Store } from '../../../collector/store/store.ts'
import type { PolicyFile, StepRecord, ToolStep } from '@loop-observer/rules'

/** Reads and binds spans as one process does. */
export interface SpanBinding {
  readonly store: Store
  /** One batch. */
  readonly bind: (
    spans: readonly SpanView[],
    context?: { readonly tenant?: string; readonly nowMs?: number },
  ) => Promise<readonly BoundSteps[]>
  close(): Promise<void>
}

/** A reader and a binder on a SQLite store in memory, or on the store given. */
export async function spanBinding(
  options: Omit<Partial<BinderParts>, 'store' | 'policies'> & {
    readonly policy?: Partial<PolicyFile>
    readonly store?: Store
  } = {},
): Promise<SpanBinding> {
  const store = options.store ?? (await openStore({ url: 'sqlite::memory:' }))
  const current: PolicyFile = { digest: 'test', ...options.policy }
  const binder = createBinder({ ...options, store, policies: { current } })
  const read = spanReader({
    onFault: (error) => {
      throw error
    },
  })
  return {
    store,
    bind: (spans, { tenant = 'default', nowMs = 1_796_000_001_000 } = {}) =>
      binder.bind(
        spans.map((span) => ({ readings: read(span), attributes: span.attributes, resource: span.resource })),
        { tenant, source: 'telemetry', nowMs },
      ),
    close: async () => {
      if (options.store === undefined) await store.close()
    },
  }
}

/** All records of a batch. */
export function recordsOf(bound: readonly BoundSteps[]): readonly StepRecord[] {
  return bound.flatMap(({ records }) => records)
}

/** The tool steps among them. */
export function toolSteps(bound: readonly BoundSteps[]): readonly ToolStep[] {
  return recordsOf(bound).flatMap(({ step }) => (step.kind === 'tool' ? [step] : []))
}
