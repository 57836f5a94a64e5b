import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { anthropicTurn } from './anthropic.ts'
import { chatTurn } from './chat.ts'
import { geminiTurn } from './gemini.ts'
import { responsesTurn } from './responses.ts'

/** A request as the model's API received it. */
interface Received {
  readonly method: string
  readonly url: string
  readonly rawHeaders: readonly string[]
  readonly body: Buffer
}

/** What the scripted model does next: it asks for a call, or answers. */
export type Turn =
  | { readonly calls: readonly { readonly id: string; readonly tool: string; readonly args: object }[] }
  | { readonly text: string }

/** What an API writes for a turn: whole, or in pieces. */
export interface Written {
  readonly contentType: string
  readonly pieces: readonly string[]
}

/** A real HTTP server that speaks the guard's three protocols and Gemini's, with a model that follows a script. */
export interface ModelServer {
  readonly url: string
  readonly received: readonly Received[]
  /** Bodies of all answers, in order. */
  readonly answered: readonly string[]
  stop(): Promise<void>
}

/**
 * Starts it. The name of the model is the script: `loops` makes one call forever, `works` reads six
 * pages and answers, `both` asks for two calls at a time, forever.
 */
export async function startModelServer(): Promise<ModelServer> {
  const received: Received[] = []
  const answered: string[] = []
  const server = createServer((message, target) => {
    void serve(message, target).catch(() => target.destroy())
  })
  async function serve(message: IncomingMessage, target: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of message as AsyncIterable<Buffer>) chunks.push(chunk)
    const body = Buffer.concat(chunks)
    const { method = '', url = '', rawHeaders } = message
    received.push({ method, url, rawHeaders, body })
    const written = write(url, body)
    if (written === null) {
      target.writeHead(404, { 'Content-Type': 'application/json', 'X-Made-By': 'model' })
      return void target.end('{"error":{"message":"no such route","type":"invalid_request_error"}}')
    }
    answered.push(written.pieces.join(''))
    target.writeHead(200, {
      'Content-Type': written.contentType,
      'X-Request-Id': 'req_1',
      'X-RateLimit': ['a', 'b'],
    })
    for (const piece of written.pieces) {
      target.write(piece)
      await new Promise(setImmediate)
    }
    target.end()
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    received,
    answered,
    async stop() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

function write(url: string, body: Buffer): Written | null {
  const [path = ''] = url.split('?')
  if (path.endsWith('/chat/completions')) return chatTurn(JSON.parse(body.toString()))
  if (path.endsWith('/responses')) return responsesTurn(JSON.parse(body.toString()))
  if (path.endsWith('/v1/messages')) return anthropicTurn(JSON.parse(body.toString()))
  const [, gemini] = /\/models\/([^/:]+):generateContent$/.exec(path) ?? []
  if (gemini !== undefined) return geminiTurn(gemini, JSON.parse(body.toString()))
  return null
}
