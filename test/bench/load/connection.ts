import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** A kept HTTP/1.1 connection that costs its owner next to nothing. */
export interface Connection {
  /** Sends a POST and resolves with the status of its answer. One at a time. */
  post(path: string, headers: Readonly<Record<string, string>>, body: Uint8Array): Promise<number>
  close(): void
}

/** Connects to `http://HOST:PORT`. */
export async function openConnection(url: string): Promise<Connection> {
  const { hostname, port, host } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port), noDelay: true })
  await once(socket, 'connect')
  const answers = answersOn(socket)
  return {
    async post(path, headers, body) {
      const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
      const head = `POST ${path} HTTP/1.1\r\nHost: ${host}\r\nContent-Length: ${body.length}\r\n${lines.join('')}\r\n`
      const answer = answers.next()
      socket.cork()
      socket.write(head)
      socket.write(body)
      socket.uncork()
      return answer
    },
    close: () => socket.destroy(),
  }
}

/** Reads one answer after another: status line, headers, as many bytes as `Content-Length` says. */
function answersOn(socket: Socket): { next(): Promise<number> } {
  let text = ''
  let waiting: {
    readonly resolve: (status: number) => void
    readonly reject: (error: unknown) => void
  } | null = null
  socket.setEncoding('latin1')
  socket.on('data', (chunk: string) => {
    text += chunk
    const head = text.indexOf('\r\n\r\n')
    if (head < 0) return
    const length = Number(/content-length: *(\d+)/i.exec(text)?.[1] ?? 0)
    if (text.length < head + 4 + length) return
    const status = Number(text.slice(9, 12))
    text = text.slice(head + 4 + length)
    waiting?.resolve(status)
    waiting = null
  })
  socket.on('error', (error) => waiting?.reject(error))
  socket.on('close', () => waiting?.reject(new Error('The connection was closed.')))
  return { next: () => new Promise((resolve, reject) => (waiting = { resolve, reject })) }
}
