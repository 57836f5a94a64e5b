import { afterEach, beforeEach } from 'vitest'
import type { StoreOptions } from '../../../collector/store/open-store.ts'
import type { Store } from '../../../collector/store/store.ts'
import { openTwo, type Place, type Subject } from './subjects.ts'

/** What a part of the suite runs against. */
export interface Context {
  readonly subject: Subject
  /** To be asked inside of a test only. */
  readonly place: () => Place
}

/** Two clients, opened on an empty place before each test of the surrounding `describe` and closed after it. */
export interface Clients {
  readonly a: Store
  readonly b: Store
}

/** Registers the opening and closing. */
export function useClients({ subject, place }: Context, options: Omit<StoreOptions, 'url'> = {}): Clients {
  let opened: Awaited<ReturnType<typeof openTwo>>
  beforeEach(async () => {
    await place().clear()
    opened = await openTwo(subject, place(), options)
  })
  afterEach(() => opened.close())
  return {
    get a() {
      return opened.a
    },
    get b() {
      return opened.b
    },
  }
}
