import { setImmediate } from 'node:timers/promises'

/** How items are grouped. */
export interface GroupOptions<Item, Result> {
  /** Handles a group; one result for each item, in order. Never called while a call is unfinished. */
  readonly run: (items: readonly Item[]) => Promise<readonly Result[]> | readonly Result[]
  /** What an item adds to the size of its group, for example its steps. */
  readonly cost: (item: Item) => number
  /** A group is closed before its cost exceeds this, unless it is a single item. */
  readonly maxCost: number
  /** Most items in a group. */
  readonly maxItems: number
}

/** Collects items and hands them on in groups. */
export interface Group<Item, Result> {
  /** Resolves with the item's result; rejects as its group does. Items are handled in the order of their arrival. */
  add(item: Item): Promise<Result>
  /** As `add` for several, with one promise for all of them; rejects when one of their groups does. */
  addAll(items: readonly Item[]): Promise<readonly Result[]>
  /** Resolves when everything added so far has been handled, well or not. */
  drain(): Promise<void>
}

/** Items that were added together, and what became of them so far. */
interface Batch<Result> {
  readonly results: Result[]
  left: number
  readonly resolve: (results: readonly Result[]) => void
  readonly reject: (error: unknown) => void
}

interface Waiting<Item, Result> {
  readonly item: Item
  readonly batch: Batch<Result>
  /** Place of the item in its batch. */
  readonly index: number
}

/**
 * Group commit: what arrives while a group is being handled, or at the same instant, goes into the
 * next group. An idle store answers at once, a busy one pays a transaction or
 * a round trip once for many.
 */
export function createGroup<Item, Result>(options: GroupOptions<Item, Result>): Group<Item, Result> {
  let waiting: Waiting<Item, Result>[] = []
  let working: Promise<void> | null = null

  const work = async (): Promise<void> => {
    // What the same piece of code adds joins.
    await Promise.resolve()
    for (let first = true; waiting.length > 0; first = false) {
      // A turn of the event loop: what arrives in it joins, and a burst does not starve the rest.
      if (!first) await setImmediate()
      const count = sizeOfNext(waiting, options)
      const group = waiting.slice(0, count)
      waiting = waiting.slice(count)
      await handle(group, options)
    }
    working = null
  }

  const addAll = async (items: readonly Item[]): Promise<readonly Result[]> => {
    if (items.length === 0) return []
    return new Promise((resolve, reject) => {
      const batch = { results: [], left: items.length, resolve, reject }
      for (let index = 0; index < items.length; index++) {
        waiting.push({ item: items[index] as Item, batch, index })
      }
      working ??= work()
    })
  }

  return {
    add: async (item) => (await addAll([item]))[0] as Result,
    addAll,
    drain: async () => {
      await working
    },
  }
}

function sizeOfNext<Item, Result>(
  waiting: readonly Waiting<Item, Result>[],
  { cost, maxCost, maxItems }: GroupOptions<Item, Result>,
): number {
  let sum = 0
  let count = 0
  for (const { item } of waiting) {
    sum += cost(item)
    if (count > 0 && (sum > maxCost || count === maxItems)) break
    count++
  }
  return count
}

async function handle<Item, Result>(
  group: readonly Waiting<Item, Result>[],
  { run }: GroupOptions<Item, Result>,
): Promise<void> {
  try {
    const results = await run(group.map(({ item }) => item))
    let at = 0
    for (const { batch, index } of group) {
      batch.results[index] = results[at++] as Result
      if (--batch.left === 0) batch.resolve(batch.results)
    }
  } catch (error) {
    for (const { batch } of group) batch.reject(error)
  }
}
