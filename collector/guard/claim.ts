import type { IncomingHttpHeaders } from 'node:http'
import { digest, identified } from './fingerprints.ts'
import type { Claim, GuardedConversation } from './conversations.ts'
import type { Conversation, SeenCall } from './protocols/protocol.ts'

/** Keeps users of one guard apart, without keeping their keys. `secret` is one of the process. */
export function ownerOf(headers: IncomingHttpHeaders, secret: string): string {
  const credentials = [headers.authorization, single(headers['x-api-key']), single(headers['api-key'])]
  return digest([secret, ...credentials.map((each) => each ?? '')])
}

/** What a request says about the run that it belongs to. */
export function claimOf(
  headers: IncomingHttpHeaders,
  owner: string,
  read: Conversation,
  continued: GuardedConversation | null,
): Claim {
  const run = single(headers['x-loop-run'])?.trim().slice(0, 256)
  const opening = continued?.opening ?? digest([read.opening])
  return {
    run: run === undefined || run === '' ? null : run,
    traceId: traceIdOf(single(headers['traceparent'])),
    owner,
    opening,
    events: identified(opening, [...read.events, ...resolved(read, continued)]),
    continued,
  }
}

/** Results whose calls the newest answer holds, and not the request. */
function resolved({ results }: Conversation, continued: GuardedConversation | null): readonly SeenCall[] {
  const round = continued?.asked[0]?.id ?? ''
  return results.flatMap(({ id, observation }) => {
    const call = continued?.asked.find((each) => each.id === id)
    return call === undefined ? [] : [{ kind: 'call', ...call, observation, failed: null, round }]
  })
}

/** Trace id of a `traceparent` (W3C Trace Context, 3.2), or null. */
function traceIdOf(traceparent: string | undefined): string | null {
  const [, id] = /^[0-9a-f]{2}-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}/i.exec(traceparent?.trim() ?? '') ?? []
  return id === undefined || /^0+$/.test(id) ? null : id.toLowerCase()
}

function single(value: string | readonly string[] | undefined): string | undefined {
  return typeof value === 'string' ? value : value?.[0]
}
