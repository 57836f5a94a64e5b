import { get } from './api.js'

const pageSize = 100
/** Runs held at most: beyond, the list has an end. */
const most = 10_000
/** Pages read at most to meet what is known; when that is not enough, the list begins anew. */
const mostCatchUp = 10

/** Runs of a list as they are loaded, newest first, and kept fresh. `filters` is a query. */
export function runStore(filters, signal) {
  let order = []
  let next = null
  let nowMs = 0

  async function page(before) {
    const query = new URLSearchParams(filters)
    query.set('limit', pageSize)
    query.set('pulse', 'true')
    if (before !== null) query.set('before', before)
    const answer = await get(`/v1/runs?${query}`, signal)
    nowMs = answer.nowMs
    return answer
  }

  /** Puts what was read in the place of what was known behind `upper` and up to its end. */
  function replace(upper, { runs, next: rest }) {
    const last = runs.at(-1)
    const from = upper === null ? 0 : placeBehind(order, upper)
    const to = rest === null || last === undefined ? order.length : placeBehind(order, last)
    const read = new Set(runs.map(({ run }) => run))
    const others = ({ run }) => !read.has(run)
    order = [
      ...order.slice(0, from).filter(others),
      ...runs,
      ...order.slice(Math.max(from, to)).filter(others),
    ]
    if (rest === null) next = null
  }

  /** Reads the newest runs, as many pages as bring it to what is known. */
  async function refreshNewest() {
    const newest = order[0] ?? null
    let upper = null
    for (let i = 0; ; i++) {
      const answer = await page(upper === null ? null : cursorOf(upper))
      const last = answer.runs.at(-1)
      const meets =
        newest === null || last === undefined || answer.next === null || compare(newest, last) <= 0
      if (!meets && i === mostCatchUp) {
        // Too much is new: what was read further back is given up.
        order = order.slice(0, placeBehind(order, last))
        next = answer.next
      } else if (newest === null) {
        next = answer.next
      }
      replace(upper, answer)
      if (meets || i === mostCatchUp) return
      upper = last
    }
  }

  return {
    /** Reads the newest runs again, and those from index `from` on, which are on the screen. */
    async refresh(from) {
      await refreshNewest()
      const upper = order[Math.min(from, order.length) - 1]
      if (upper !== undefined && from > pageSize / 2) replace(upper, await page(cursorOf(upper)))
    },
    /** Reads on at the end. */
    async more() {
      if (next === null) return
      const answer = await page(next)
      next = answer.next
      replace(order.at(-1) ?? null, answer)
      if (answer.next !== null) next = order.length >= most ? null : answer.next
    },
    runs: () => order,
    hasMore: () => next !== null,
    nowMs: () => nowMs,
  }
}

function cursorOf({ updatedAtMs, run }) {
  return `${updatedAtMs}/${run}`
}

/** Newest first; of equal times the greater id. */
function compare(a, b) {
  return b.updatedAtMs - a.updatedAtMs || (a.run < b.run ? 1 : a.run > b.run ? -1 : 0)
}

/** Index of the first run that comes behind `place`. */
function placeBehind(order, place) {
  let [low, high] = [0, order.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (compare(order[middle], place) <= 0) low = middle + 1
    else high = middle
  }
  return low
}
