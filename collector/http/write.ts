import type { IncomingMessage, ServerResponse } from 'node:http'
import { streamEvents } from './event-stream.ts'
import type { BodyResponse, HttpResponse } from './response.ts'

/** How a response is put on the wire. */
export interface WriteOptions {
  /** Ends an event stream early. */
  readonly stopping: AbortSignal
  /** Announces that the connection will be closed. */
  readonly close: boolean
  /** How long the rest of an unread body is still taken in, so that the sender gets to read the answer. */
  readonly lingerMs: number
}

/** Writes a response; resolves when it is out, or its reader is gone. Never rejects. */
export async function writeResponse(
  message: IncomingMessage,
  target: ServerResponse,
  response: HttpResponse,
  options: WriteOptions,
): Promise<void> {
  target.setHeader('X-Content-Type-Options', 'nosniff')
  if (response.kind === 'events') return streamEvents(message, target, response, options.stopping)
  return writeBody(message, target, response, options)
}

async function writeBody(
  message: IncomingMessage,
  target: ServerResponse,
  response: BodyResponse,
  options: WriteOptions,
): Promise<void> {
  const unread = hasBody(message) && !message.complete
  const body = typeof response.body === 'string' ? Buffer.from(response.body) : response.body
  if (unread || options.close) target.setHeader('Connection', 'close')
  if (response.status !== 204) target.setHeader('Content-Length', body.length)
  target.writeHead(response.status, response.headers)
  if (unread) {
    target.write(body)
    await ended(message, options.lingerMs)
    target.end()
  } else {
    target.end(body)
  }
  await flushed(target)
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

function flushed(target: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    if (target.writableFinished || target.destroyed) return resolve()
    target.once('finish', resolve).once('close', resolve)
  })
}

/**
 * Takes in and drops the rest of a request. Closing at once would reset the connection, and the
 * sender might never see why it was refused.
 */
function ended(message: IncomingMessage, lingerMs: number): Promise<void> {
  return new Promise((resolve) => {
    const finish = (): void => {
      clearTimeout(timer)
      resolve()
    }
    const timer = setTimeout(finish, lingerMs)
    message.once('end', finish).once('close', finish).once('error', finish)
    message.resume()
  })
}
