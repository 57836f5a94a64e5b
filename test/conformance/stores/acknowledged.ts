import { expect } from 'vitest'
import type { Store } from '../../../collector/store/store.ts'
import { idsOf } from './builders.ts'

/** What was acknowledged to a sender, by run. */
export type Acknowledged = Map<string, Set<string>>

/** Notes an acknowledgement. */
export function note(acknowledged: Acknowledged, key: string, ids: readonly string[]): void {
  const known = acknowledged.get(key) ?? new Set<string>()
  for (const id of ids) known.add(id)
  acknowledged.set(key, known)
}

/** Every acknowledged step is in its run's log, once, and the log has no step twice. Returns how many were acknowledged. */
export async function expectKept(store: Store, acknowledged: Acknowledged): Promise<number> {
  let count = 0
  for (const [key, ids] of acknowledged) {
    const log = idsOf((await store.read(key))?.unjudged ?? [])
    expect(log.length, `${key} has a step twice`).toBe(new Set(log).size)
    const lost = [...ids].filter((id) => !log.includes(id))
    expect(lost, `${key} lost acknowledged steps`).toEqual([])
    count += ids.size
  }
  return count
}
