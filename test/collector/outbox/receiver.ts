import { createServer, type IncomingHttpHeaders } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** A request that the receiver got. */
interface Got {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
  readonly atMs: number
}

/** How the receiver answers a request; null: it never does. */
export type Answer = { readonly status: number; readonly headers?: Readonly<Record<string, string>> } | null

/** A real HTTP server that keeps what it gets. */
export interface Receiver {
  readonly url: string
  readonly got: readonly Got[]
  stop(): Promise<void>
}

/** Starts a receiver on loopback; `answer` is asked with the number of the request, from 0. */
export async function startReceiver(
  answer: (index: number) => Answer = () => ({ status: 204 }),
): Promise<Receiver> {
  const got: Got[] = []
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      got.push({ path: request.url ?? '', headers: request.headers, body, atMs: Date.now() })
      const said = answer(got.length - 1)
      if (said !== null) response.writeHead(said.status, said.headers).end()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/hook`,
    got,
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
