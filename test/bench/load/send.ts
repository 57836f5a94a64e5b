import { setTimeout as wait } from 'node:timers/promises'
import { createBodies, type Shape } from './bodies.ts'
import { openConnection, type Connection } from './connection.ts'

/** What to send, where to, how long. */
export interface LoadPlan extends Shape {
  /** `http://HOST:PORT`, without `/v1/traces`. */
  readonly url: string
  readonly connections: number
  readonly seconds: number
  /** Most spans; the load ends there, whatever the time. */
  readonly mostSpans: number
  /** Spans a second, or null for as many as are taken. */
  readonly spansPerSecond: number | null
}

/** What became of a load. */
export interface LoadResult {
  /** Spans in requests that were answered with 200. */
  readonly spans: number
  /** Requests that were answered with anything else. */
  readonly refused: number
  readonly seconds: number
}

/** A load that is ready to go. */
export interface Load {
  go(): Promise<LoadResult>
  /** Ends it early. */
  stop(): void
}

const headers = { 'Content-Type': 'application/x-protobuf' }
const gzipHeaders = { ...headers, 'Content-Encoding': 'gzip' }

/** Opens the connections and, where compressing would cost the sender more than sending, makes the requests. */
export async function prepareLoad(plan: LoadPlan): Promise<Load> {
  const make = createBodies(plan)
  const requests = Math.ceil(plan.mostSpans / plan.batch)
  const ready = plan.gzip ? Array.from({ length: requests }, make) : []
  const connections = await Promise.all(
    Array.from({ length: plan.connections }, () => openConnection(plan.url)),
  )
  let stopped = false
  let sent = 0
  let refused = 0

  async function work(connection: Connection, startedMs: number): Promise<void> {
    const endMs = startedMs + plan.seconds * 1000
    while (!stopped && sent < requests && performance.now() < endMs) {
      const turn = sent++
      await pace(plan, turn, startedMs)
      const body = ready[turn] ?? make()
      const status = await connection.post('/v1/traces', plan.gzip ? gzipHeaders : headers, body)
      if (status === 200) continue
      refused++
      // As the protocol wants it: come again later, not at once.
      await wait(50)
    }
  }

  return {
    async go() {
      const startedMs = performance.now()
      try {
        await Promise.all(connections.map((connection) => work(connection, startedMs)))
        const seconds = (performance.now() - startedMs) / 1000
        return { spans: (sent - refused) * plan.batch, refused, seconds }
      } finally {
        for (const connection of connections) connection.close()
      }
    },
    stop: () => {
      stopped = true
    },
  }
}

/** Waits until it is the turn of this request. */
async function pace({ spansPerSecond, batch }: LoadPlan, turn: number, startedMs: number): Promise<void> {
  if (spansPerSecond === null) return
  const dueMs = startedMs + (turn * batch * 1000) / spansPerSecond
  const leftMs = dueMs - performance.now()
  if (leftMs > 1) await wait(leftMs)
}
