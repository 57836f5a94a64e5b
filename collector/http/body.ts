import { createGunzip } from 'node:zlib'
import { PermanentError, RetryableError } from '../errors/errors.ts'
import type { HttpRequest } from './request.ts'

/** How large a body may be. */
export interface BodyLimits {
  /** Bytes as sent. */
  readonly compressedBytes: number
  /** Bytes after decompression. */
  readonly inflatedBytes: number
  /** What the user changes to raise the two, as shown in errors. */
  readonly settings?: { readonly compressedBytes: string; readonly inflatedBytes: string }
  /** Called with every number of bytes about to be held; may throw to refuse them. */
  readonly reserve?: (sizeBytes: number) => void
  /** Longest time without a byte, milliseconds. Default 10 000. */
  readonly stallMs?: number
}

const defaultStallMs = 10_000

/**
 * Reads the body of a request, `identity` or `gzip`. Memory stays within the limits whatever is
 * sent: the inflater is stopped at the limit, not after it.
 * Throws PermanentError `too_large`, `unsupported_media_type` (another Content-Encoding) or
 * `bad_request` (not gzip, or cut off); RetryableError `unavailable` when the sender stalls.
 */
export async function readBody(request: HttpRequest, limits: BodyLimits): Promise<Buffer> {
  const encoding = (request.headers['content-encoding'] ?? 'identity').trim().toLowerCase()
  if (encoding !== 'identity' && encoding !== 'gzip' && encoding !== '') {
    throw new PermanentError(
      'unsupported_media_type',
      `Content-Encoding "${encoding}" is not known: use gzip or none`,
    )
  }
  if (Number(request.headers['content-length'] ?? 0) > limits.compressedBytes) throw tooLargeAsSent(limits)
  const sent = await collect(request, limits)
  return encoding === 'gzip' ? inflate(sent, limits) : sent
}

async function collect(request: HttpRequest, limits: BodyLimits): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let sizeBytes = 0
  try {
    for await (const chunk of flowing(request.body, limits.stallMs ?? defaultStallMs)) {
      sizeBytes += chunk.length
      if (sizeBytes > limits.compressedBytes) throw tooLargeAsSent(limits)
      if (sizeBytes > limits.inflatedBytes) throw tooLargeInflated(limits)
      limits.reserve?.(chunk.length)
      chunks.push(chunk)
    }
  } catch (error) {
    throw request.signal.aborted || isReset(error)
      ? new PermanentError('bad_request', 'the body was cut off', { cause: error })
      : error
  }
  return joined(chunks, sizeBytes)
}

/** What comes, as long as it comes. Throws RetryableError `unavailable` when nothing comes for `stallMs`. */
async function* flowing(body: AsyncIterable<Uint8Array>, stallMs: number): AsyncGenerator<Uint8Array> {
  const stalled = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    stalled.reject(new RetryableError('unavailable', `no byte of the body came for ${stallMs} ms`))
  }, stallMs)
  stalled.promise.catch(ignore)
  const chunks = body[Symbol.asyncIterator]()
  try {
    for (;;) {
      const next = chunks.next()
      // Whoever is waited for no longer may fail later, when the connection is closed.
      next.catch(ignore)
      const { done, value } = await Promise.race([next, stalled.promise])
      if (done === true) return
      timer.refresh()
      yield value
    }
  } finally {
    clearTimeout(timer)
  }
}

function ignore(): void {}

/** Smallest and largest piece that the inflater hands out: fewer pieces, fewer hops to its thread. */
const pieceBytes = { min: 16 * 1024, max: 256 * 1024 } as const

/** Decompresses gzip, at most `limits.inflatedBytes`. Throws as `readBody`. */
function inflate(sent: Buffer, limits: BodyLimits): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let sizeBytes = 0
    const chunkSize = Math.min(pieceBytes.max, Math.max(pieceBytes.min, sent.length * 4))
    const gunzip = createGunzip({ chunkSize })
    const refuse = (error: unknown): void => {
      gunzip.destroy()
      reject(error instanceof Error ? error : new Error(String(error)))
    }
    gunzip.on('data', (chunk: Buffer) => {
      sizeBytes += chunk.length
      if (sizeBytes > limits.inflatedBytes) return refuse(tooLargeInflated(limits))
      try {
        limits.reserve?.(chunk.length)
      } catch (error) {
        return refuse(error)
      }
      chunks.push(chunk)
    })
    gunzip.on('error', (cause) => {
      reject(new PermanentError('bad_request', `the body is not valid gzip: ${cause.message}`, { cause }))
    })
    gunzip.on('end', () => resolve(joined(chunks, sizeBytes)))
    gunzip.end(sent)
  })
}

function joined(chunks: readonly Uint8Array[], sizeBytes: number): Buffer {
  const [only] = chunks
  if (chunks.length === 1 && Buffer.isBuffer(only)) return only
  return Buffer.concat(chunks, sizeBytes)
}

function isReset(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ECONNRESET'
}

function tooLargeAsSent({ compressedBytes, settings }: BodyLimits): PermanentError {
  return tooLarge('the body', compressedBytes, settings?.compressedBytes)
}

function tooLargeInflated({ inflatedBytes, settings }: BodyLimits): PermanentError {
  return tooLarge('the decompressed body', inflatedBytes, settings?.inflatedBytes)
}

function tooLarge(what: string, limitBytes: number, setting: string | undefined): PermanentError {
  const hint = setting === undefined ? '' : ` (setting \`${setting}\`)`
  return new PermanentError('too_large', `${what} has more than ${limitBytes} bytes${hint}`)
}
