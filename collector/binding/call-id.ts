/** A shorter id cannot be unique among the calls of a run. */
const shortest = 8

/**
 * True for an id that tells one call from all others: the ids that providers mint (`call_…`,
 * `toolu_…`, UUIDs). False for what is unique within one turn at most, and comes again with another
 * call: an ordinal (`call_0`, `functions.search:1`), the tool's name, what is shorter than 8
 * characters. Needs no memory, so that all observers of a run judge alike.
 */
export function isDistinctCallId(callId: string, tool: string): boolean {
  const rest = callId.replace(tool, '').replace(/[^\p{L}\p{N}]/gu, '')
  return rest.length >= shortest && !ordinal.test(rest)
}

/** A word, or none, and a small number, or none. */
const ordinal = /^\p{L}*\d{0,6}$/u
