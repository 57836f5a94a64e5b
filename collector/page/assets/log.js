import { get } from './api.js'

const [firstPage, pageSize] = [300, 1000]
/** Records held at most, the newest: memory has a bound. */
const mostRecords = 20_000

/** The log of a run, read from its oldest record on and kept up to date. */
export function runLog(path, signal) {
  const records = []
  let next = 0
  let missing = 0

  /**
   * Reads on to the end of `detail`'s log. A first stretch is small, and `grown` is told when it is there, so that
   * something is seen soon.
   */
  async function readOn({ steps }, grown) {
    while (next < steps || records.length === 0) {
      const isFirst = records.length === 0
      const limit = isFirst ? firstPage : pageSize
      const stretch = await get(`${path}?from=${Math.max(next, steps - mostRecords)}&limit=${limit}`, signal)
      if (isFirst) missing = stretch.from
      for (const step of stretch.steps) records.push(step)
      if (records.length > mostRecords) missing += records.splice(0, records.length - mostRecords).length
      next = stretch.next
      if (stretch.steps.length === 0) return
      if (isFirst) grown()
    }
  }

  return { readOn, records: () => records, missing: () => missing, next: () => next }
}
