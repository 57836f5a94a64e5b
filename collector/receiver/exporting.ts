import type { ErrorCode } from '../errors/errors.ts'
import { failureOf } from '../http/failure.ts'
import type { Admitted } from './admission.ts'
import type { Encoding } from './decode.ts'

/** What is known of a request besides what it exports. */
export interface ExportContext {
  readonly tenant: string
  /** Milliseconds since the epoch, when the request was read completely. */
  readonly receivedAtMs: number
}

/** What became of one request, for metrics. */
export interface ReceivedRequest {
  readonly signal: 'traces' | 'logs'
  readonly transport: 'http' | 'grpc'
  /** `accepted`: every span or log record. `partial`: some were rejected. Else the error's code. */
  readonly outcome: 'accepted' | 'partial' | ErrorCode
  /** Null when the content type names none. */
  readonly encoding: Encoding | null
  /** Spans or log records. */
  readonly accepted: number
  readonly rejected: number
  /** Bytes of the body after decompression; 0 when it was not read to its end. */
  readonly bodyBytes: number
  /** From the headers to the answer. */
  readonly durationMs: number
}

/** What one kind of export request is decoded with, and where it goes. */
export interface Signal<Decoded extends Rejected = Rejected> {
  readonly name: ReceivedRequest['signal']
  /** Throws PermanentError when the request is malformed as a whole or has too much in it. */
  readonly decode: (encoding: Encoding, body: Buffer) => Decoded
  readonly countOf: (decoded: Decoded) => number
  /** Resolves when what was decoded is safe. Not called for an empty request. */
  readonly accept: (decoded: Decoded, context: ExportContext) => Promise<void>
}

/** How much of a request can never be accepted, and why. */
export interface Rejected {
  readonly rejected: number
  readonly rejectedReason: string
}

/** An export request as its transport sees it. */
interface Incoming {
  readonly transport: ReceivedRequest['transport']
  readonly tenant: string
  /** Throws PermanentError when it is none of ours. */
  readonly encoding: () => Encoding
  /** Lets it in. Throws RetryableError when there is no room. */
  readonly admit: () => Admitted
  /** Its body after decompression, whose bytes are held already. */
  readonly body: (admitted: Admitted) => Buffer | Promise<Buffer>
}

/** What all receivers of a process share. */
export interface ExportTerms {
  /** Called for every request; must not throw. */
  readonly observe?: (request: ReceivedRequest) => void
  /** Milliseconds since the epoch. Default: `Date.now`. */
  readonly now?: () => number
}

/** Receives the export requests of one signal, whatever they come by. */
export interface Exporting {
  readonly signal: ReceivedRequest['signal']
  /** Takes one request to where it goes; throws what any stage of that throws. */
  receive(incoming: Incoming): Promise<Rejected & { readonly encoding: Encoding }>
}

/** Makes what receives a signal: each request is admitted, read, decoded, handed on and reported. */
export function exporting<Decoded extends Rejected>(
  signal: Signal<Decoded>,
  { observe, now = Date.now }: ExportTerms = {},
): Exporting {
  const receive: Exporting['receive'] = async (incoming) => {
    const startedMs = performance.now()
    const progress: Progress = { outcome: 'internal', encoding: null, bodyBytes: 0, accepted: 0, rejected: 0 }
    try {
      const encoding = incoming.encoding()
      progress.encoding = encoding
      const { accepted, rejected, rejectedReason } = await take(signal, incoming, { encoding, progress, now })
      progress.accepted = accepted
      progress.rejected = rejected
      progress.outcome = rejected === 0 ? 'accepted' : 'partial'
      return { encoding, rejected, rejectedReason }
    } catch (error) {
      progress.outcome = failureOf(error).code
      throw error
    } finally {
      const { transport } = incoming
      const durationMs = performance.now() - startedMs
      observe?.({ signal: signal.name, transport, ...progress, durationMs })
    }
  }
  return { signal: signal.name, receive }
}

/** What is found out about a request while it is worked on. */
type Progress = {
  -readonly [
    Key in Exclude<keyof ReceivedRequest, 'signal' | 'transport' | 'durationMs'>
  ]: ReceivedRequest[Key]
}

/** A parsed request takes several times the bytes of its JSON. */
const jsonWeight = 4

async function take<Decoded extends Rejected>(
  { decode, countOf, accept }: Signal<Decoded>,
  { admit, body, tenant }: Incoming,
  found: { readonly encoding: Encoding; readonly progress: Progress; readonly now: () => number },
): Promise<Rejected & { readonly accepted: number }> {
  const { encoding, progress, now } = found
  const admitted = admit()
  try {
    const bytes = await body(admitted)
    admitted.begin()
    progress.bodyBytes = bytes.length
    if (encoding === 'json') admitted.hold((jsonWeight - 1) * bytes.length)
    const decoded = decode(encoding, bytes)
    const taken = {
      accepted: countOf(decoded),
      rejected: decoded.rejected,
      rejectedReason: decoded.rejectedReason,
    }
    // What was decoded is not asked for after this: it need not be kept while its steps wait for the store.
    if (taken.accepted > 0) await accept(decoded, { tenant, receivedAtMs: now() })
    return taken
  } finally {
    admitted.leave()
  }
}
