import { createMemory, type Decision, type RunMemory, type StepRecord } from '@loop-observer/rules'
import type { Judged, RunKey, RunSummary } from '../../../collector/store/store.ts'

/** A tool step with everything that a step can carry. */
export function record(id: string): StepRecord {
  return {
    step: {
      id,
      lane: 'main',
      startedAtMs: 1_764_500_000_000.25,
      endedAtMs: 1_764_500_000_120.5,
      receivedAtMs: 1_764_500_000_200,
      sequence: null,
      traceId: '0af7651916cd43dd8448eb211c80319c',
      spanId: 'b7ad6b7169203331',
      kind: 'tool',
      tool: 'search',
      callId: `call_${id}`,
      round: null,
      call: {
        exact: 'a1'.repeat(16),
        gist: 'b2'.repeat(16),
        resource: null,
        leaves: Uint32Array.of(1, 4_000_000_000),
        writes: null,
      },
      observation: {
        state: 'known',
        fingerprint: 'c3'.repeat(16),
        lines: Uint32Array.of(7, 8, 9),
        lineCount: 3,
        leaves: new Uint32Array(0),
        sizeChars: 1200,
      },
      ok: true,
      error: null,
      effect: false,
      readOnly: null,
      rank: 'own_span',
    },
    preview: { args: '{"q":"loops"}', observation: 'three lines', text: null },
  }
}

/** Records with these ids. */
export function records(...ids: readonly string[]): StepRecord[] {
  return ids.map(record)
}

/** Ids of records, in order. */
export function idsOf(some: readonly StepRecord[]): string[] {
  return some.map(({ step }) => step.id)
}

/** A decision; `by` tells apart those of the same number. */
export function decision(key: RunKey, seq: number, by = ''): Decision {
  return {
    run: key.slice(key.indexOf('/') + 1),
    seq,
    scope: 'run',
    lane: 'main',
    action: 'nudge',
    reason: 'repetition',
    enforced: true,
    message: `Try something else.${by}`,
    explanation: 'The same call gave the same answer three times.',
    step: 's3',
    loop: 'd4'.repeat(16),
    evidence: {
      steps: ['s1', 's2', 's3'],
      spans: [],
      fingerprints: ['c3'.repeat(16)],
      counts: { repeats: 3 },
    },
    tried: ['search'],
    missing: '',
    totals,
    resumable: true,
    policyVersion: 'builtin:balanced',
    engineVersion: '1',
    issuedAtMs: 1_764_500_000_300,
  }
}

/** What a summary of these tests may say differently. */
export type SummaryPart = Partial<Omit<RunSummary, 'key' | 'run' | 'tenant'>>

/** What judging made of a run: `mark` tells one judgement from another. */
export function judged(
  key: RunKey,
  mark: number,
  part: { decisions?: readonly Decision[]; wakeAtMs?: number | null; summary?: SummaryPart } = {},
): Judged {
  return {
    memory: memory(key, mark),
    summary: summary(key, { nudges: mark, ...part.summary }),
    decisions: part.decisions ?? [],
    wakeAtMs: part.wakeAtMs ?? null,
  }
}

/** A memory with packed tables of every kind. */
export function memory(key: RunKey, mark: number): RunMemory {
  const tables = {
    words: Uint32Array.of(mark, 4_294_967_295),
    bytes: Uint8Array.of(mark & 255, 0, 255),
    numbers: Float64Array.of(mark / 3, Number.MAX_SAFE_INTEGER, -1),
    gaps: [undefined, null, mark],
    absent: undefined,
  }
  return Object.assign(createMemory(key, 'sdk', 'builtin:balanced'), { nudges: mark, tables })
}

/** The summary of a run. */
export function summary(key: RunKey, part: SummaryPart = {}): RunSummary {
  const [tenant = '', run = ''] = key.split('/')
  return {
    key,
    run,
    tenant,
    agent: 'billing',
    task: null,
    source: 'sdk',
    traceIds: ['0af7651916cd43dd8448eb211c80319c'],
    outcome: 'open',
    reason: null,
    correct: null,
    startedAtMs: 1_764_500_000_000,
    updatedAtMs: Date.now(),
    totals,
    seq: 0,
    nudges: 0,
    halted: false,
    resumedSeq: 0,
    ranPastHalt: 0,
    limit: null,
    check: null,
    budgetWarnings: [],
    ...part,
  }
}

const totals = { steps: 3, toolCalls: 3, tokens: 900, costUsd: 0.002, seconds: 4.5, effects: 0 }
