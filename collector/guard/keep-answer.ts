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
  const isStream = /event-stream/i.test(answer.headers['content-type'] ?? '')
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
    if (isStream && ends(chunk)) tell()
  })
  answer.once('end', tell).once('close', tell)
}

/** First line of the last event, in the three protocols. */
const lastEvent = /^(?:event: ?(?:message_stop|response\.(?:completed|incomplete|failed))\b|data: ?\[DONE\])/
/** More of a line is not needed to know it. */
const longestHead = 40

/** Says of each piece of a stream whether it completes the last event. Looks at each byte once. Never true of what is compressed. */
function streamEnd(): (chunk: Buffer) => boolean {
  let head = ''
  let isLast = false
  return (chunk) => {
    for (let from = 0; ;) {
      const end = chunk.indexOf(lineFeed, from)
      const to = end === -1 ? chunk.length : end
      if (head.length < longestHead) {
        head += chunk.toString('latin1', from, Math.min(to, from + longestHead)).replaceAll('\r', '')
      }
      if (end === -1) return false
      if (head === '' && isLast) return true
      // An empty line ends an event.
      isLast = head !== '' && (isLast || lastEvent.test(head))
      head = ''
      from = end + 1
    }
  }
}

const lineFeed = 10
