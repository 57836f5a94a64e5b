/** Header names to values. */
export type Headers = Readonly<Record<string, string>>

/** What a handler answers with: a value, so that handlers are tested without sockets. */
export type HttpResponse = BodyResponse | EventResponse

/** An answer whose body is known. */
export interface BodyResponse {
  readonly kind: 'body'
  readonly status: number
  readonly headers: Headers
  readonly body: string | Uint8Array
}

/** An answer that goes on: server-sent events (HTML Standard, 9.2). */
export interface EventResponse {
  readonly kind: 'events'
  readonly headers: Headers
  /** Called once; `signal` aborts when the reader goes away or the server drains: then it must return. */
  readonly open: (signal: AbortSignal) => AsyncIterable<ServerSentEvent>
}

/** One server-sent event. */
export interface ServerSentEvent {
  /** Comes back as `Last-Event-ID` when the reader reconnects. No line breaks. */
  readonly id?: string
  /** Name of the event; without it, `message`. No line breaks. */
  readonly event?: string
  /** May have several lines. */
  readonly data: string
}

/** Answers with `value` as JSON. */
export function json(status: number, value: unknown, headers: Headers = {}): BodyResponse {
  return bytes(status, 'application/json', JSON.stringify(value), headers)
}

/** Answers with plain text in UTF-8. */
export function text(status: number, body: string, headers: Headers = {}): BodyResponse {
  return bytes(status, 'text/plain; charset=utf-8', body, headers)
}

/** Answers with an encoded protobuf message. */
export function protobuf(status: number, body: Uint8Array, headers: Headers = {}): BodyResponse {
  return bytes(status, 'application/x-protobuf', body, headers)
}

/** Answers with a body of any content type. */
export function bytes(
  status: number,
  contentType: string,
  body: string | Uint8Array,
  headers: Headers = {},
): BodyResponse {
  return { kind: 'body', status, headers: { 'Content-Type': contentType, ...headers }, body }
}

/** Answers with a status and nothing else. */
export function empty(status: number, headers: Headers = {}): BodyResponse {
  return { kind: 'body', status, headers, body: '' }
}

/** Answers with a stream of server-sent events, kept open until the reader or the server ends it. */
export function eventStream(open: EventResponse['open'], headers: Headers = {}): EventResponse {
  return { kind: 'events', headers, open }
}
