import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A question as the endpoint received it. */
interface Question {
  readonly headers: IncomingMessage['headers']
  readonly url: string
  readonly body: {
    readonly model: string
    readonly messages: readonly { readonly role: string; readonly content: string }[]
    readonly [setting: string]: unknown
  }
}

/** How the endpoint answers: with the model's words, a status, raw bytes, or never. */
type Reply =
  | { readonly says: string; readonly usage?: object | null }
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>> }
  | { readonly raw: string }
  | 'nothing'

/** A real HTTP server that speaks the protocol of OpenAI's chat completions. */
export interface ChatServer {
  /** Base URL, as `judge_url` has it. */
  readonly url: string
  readonly questions: readonly Question[]
  /** Questions that hang without an answer now. */
  readonly hanging: number
  /** How it answers from now on. */
  reply: (question: Question) => Reply
  stop(): Promise<void>
}

/** Starts it; it says `{"answerable": true}` until told otherwise. */
export async function startChatServer(): Promise<ChatServer> {
  const questions: Question[] = []
  const hanging = new Set<ServerResponse>()
  const server = createServer((message, target) => {
    void serve(message, target).catch(() => target.destroy())
  })
  async function serve(message: IncomingMessage, target: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of message as AsyncIterable<Buffer>) chunks.push(chunk)
    const body = JSON.parse(Buffer.concat(chunks).toString()) as Question['body']
    const question: Question = { headers: message.headers, url: message.url ?? '', body }
    questions.push(question)
    const reply = running.reply(question)
    if (reply === 'nothing') {
      hanging.add(target)
      target.on('close', () => hanging.delete(target))
    } else if ('status' in reply) {
      target.writeHead(reply.status, { 'Content-Type': 'application/json', ...reply.headers })
      target.end('{"error":{"message":"secret words of the endpoint","type":"invalid_request_error"}}')
    } else {
      target.writeHead(200, { 'Content-Type': 'application/json' })
      target.end('raw' in reply ? reply.raw : completionOf(body.model, reply))
    }
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const running: ChatServer = {
    url: `http://127.0.0.1:${port}/v1`,
    questions,
    get hanging() {
      return hanging.size
    },
    reply: () => ({ says: '{"answerable": true}' }),
    async stop() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
  return running
}

function completionOf(
  model: string,
  reply: { readonly says: string; readonly usage?: object | null },
): string {
  const usage =
    reply.usage === undefined ? { prompt_tokens: 400, completion_tokens: 8, total_tokens: 408 } : reply.usage
  const message = { role: 'assistant', content: reply.says }
  const choices = [{ index: 0, message, finish_reason: 'stop' }]
  return JSON.stringify({ id: 'chatcmpl-1', object: 'chat.completion', created: 1, model, choices, usage })
}
