import type { IncomingMessage, ServerResponse } from 'node:http'
import { attend, type AttendParts, type Attendance } from './attend.ts'
import { forward, type Upstream } from './forward.ts'
import type { KeptAnswer } from './keep-answer.ts'
import type { JsonObject } from './protocols/json.ts'
import { protocols } from './protocols/list.ts'
import type { Protocol } from './protocols/protocol.ts'
import { replyIn } from './reply.ts'
import { readRequest } from './read-request.ts'

/** What serving a request works with. */
export interface ServeParts extends AttendParts {
  readonly upstream: Upstream
  /** A request was sent on unread because attending it failed: a defect. */
  readonly onDefect: (error: unknown) => void
}

/**
 * Serves one request: what asks a model for its next turn is attended, all else is sent on. Rejects
 * when the sender hangs up before its request is whole.
 */
export async function serve(
  parts: ServeParts,
  message: IncomingMessage,
  target: ServerResponse,
): Promise<void> {
  const { upstream } = parts
  const protocol = protocolOf(message)
  if (protocol === undefined) return forward(upstream, message, target, { body: null, begun: [] })
  const { body, begun, json } = await readRequest(message)
  if (json === null || body === null) return forward(upstream, message, target, { body, begun })
  const attendance = await attended(parts, protocol, json, message)
  const act = attendance?.attended
  if (act?.act === 'answer') {
    const { answer, run, reason } = act
    target.writeHead(200, {
      'Content-Type': answer.contentType,
      'Cache-Control': 'no-store',
      'X-Loop-Run': encodeURIComponent(run),
      'X-Loop-Halted': reason,
    })
    target.end(answer.body)
    return
  }
  const sent = act?.act === 'rewrite' ? Buffer.from(JSON.stringify(act.body)) : body
  const onAnswer = (answer: KeptAnswer): void => {
    attendance?.answered(replyIn(answer, protocol))
  }
  await forward(upstream, message, target, { body: sent, begun: [], onAnswer })
}

/** Whatever goes wrong here, the request passes. */
async function attended(
  parts: ServeParts,
  protocol: Protocol,
  body: JsonObject,
  { headers }: IncomingMessage,
): Promise<Attendance | null> {
  try {
    return await attend(parts, { protocol, body, headers })
  } catch (error) {
    parts.onDefect(error)
    return null
  }
}

/** The protocol of a request that can be read; compressed ones are sent on unread. */
function protocolOf({ method, url = '/', headers }: IncomingMessage): Protocol | undefined {
  if (method !== 'POST' || headers['content-encoding'] !== undefined) return undefined
  if (!/json/i.test(headers['content-type'] ?? '')) return undefined
  const [path = ''] = url.split('?')
  return protocols.find((each) => each.matches(path))
}
