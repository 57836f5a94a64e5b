import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A request as the server got it. */
export interface Received {
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

/** What to answer: a status with JSON or text, or nothing at all, ever. */
export type Answered =
  | { readonly status: number; readonly body: unknown; readonly headers?: Readonly<Record<string, string>> }
  | 'silence'

/** A plain HTTP server that notes what the SDK sends: for looking at our side of the protocol alone. */
export interface ControlServer {
  readonly url: string
  readonly received: Received[]
  /** Requests whose path ends so. */
  to(ending: string): readonly Received[]
  /** What checkpoints are answered with from now on. */
  answer(reply: (request: Received) => Answered): void
  /** Breaks every connection. */
  drop(): void
  stop(): Promise<void>
}

/** The answer that lets a run go on. */
export const goOn: Answered = {
  status: 200,
  body: { action: 'continue', seq: 0, decisions: [], mode: 'enforce' },
}

/** The answer that carries a decision. */
export function decided(action: 'nudge' | 'halt' | 'escalate', seq: number, more: object = {}): Answered {
  const decision = {
    run: 'r',
    seq,
    scope: 'run',
    lane: 'main',
    action,
    reason: 'repetition',
    enforced: true,
    message: `message ${seq}`,
    explanation: `explanation ${seq}`,
    evidence: { steps: ['s1'], spans: [], fingerprints: [], counts: { repeats: 3 } },
    missing: 'the refund policy',
    tried: ['search'],
    resumable: true,
    ...more,
  }
  return { status: 200, body: { action, seq, decision, decisions: [decision], mode: 'enforce' } }
}

/** Starts the server on a free port of loopback. */
export async function startControlServer(): Promise<ControlServer> {
  const received: Received[] = []
  let reply: (request: Received) => Answered = () => goOn
  const server = createServer((request, response) => {
    void handle(request, response)
  })
  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const url = new URL(request.url ?? '/', 'http://localhost')
    const body = Buffer.concat(chunks).toString()
    const got = { path: url.pathname, query: url.searchParams, headers: request.headers, body }
    received.push(got)
    const answered = url.pathname.endsWith('/checkpoint') ? reply(got) : goOn
    if (answered === 'silence') return
    response.writeHead(answered.status, answered.headers)
    response.end(typeof answered.body === 'string' ? answered.body : JSON.stringify(answered.body))
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    received,
    to: (ending) => received.filter(({ path }) => path.endsWith(ending)),
    answer: (next) => {
      reply = next
    },
    drop: () => server.closeAllConnections(),
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Attributes of a reported span, as plain values. */
export type Reported = {
  readonly name: string
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
} & {
  readonly attributes: Readonly<Record<string, unknown>>
  readonly status: { readonly code?: number; readonly message?: string }
}

/** The spans that checkpoints reported. */
export function spansOf(requests: readonly Received[]): readonly Reported[] {
  return requests
    .filter(({ path, body }) => path.endsWith('/checkpoint') && body !== '')
    .flatMap(({ body }) => spansOfBody(body))
}

function spansOfBody(body: string): readonly Reported[] {
  const request = JSON.parse(body) as {
    resourceSpans: {
      scopeSpans: { spans: (Omit<Reported, 'attributes'> & { attributes: KeyValue[] })[] }[]
    }[]
  }
  return request.resourceSpans
    .flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans))
    .map((span) => ({
      ...span,
      attributes: Object.fromEntries(span.attributes.map(({ key, value }) => [key, plain(value)])),
    }))
}

interface KeyValue {
  readonly key: string
  readonly value: Readonly<Record<string, unknown>>
}

function plain(value: Readonly<Record<string, unknown>>): unknown {
  if ('intValue' in value) return Number(value.intValue)
  return value.stringValue ?? value.boolValue ?? value.doubleValue ?? value
}
