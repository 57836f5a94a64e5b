import type { PolicyFile, Step, StepRecord } from '@loop-observer/rules'
import { createBinder } from '../binding/create-binder.ts'
import type { RunKeyStore } from '../binding/run-keys.ts'
import { logReader } from '../dialects/read-log.ts'
import { spanReader } from '../dialects/read.ts'
import type { LogView } from '../receiver/log-view.ts'
import type { SpanView } from '../receiver/span-view.ts'
import type { RunKey } from '../store/store.ts'

/** A run put together from spans. */
export interface SpanRun {
  readonly run: string
  readonly agent: string | null
  readonly task: string | null
  readonly attributes: Readonly<Record<string, string>>
  /** In the order in which they ended, received when they ended. */
  readonly steps: readonly Step[]
  /** The same with what people may see of them. */
  readonly records: readonly StepRecord[]
}

/** The runs that spans and log records tell of, read and bound together as the observer does. */
export async function spanRuns(
  spans: readonly SpanView[],
  policy: PolicyFile,
  logs: readonly LogView[] = [],
): Promise<readonly SpanRun[]> {
  const read = spanReader()
  const readLog = logReader()
  const binder = createBinder({ store: newStore(), policies: { current: policy } })
  const told = [
    ...spans.map((span) => ({ atMs: span.endMs, record: span, readings: read(span) })),
    ...logs.map((log) => ({ atMs: log.timeMs, record: log, readings: readLog(log) })),
  ].toSorted((a, b) => a.atMs - b.atMs)
  const readings = told.map(({ record: { attributes, resource }, readings: all }) => ({
    readings: all,
    attributes,
    resource,
  }))
  const nowMs = Math.max(0, told.at(-1)?.atMs ?? 0)
  const bound = await binder.bind(readings, { tenant: 'default', source: 'telemetry', nowMs })
  return bound.map(({ intro: { run, agent, task, attributes }, records }) => {
    const ordered = inOrder(records)
    return { run, agent, task, attributes, records: ordered, steps: ordered.map(({ step }) => step) }
  })
}

function inOrder(records: readonly StepRecord[]): readonly StepRecord[] {
  // What was sent twice is twice in the file; a store would drop it.
  const known = new Set<string>()
  return records
    .filter(({ step }) => step.kind !== 'naming' && known.size < known.add(step.id).size)
    .map(({ step, preview }) => ({ step: { ...step, receivedAtMs: step.endedAtMs }, preview }))
    .toSorted(({ step: a }, { step: b }) => a.endedAtMs - b.endedAtMs || a.startedAtMs - b.startedAtMs)
}

/** Nothing is known yet: the first binding wins. */
function newStore(): RunKeyStore {
  const bound = new Map<string, RunKey>()
  return {
    bind: (_, alias, key) => {
      const first = bound.get(alias) ?? key
      bound.set(alias, first)
      return Promise.resolve(first)
    },
    resolve: (_, alias) => Promise.resolve(bound.get(alias) ?? null),
    rebind: (_, alias, key) => Promise.resolve(void bound.set(alias, key)),
    read: () => Promise.resolve(null),
    steps: () => Promise.resolve({ from: 0, records: [] }),
  }
}
