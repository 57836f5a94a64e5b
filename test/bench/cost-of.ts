/** What a piece of work costs. */
export interface WorkCost {
  /** Processor time, microseconds an item. */
  readonly us: number
  /** Memory allocated, whether or not it was given back at once, bytes an item. */
  readonly bytes: number
}

/** Items between two looks at the heap: few enough that its young generation seldom fills meanwhile. */
const stretch = 64

/**
 * What `work` costs on each of `items`, which are gone through `rounds` times (default 40) after as many
 * that warm the compiler. Of the times the quartile that was disturbed least, of the bytes the median.
 */
export function costOf<Item>(items: readonly Item[], work: (item: Item) => unknown, rounds = 40): WorkCost {
  const times: number[] = []
  const bytes: number[] = []
  for (let round = -rounds; round < rounds; round++) {
    const before = process.cpuUsage()
    for (const item of items) work(item)
    const { user, system } = process.cpuUsage(before)
    if (round >= 0) times.push((user + system) / items.length)
  }
  for (let from = 0; from < items.length; from += stretch) {
    const some = items.slice(from, from + stretch)
    const before = process.memoryUsage().heapUsed
    for (const item of some) work(item)
    const used = process.memoryUsage().heapUsed - before
    // Less than nothing: the collector ran.
    if (used > 0) bytes.push(used / some.length)
  }
  return { us: at(times, 0.25), bytes: at(bytes, 0.5) }
}

function at(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN
}
