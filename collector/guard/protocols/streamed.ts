import type { ModelAnswer } from './protocol.ts'

/** One server-sent event; without a name only data. */
export interface StreamEvent {
  readonly event?: string
  readonly data: unknown
}

/** A whole answer as JSON. */
export function whole(value: unknown): ModelAnswer {
  return { contentType: 'application/json', body: JSON.stringify(value) }
}

/** An answer as server-sent events (HTML Standard, 9.2); text is sent as it is, all else as JSON. */
export function streamed(events: readonly StreamEvent[]): ModelAnswer {
  const body = events
    .map(({ event, data }) => {
      const name = event === undefined ? '' : `event: ${event}\n`
      return `${name}data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`
    })
    .join('')
  return { contentType: 'text/event-stream; charset=utf-8', body }
}
