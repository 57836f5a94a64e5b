import type { Client } from './client.ts'

/** The server's clock, as far as it can be told from here. */
export interface Clock {
  /** Milliseconds since the epoch, never less than before. Off by at most half the round trip of the best measurement. */
  readonly now: () => number
  /** Compares the clocks again. Throws when the server does not answer. */
  measure(): Promise<void>
}

const samples = 3

/**
 * Makes a clock that runs with this process's monotonic clock, set by Redis `TIME`: observers on
 * one Redis agree although their machines do not. In a cluster, which has no common clock, the
 * master of the first shard is asked.
 */
export function createClock(client: Client): Clock {
  let offsetMs = Date.now() - performance.now()
  let latestMs = 0
  return {
    now: () => (latestMs = Math.max(latestMs, Math.floor(performance.now() + offsetMs))),
    measure: async () => {
      let best = { roundTripMs: Infinity, offsetMs }
      for (let i = 0; i < samples; i++) {
        const sentMs = performance.now()
        const [seconds, micros] = await client.time()
        const roundTripMs = performance.now() - sentMs
        const serverMs = Number(seconds) * 1000 + Number(micros) / 1000
        if (roundTripMs < best.roundTripMs) {
          best = { roundTripMs, offsetMs: serverMs - sentMs - roundTripMs / 2 }
        }
      }
      offsetMs = best.offsetMs
    },
  }
}
