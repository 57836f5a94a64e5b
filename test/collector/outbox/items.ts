import type { Decision } from '@loop-observer/rules'
import type { AboutRun } from '../../../collector/outbox/about-run.ts'
import { outboxId } from '../../../collector/store/outbox-id.ts'
import type { Notice } from '../../../collector/store/notice.ts'
import type { OutboxItem } from '../../../collector/store/store.ts'
import { decision, summary } from '../../conformance/stores/builders.ts'

/** A run that the builders know. */
export const key = 'default/run-1'

/** A decision on its way out. */
export function decided(
  seq: number,
  part: Partial<Decision> = {},
  of = key,
): OutboxItem & { kind: 'decision' } {
  return { id: outboxId(of, seq), kind: 'decision', key: of, decision: { ...decision(of, seq), ...part } }
}

/** A notice on its way out. */
export function noticed(notice: Notice): OutboxItem {
  return { id: `${key}#!${notice.id}`, kind: 'notice', key, notice }
}

/** What the notices of these tests have in common. */
export const noticeBase = { run: 'run-1', atMs: 1_764_500_000_300, totals: decision(key, 1).totals }

/** The trace of that run. */
export const traceId = '0af7651916cd43dd8448eb211c80319c'

/** A store that knows the run, whose steps `s1` to `s3` have the spans `…01` to `…03`. */
export const about: AboutRun = {
  summary: (of) => Promise.resolve(summary(of)),
  places: (_, steps) =>
    Promise.resolve(
      steps.map((step) => ({ step, span: { traceId, spanId: step.slice(1).padStart(16, '0') } })),
    ),
}
