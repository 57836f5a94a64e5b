import { once } from 'node:events'
import { Transform } from 'node:stream'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** How connections are spread, and broken. */
export interface BalancerOptions {
  /** Numbers from 0 to below 1. Default Math.random. */
  readonly random?: () => number
  /** Share of answers that are cut off with their connection, though the target has done its part. Default 0. */
  readonly cutRatio?: number
}

/** One address in front of several, as a Kubernetes Service is. */
export interface Balancer {
  /** `http://127.0.0.1:PORT` */
  readonly url: string
  /** Answers cut off so far. */
  cuts(): number
  stop(): Promise<void>
}

/**
 * Forwards each new connection to one of the targets (ports of loopback) at random; when that one does
 * not accept, to the next. A connection dies with its target.
 */
export async function startBalancer(
  ports: readonly number[],
  { random = Math.random, cutRatio = 0 }: BalancerOptions = {},
): Promise<Balancer> {
  let cuts = 0
  let answers = 0
  // Never fewer than the ratio asks for: chance alone would now and then cut none of a few dozen.
  const isCut = (): boolean => {
    answers++
    if (random() >= cutRatio && cuts >= Math.floor(answers * cutRatio)) return false
    cuts++
    return true
  }
  const open = new Set<Socket>()
  const track = (socket: Socket): Socket => {
    open.add(socket.setNoDelay(true))
    socket.on('error', () => socket.destroy())
    socket.once('close', () => open.delete(socket))
    return socket
  }
  const server = createServer((client) => {
    track(client).pause()
    const first = Math.floor(random() * ports.length)
    const order = ports.map((_, i) => ports[(first + i) % ports.length] as number)
    void reach(order, track).then((target) => (target ? join(client, target, isCut) : client.destroy()))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cuts: () => cuts,
    async stop() {
      const closed = once(server, 'close')
      server.close()
      for (const socket of open) socket.destroy()
      await closed
    },
  }
}

async function reach(ports: readonly number[], track: (socket: Socket) => Socket): Promise<Socket | null> {
  for (const port of ports) {
    const socket = track(connect({ host: '127.0.0.1', port, allowHalfOpen: false }))
    const connected = await Promise.race([
      once(socket, 'connect').then(() => true),
      new Promise<false>((resolve) => socket.once('close', () => resolve(false))),
    ]).catch(() => false)
    if (connected) return socket
  }
  return null
}

function join(client: Socket, target: Socket, isCut: () => boolean): void {
  const cutting = new Transform({
    transform(chunk, _encoding, done) {
      if (!isCut()) return done(null, chunk)
      client.destroy()
      target.destroy()
      done()
    },
  })
  client.pipe(target)
  target.pipe(cutting).pipe(client)
  client.once('close', () => target.destroy())
  target.once('close', () => client.end())
}
