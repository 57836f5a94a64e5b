import type { IncomingMessage, ServerResponse } from 'node:http'
import type { HttpRequest } from './request.ts'

/** Views Node's request as ours. */
export function receive(message: IncomingMessage, target: ServerResponse): HttpRequest {
  const url = message.url ?? '/'
  const mark = url.indexOf('?')
  const gone = new AbortController()
  target.once('close', () => {
    if (!target.writableFinished) gone.abort()
  })
  return {
    method: message.method ?? 'GET',
    path: mark < 0 ? url : url.slice(0, mark),
    query: new URLSearchParams(mark < 0 ? '' : url.slice(mark + 1)),
    headers: message.headers,
    remoteAddress: message.socket.remoteAddress ?? '',
    body: { [Symbol.asyncIterator]: () => chunks(message) },
    signal: gone.signal,
  }
}

/** Leaving the loop early must not destroy the message: that would take the socket, and the answer, along. */
function chunks(message: IncomingMessage): AsyncIterator<Uint8Array> {
  return message.iterator({ destroyOnReturn: false })
}
