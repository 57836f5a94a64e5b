import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { EventResponse, ServerSentEvent } from './response.ts'

/** Proxies close a connection that is silent for about a minute. */
const heartbeatMs = 15_000

/** Sends events until the source ends, the reader goes away or the server stops. */
export async function streamEvents(
  message: IncomingMessage,
  target: ServerResponse,
  response: EventResponse,
  stopping: AbortSignal,
): Promise<void> {
  message.resume()
  const gone = new AbortController()
  target.once('close', () => gone.abort())
  target.writeHead(200, {
    'Content-Type': 'text/event-stream',
    'Cache-Control': 'no-store',
    'X-Accel-Buffering': 'no',
    ...response.headers,
  })
  target.flushHeaders()
  const heartbeat = setInterval(() => target.write(': still here\n\n'), heartbeatMs)
  const signal = AbortSignal.any([gone.signal, stopping])
  try {
    for await (const event of response.open(signal)) {
      if (signal.aborted) break
      if (!target.write(formatEvent(event))) await once(target, 'drain', { signal })
    }
  } catch (error) {
    if (!signal.aborted) target.destroy(error instanceof Error ? error : new Error(String(error)))
  } finally {
    clearInterval(heartbeat)
    target.end()
  }
}

/** One event in the format of the HTML Standard, 9.2.6. */
function formatEvent(event: ServerSentEvent): string {
  const id = event.id === undefined ? '' : `id: ${oneLine(event.id)}\n`
  const name = event.event === undefined ? '' : `event: ${oneLine(event.event)}\n`
  const data = event.data.split(/\r\n|\r|\n/).map((line) => `data: ${line}\n`)
  return `${id}${name}${data.join('')}\n`
}

function oneLine(value: string): string {
  return value.replaceAll(/[\r\n\0]/g, ' ')
}
