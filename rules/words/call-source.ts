/** Which source said it; when two describe one call, the first in this list wins. */
export const sourceRanks = ['sdk', 'own_span', 'mcp_client', 'mcp_server', 'prompt', 'log'] as const

/** One of {@link sourceRanks}. */
export type SourceRank = (typeof sourceRanks)[number]

/**
 * Where what came back from a call may be read besides its own record, the surer first: in the prompt of the
 * next model call, in a log record, in the words of the failure. Beyond these only a size may be known, or
 * how the next prompt grew, and nobody can say that a result was the same.
 */
export const observationSources = ['prompt', 'log', 'error'] as const

/** One of {@link observationSources}. */
export type ObservationSource = (typeof observationSources)[number]

/** True for the two ends of an MCP call, by the name of their rank. */
export function isMcp(rank: string): boolean {
  return rank === 'mcp_client' || rank === 'mcp_server'
}

/** Where the observation of a record was read; null when on the call's own record. */
export function seenOn({
  seenIn,
  rank,
}: {
  readonly seenIn?: ObservationSource
  readonly rank: SourceRank
}): ObservationSource | null {
  return seenIn ?? (rank === 'prompt' || rank === 'log' ? rank : null)
}

/**
 * A record that tells a call, as far as other records of the same call are known by it. A list, because every step of
 * telemetry is stored with one: `source` is what reports it (two spans of one source are two calls, whatever they look
 * like), `id` the call's id as this record has it, also where it may come again with other calls, `lane` the one that the
 * record itself names.
 */
export type CallTelling = readonly [
  span: string,
  parent: string | null,
  source: string,
  id: string | null,
  lane: string | null,
  startMs: number,
  endMs: number,
]
