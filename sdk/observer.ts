import { beginRun, type RunOptions } from './begin-run.ts'
import { carryOut, type Work } from './carry-out.ts'
import { Connection } from './client/connection.ts'
import { within } from './client/deadline.ts'
import { endRun } from './end-run.ts'
import { flagOf } from './given.ts'
import { createHashing } from './hashing.ts'
import type { ObserverState } from './observer-state.ts'
import { settingsOf, type ObserverOptions } from './options.ts'
import type { RunOutcome } from './outcome/outcome.ts'

/** Observes the runs of one agent. */
export interface Observer {
  /**
   * Runs the agent's loop. Resolves to what became of it, whether it answered, was stopped or
   * threw. Returning a plain value is answering.
   */
  run<Answer = null>(options: RunOptions, work: Work<Answer>): Promise<RunOutcome<Answer>>
  /** Waits, at most `timeoutMs` (default 5000), for runs that ended while the observer was away to be reported; then gives them up. */
  shutdown(timeoutMs?: number): Promise<void>
}

/** Makes an observer of an agent's runs. Never throws: options that cannot be used are told to `onError`. */
export function loopObserver(options: ObserverOptions): Observer {
  const settings = settingsOf(options)
  const state: ObserverState = {
    settings,
    hashing: createHashing(settings.hashKey),
    connection: settings.endpoint === null ? null : new Connection(settings, settings.endpoint),
    endings: new Set(),
    live: new Map(),
    hurry: new AbortController(),
    giveUp: new AbortController(),
  }
  return {
    run: async (runOptions, work) => {
      const run = beginRun(state, runOptions)
      const ended = await carryOut(run, work)
      const outcome = await endRun(state, run, ended.ending)
      if (ended.isThrown && flagOf(runOptions, 'rethrow') === true) throw outcome.cause
      return outcome
    },
    shutdown: async (timeoutMs = 5000) => {
      state.hurry.abort()
      await within(Promise.all(state.endings), timeoutMs, null)
      state.giveUp.abort()
    },
  }
}
