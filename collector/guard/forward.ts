import {
  Agent as HttpAgent,
  request as httpRequest,
  type Agent,
  type ClientRequest,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { keepAnswer, type KeptAnswer } from './keep-answer.ts'

/** Where requests go. */
export interface Upstream {
  readonly url: URL
  readonly agent: Agent
}

/** An upstream whose connections are kept. Its path, if it has one, comes before that of every request. */
export function upstreamAt(url: URL): Upstream {
  const options = { keepAlive: true, keepAliveMsecs: 5000 }
  return { url, agent: url.protocol === 'https:' ? new HttpsAgent(options) : new HttpAgent(options) }
}

/** What is sent on. */
export interface Forwarded {
  /** The whole body, or null to send the request's own as it comes. */
  readonly body: Buffer | null
  /** What of the request's own body was read already. */
  readonly begun: readonly Buffer[]
  /** Told of an answer once, before the agent has its end; not of one that is too large to keep. */
  readonly onAnswer?: (answer: KeptAnswer) => void
}

/** A request to the upstream with method and path of another one. `headers` are raw: name, value, name, value. */
export function requestTo(
  { url, agent }: Upstream,
  { method, url: asked }: IncomingMessage,
  headers: readonly string[],
): ClientRequest {
  const send = url.protocol === 'https:' ? httpsRequest : httpRequest
  return send({
    agent,
    protocol: url.protocol,
    hostname: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? undefined : url.port,
    method,
    path: pathAt(url, asked ?? '/'),
    headers,
  })
}

/**
 * Sends a request on and its answer back, both as they come: headers, status and every byte of the
 * body. Only what belongs to one connection (RFC 9110, 7.6.1), `Host` and our own `x-loop-*` change.
 * Resolves when the answer is out or somebody hung up. Never rejects.
 */
export function forward(
  upstream: Upstream,
  message: IncomingMessage,
  target: ServerResponse,
  { body, begun, onAnswer }: Forwarded,
): Promise<void> {
  return new Promise((resolve) => {
    const outgoing = requestTo(upstream, message, requestHeaders(message, upstream.url.host, body))
    target.once('close', () => {
      if (!target.writableFinished) outgoing.destroy()
      resolve()
    })
    outgoing.once('response', (answer) => {
      target.sendDate = false
      target.writeHead(answer.statusCode ?? 502, answer.statusMessage, endToEnd(answer.rawHeaders))
      target.flushHeaders()
      answer.once('error', () => target.destroy())
      answer.once('aborted', () => target.destroy())
      if (onAnswer !== undefined) keepAnswer(answer, onAnswer)
      answer.pipe(target)
    })
    outgoing.once('error', () => refuse(target))
    if (body !== null) return void outgoing.end(body)
    for (const chunk of begun) outgoing.write(chunk)
    message.pipe(outgoing)
  })
}

/** The model cannot be reached: said in the shape that the clients of all three protocols read. */
function refuse(target: ServerResponse): void {
  if (target.headersSent) return void target.destroy()
  const error = {
    type: 'api_error',
    code: 'upstream_unreachable',
    message: 'loop-observer guard: the upstream cannot be reached',
  }
  target.writeHead(502, { 'Content-Type': 'application/json' })
  target.end(JSON.stringify({ type: 'error', error }))
}

/** Only path and query of what was asked for: whoever names another host is sent to the upstream too. */
function pathAt(upstream: URL, asked: string): string {
  const path = asked.startsWith('/') ? asked : asked.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '')
  return `${upstream.pathname.replace(/\/+$/, '')}${path.startsWith('/') ? '' : '/'}${path}`
}

function requestHeaders(message: IncomingMessage, host: string, body: Buffer | null): readonly string[] {
  const headers = endToEnd(
    message.rawHeaders,
    (name) => name === 'host' || name === 'expect' || name.startsWith('x-loop-'),
  )
  if (body === null) {
    const chunked = message.headers['transfer-encoding'] !== undefined
    return ['Host', host, ...headers, ...(chunked ? ['Transfer-Encoding', 'chunked'] : [])]
  }
  const kept = pairs(headers).filter(([name]) => name.toLowerCase() !== 'content-length')
  return ['Host', host, ...kept.flat(), 'Content-Length', String(body.length)]
}

const hopByHop: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

/** Raw headers without those of one connection, in their order and spelling. */
function endToEnd(raw: readonly string[], isOurs: (name: string) => boolean = () => false): string[] {
  const named = pairs(raw).filter(([name]) => name.toLowerCase() === 'connection')
  const listed = new Set(named.flatMap(([, value]) => value.toLowerCase().split(/\s*,\s*/)))
  return pairs(raw)
    .filter(([name]) => {
      const lower = name.toLowerCase()
      return !hopByHop.has(lower) && !listed.has(lower) && !isOurs(lower)
    })
    .flat()
}

/** Raw headers in pairs of name and value. */
export function pairs(raw: readonly string[]): readonly (readonly [string, string])[] {
  return Array.from({ length: raw.length / 2 }, (_, i) => [raw[2 * i] ?? '', raw[2 * i + 1] ?? ''] as const)
}
