import { encode } from './codec.ts'
import type { Judged, RunCommit, RunKey, RunSummary } from './store.ts'

/** A step on its way into a log. */
interface EncodedRecord {
  readonly id: string
  readonly bytes: Buffer
}

/** A decision on its way into a run. */
interface EncodedDecision {
  readonly seq: number
  readonly bytes: Buffer
}

/** A notice on its way into the outbox. */
interface EncodedNotice {
  readonly id: string
  readonly bytes: Buffer
}

/** {@link Judged} as bytes, with what the store itself reads of it. */
export interface EncodedJudged {
  readonly memory: Buffer
  readonly summary: RunSummary
  readonly summaryBytes: Buffer
  readonly decisions: readonly EncodedDecision[]
  readonly notices: readonly EncodedNotice[]
  readonly wakeAtMs: number | null
}

/** A {@link RunCommit} as bytes. */
export interface EncodedCommit {
  readonly key: RunKey
  readonly records: readonly EncodedRecord[]
  /** Both are there, or neither. */
  readonly judged: (EncodedJudged & { readonly basis: number }) | null
}

/** Done before a commit joins a group, so that what cannot be encoded fails alone. */
export function encodeCommit({ key, records, basis, judged }: RunCommit): EncodedCommit {
  return {
    key,
    records: records.map((record) => ({ id: record.step.id, bytes: encode(record) })),
    judged: judged && basis !== null ? { ...encodeJudged(judged), basis } : null,
  }
}

/** What a commit adds to the size of its group: its steps, and one for the rest. */
export function commitCost(commit: EncodedCommit): number {
  return commit.records.length + 1
}

function encodeJudged({ memory, summary, decisions, notices = [], wakeAtMs }: Judged): EncodedJudged {
  return {
    memory: encode(memory),
    summary,
    summaryBytes: encode(summary),
    decisions: decisions.map((decision) => ({ seq: decision.seq, bytes: encode(decision) })),
    notices: notices.map((notice) => ({ id: notice.id, bytes: encode(notice) })),
    wakeAtMs,
  }
}
