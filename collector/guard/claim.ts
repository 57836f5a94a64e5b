import type { IncomingHttpHeaders } from 'node:http'
import { digest, identified } from './fingerprints.ts'
import type { Claim } from './conversations.ts'
import type { Conversation } from './protocols/protocol.ts'

/** What a request says about the run that it belongs to. `secret` is one of the process. */
export function claimOf(headers: IncomingHttpHeaders, conversation: Conversation, secret: string): Claim {
  const run = single(headers['x-loop-run'])?.trim().slice(0, 256)
  const credentials = [headers.authorization, single(headers['x-api-key']), single(headers['api-key'])]
  return {
    run: run === undefined || run === '' ? null : run,
    traceId: traceIdOf(single(headers['traceparent'])),
    owner: digest([secret, ...credentials.map((each) => each ?? '')]),
    opening: digest([conversation.opening]),
    events: identified(conversation),
  }
}

/** Trace id of a `traceparent` (W3C Trace Context, 3.2), or null. */
function traceIdOf(traceparent: string | undefined): string | null {
  const [, id] = /^[0-9a-f]{2}-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}/i.exec(traceparent?.trim() ?? '') ?? []
  return id === undefined || /^0+$/.test(id) ? null : id.toLowerCase()
}

function single(value: string | readonly string[] | undefined): string | undefined {
  return typeof value === 'string' ? value : value?.[0]
}
