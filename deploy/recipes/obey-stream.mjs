/**
 * Reads the decisions about one run from Redis until a halt. `redis` is a connected ioredis client of its own,
 * because a read that blocks holds up whatever shares the connection; `run` is a run id or a trace id.
 */
export async function obeyStream(redis, run, { nudge, halt }, { tenant = 'default', after = 0 } = {}) {
  const key = `loop-observer:run:${tenant}:${run}`
  for (let last = `${after}-0`; ;) {
    const read = await redis.xread('BLOCK', 0, 'STREAMS', key, last)
    for (const [id, flat] of read?.[0]?.[1] ?? []) {
      last = id
      const decision = Object.fromEntries(flat.flatMap((name, i) => (i % 2 ? [] : [[name, flat[i + 1]]])))
      if (decision.action === 'nudge') nudge(decision)
      else return halt(decision)
    }
  }
}
