import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { pairs, requestTo, type Upstream } from './forward.ts'

/**
 * Lets a WebSocket through to the upstream, unread. An upstream that wants none answers as it would
 * without the guard; one that cannot be reached ends the connection.
 */
export function tunnel(upstream: Upstream, message: IncomingMessage, socket: Duplex, begun: Buffer): void {
  const kept = pairs(message.rawHeaders).filter(([name]) => !/^(?:host|x-loop-.*)$/i.test(name))
  const outgoing = requestTo(upstream, message, ['Host', upstream.url.host, ...kept.flat()])
  const end = (): void => {
    socket.destroy()
    outgoing.destroy()
  }
  socket.on('error', end).on('close', end)
  outgoing.on('error', end)
  outgoing.on('response', (answer) => {
    socket.write(refusalHead(answer))
    answer.pipe(socket)
  })
  outgoing.on('upgrade', (answer, other, otherHead) => {
    socket.write(headOf(answer))
    socket.write(otherHead)
    other.write(begun)
    other.on('error', end).on('close', end)
    other.pipe(socket).pipe(other)
  })
  outgoing.end()
}

function headOf({ statusCode, statusMessage, rawHeaders }: IncomingMessage): string {
  return head(statusCode, statusMessage, pairs(rawHeaders))
}

/** Its body comes in one piece now, to the end of the connection. */
function refusalHead({ statusCode, statusMessage, rawHeaders }: IncomingMessage): string {
  const kept = pairs(rawHeaders).filter(([name]) => !/^(?:transfer-encoding|connection)$/i.test(name))
  return head(statusCode, statusMessage, [...kept, ['Connection', 'close']])
}

function head(
  status: number | undefined,
  reason: string | undefined,
  headers: ReturnType<typeof pairs>,
): string {
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`)
  return `HTTP/1.1 ${status ?? 502} ${reason ?? ''}\r\n${lines.join('')}\r\n`
}
