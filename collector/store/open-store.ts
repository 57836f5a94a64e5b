import { PermanentError } from '../errors/errors.ts'
import { openRedisStore } from './redis/redis-store.ts'
import { resolveRetention } from './retention.ts'
import type { Durability } from './sqlite/database.ts'
import { openSqliteStore } from './sqlite/sqlite-store.ts'
import type { Retention, Store } from './store.ts'

/** Which store, and how. */
export interface StoreOptions {
  /**
   * `sqlite:PATH`, `sqlite::memory:`, `redis://[USER:PASSWORD@]HOST:PORT[/DB]`, `rediss://…` (TLS) or
   * `redis-cluster://[USER:PASSWORD@]HOST:PORT,HOST:PORT`. Default `sqlite:.loop-observer/observer.db`.
   */
  readonly url?: string
  readonly retention?: Partial<Retention>
  /**
   * SQLite only: what an acknowledged step survives, the death of the process (default) or also a
   * loss of power. With Redis, its own settings decide; see `openRedisStore`.
   */
  readonly durability?: Durability
  /** How long a log may be ahead of its judged state before `due` lists the run, milliseconds. Default 1000. */
  readonly staleMs?: number
}

/** Where an observer without a setting keeps its runs, relative to the working directory. */
const defaultStoreUrl = 'sqlite:.loop-observer/observer.db'

/**
 * Opens a store. Throws PermanentError when the setting names none that can work (unknown scheme, a
 * file in use or of another program, a server too old), RetryableError when a server does not answer.
 */
export async function openStore(options: StoreOptions = {}): Promise<Store> {
  const { url = defaultStoreUrl, durability = 'process', staleMs = 1000 } = options
  const retention = resolveRetention(options.retention)
  const scheme = /^([a-z-]+):/.exec(url)?.[1] ?? ''
  switch (scheme) {
    case 'sqlite': {
      const path = url.slice('sqlite:'.length)
      if (!path) throw new PermanentError('bad_request', 'store: `sqlite:` needs a path after it.')
      return openSqliteStore({ path, durability, retention, staleMs })
    }
    case 'redis':
    case 'rediss':
    case 'redis-cluster':
      return openRedisStore({ url, retention, staleMs })
    default:
      throw new PermanentError(
        'bad_request',
        'store: must begin with sqlite:, redis://, rediss:// or redis-cluster://.',
      )
  }
}
