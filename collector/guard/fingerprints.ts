import { createHash } from 'node:crypto'
import type { Conversation, SeenCall, SeenMessage } from './protocols/protocol.ts'

/** An event of a conversation with its identity. */
export interface KnownEvent {
  /** Equal in every request that holds the event. 32 hex digits. */
  readonly key: string
  readonly event: SeenCall | SeenMessage
}

/**
 * Gives each event an identity that all requests of its conversation agree on. Observations are no
 * part of it: some agents shorten old ones. Ids that count from nought in each run tell conversations
 * apart only together with their opening.
 */
export function identified(opening: string, events: Conversation['events']): readonly KnownEvent[] {
  const times = new Map<string, number>()
  return events.map((event) => {
    const parts =
      event.kind === 'user'
        ? ['user', event.text]
        : [event.id, event.tool, JSON.stringify(event.args ?? null), isStrong(event.id) ? '' : opening]
    const same = digest(parts)
    const occurrence = times.get(same) ?? 0
    times.set(same, occurrence + 1)
    return { key: digest([same, String(occurrence)]), event }
  })
}

/** Digest of texts, 32 hex digits. */
export function digest(parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32)
}

/** True for an id that nobody else has: `call_ZpQ8…`, `toolu_01A…`, a UUID. */
function isStrong(id: string): boolean {
  return id.length >= 12
}
