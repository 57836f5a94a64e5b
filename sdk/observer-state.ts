import type { Hashing } from '@loop-observer/rules'
import type { Connection } from './client/connection.ts'
import type { Settings } from './options.ts'
import type { RunState } from './run-state.ts'

/** What the runs of one observer share. */
export interface ObserverState {
  readonly settings: Settings
  readonly hashing: Hashing
  readonly connection: Connection | null
  /** Runs of this process that are on, by id. */
  readonly live: Map<string, RunState>
  /** Ends of runs on their way to the observer. */
  readonly endings: Set<Promise<void>>
  /** Aborted when the application waits for them. */
  readonly hurry: AbortController
  readonly giveUp: AbortController
}
