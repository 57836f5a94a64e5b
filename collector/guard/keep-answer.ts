import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'

/** An answer of the upstream. */
export interface KeptAnswer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  /** As it came, compressed if it was. */
  readonly body: Buffer
}

const mostKeptBytes = 4 * 1024 * 1024

/**
 * Tells of an answer once, before whoever reads it after us has its end. Of a stream that is when its last
 * event is there: agents go on then, and many hang up. One of more than 4 MiB is not told.
 */
export function keepAnswer(answer: IncomingMessage, onAnswer: (answer: KeptAnswer) => void): void {
  const chunks: Buffer[] = []
  const ends = streamEnd()
  let sizeBytes = 0
  let told = false
  const tell = (): void => {
    if (told || sizeBytes > mostKeptBytes) return
    told = true
    onAnswer({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(chunks) })
    chunks.length = 0
  }
  answer.on('data', (chunk: Buffer) => {
    sizeBytes += chunk.length
    if (told) return
    if (sizeBytes > mostKeptBytes) chunks.length = 0
    else chunks.push(chunk)
    if (ends(chunk)) tell()
  })
  answer.once('end', tell).once('close', tell)
}

/** Last events of the three protocols. */
const lastEvent = /^(?:event: ?(?:message_stop|response\.(?:completed|incomplete|failed))\b|data: ?\[DONE\])/m

/** Says of each piece of a stream whether it completes the last event. Never true of what is compressed. */
function streamEnd(): (chunk: Buffer) => boolean {
  let begun = ''
  return (chunk) => {
    const text = begun + chunk.toString('latin1').replaceAll('\r', '')
    const isWhole = text.endsWith('\n\n')
    const from = text.lastIndexOf('\n\n', isWhole ? text.length - 3 : text.length)
    const event = from === -1 ? text : text.slice(from + 2)
    begun = isWhole ? '' : event.slice(-mostKeptBytes)
    return isWhole && lastEvent.test(event)
  }
}
