import { cell, observationKey } from '../memory/call-table.ts'
import type { LaneMemory } from '../memory/lane-memory.ts'
import { rowIds } from '../memory/row-ids.ts'
import type { Finding } from '../words/decision.ts'
import type { Facts } from '../facts/facts.ts'

const MAX_STEPS = 16

/** What a rule has to say about the step in `facts`. */
export interface Statement {
  readonly reason: Finding['reason']
  readonly strength: Finding['strength']
  readonly loop: string
  /** Rows of the lane's call table that show it. */
  readonly rows?: readonly number[]
  readonly counts: Readonly<Record<string, number>>
  readonly tools?: readonly string[]
}

/** The statement with its evidence looked up. */
export function findingOf(facts: Facts, statement: Statement): Finding {
  const rows = (statement.rows ?? []).slice(-MAX_STEPS)
  const { calls } = facts.lane
  const ids = rowIds(calls.ids)
  const notCaptured = rows.filter((row) => cell(calls, row, 'observation') === observationKey.unknown).length
  const steps = rows.length > 0 ? rows.map((row) => ids[row]?.step ?? '') : [facts.step.id]
  const spans = rows.length > 0 ? rows.map((row) => ids[row]?.span ?? null) : [facts.step.spanId]
  return {
    reason: statement.reason,
    lane: facts.lane.lane,
    step: facts.step.id,
    loop: statement.loop,
    strength: statement.strength,
    evidence: {
      steps,
      spans: spans.filter((span) => span !== null),
      fingerprints: fingerprintsOf(facts),
      counts: notCaptured === 0 ? statement.counts : { ...statement.counts, not_captured: notCaptured },
    },
    tools: statement.tools ?? [],
  }
}

function fingerprintsOf(facts: Facts): readonly string[] {
  if (facts.kind !== 'tool') return []
  const { call, observation } = facts.step
  const answer = observation.state === 'known' ? observation.fingerprint : null
  return [call.exact, answer].filter((fingerprint) => fingerprint !== null)
}

/** Identity of the loop that one call makes. */
export function callLoop(lane: LaneMemory, row: number): string {
  return `call:${cell(lane.calls, row, 'gist').toString(16)}`
}

/** Names of the tools in these rows, each once, in the order of their first use. */
export function toolsOf(lane: LaneMemory, rows: readonly number[]): readonly string[] {
  return [...new Set(rows.map((row) => lane.toolNames[cell(lane.calls, row, 'tool')] ?? 'a tool'))]
}
