import { createMemory, judge, resolvePolicy, type Step } from '@loop-observer/rules'
import { plainSpan, type PlainSpan } from '../../conformance/dialects/plain-span.ts'
import type { SpanReadings } from '../../../collector/binding/binding.ts'
import { createBinder } from '../../../collector/binding/create-binder.ts'
import { spanReader } from '../../../collector/dialects/read.ts'
import { openStore } from '../../../collector/store/open-store.ts'
import { recordsOf } from './bind-spans.ts'

const receivedMs = 1_796_000_900_000
const policy = resolvePolicy(
  { digest: 't', mode: 'enforce', preset: 'strict' },
  { source: 'telemetry', agent: null, attributes: {} },
)

/** What the engine makes of a run. */
export interface Judged {
  readonly runs: readonly string[]
  readonly calls: number
  readonly models: number
  readonly tokens: number
  readonly findings: readonly unknown[]
  readonly decisions: readonly unknown[]
}

/** Reads, binds and judges spans that come in these batches, all within the hold of each other. */
export async function judgedSpans(batches: readonly (readonly PlainSpan[])[]): Promise<Judged> {
  const read = spanReader()
  return judgedReadings(
    batches.map((batch) =>
      batch
        .map(plainSpan)
        .map((span) => ({ readings: read(span), attributes: span.attributes, resource: span.resource })),
    ),
  )
}

/** Binds and judges what was read of spans and log records, likewise. */
export async function judgedReadings(batches: readonly (readonly SpanReadings[])[]): Promise<Judged> {
  const store = await openStore({ url: 'sqlite::memory:' })
  const binder = createBinder({ store, policies: { current: { digest: 'test' } } })
  const known = new Set<string>()
  const runs = new Set<string>()
  let memory = createMemory('run', 'telemetry', 't')
  const findings: unknown[] = []
  const decisions: unknown[] = []
  const take = (steps: readonly Step[]): void => {
    const judged = judge(memory, steps, policy)
    memory = judged.memory
    findings.push(...judged.findings)
    decisions.push(...judged.decisions)
  }
  for (const [index, batch] of batches.entries()) {
    const nowMs = receivedMs + (index * policy.holdMs) / (batches.length + 1)
    const bound = await binder.bind(batch, { tenant: 'default', source: 'telemetry', nowMs })
    for (const { intro } of bound) runs.add(intro.run)
    // As the log does: what has an id that it knows is dropped.
    const fresh = recordsOf(bound).filter(({ step }) => known.size < known.add(step.id).size)
    take(fresh.map(({ step }) => step))
  }
  await store.close()
  const at = { startedAtMs: 0, endedAtMs: 0, receivedAtMs: receivedMs + 2 * policy.holdMs }
  take([{ ...at, kind: 'tick', id: 'end', lane: '*', sequence: null, traceId: null, spanId: null }])
  const { toolCalls, steps, tokens } = memory.totals
  return { runs: [...runs].toSorted(), calls: toolCalls, models: steps, tokens, findings, decisions }
}
