import { setImmediate } from 'node:timers/promises'
import type { StepRecord } from '@loop-observer/rules'
import { RetryableError } from '../errors/errors.ts'
import type { RunKey } from '../store/store.ts'
import type { BoundSteps, RunIntro } from './judging.ts'

/** Everything that waits for one run, merged in the order of its arrival. */
export interface GroupedRun {
  readonly intro: RunIntro
  readonly records: StepRecord[]
  /** True when the run's deadline has passed: a tick belongs after the records. */
  tick: boolean
}

/** Resolves to true once the run is judged as far as its log went, to false when the sweeper must do it. */
export type Judging = Promise<boolean>

/** Collects the steps of concurrent requests into groups; one group is on its way to the store at a time. */
export interface Intake {
  /** Steps accepted and not yet in the store. */
  readonly waitingSteps: number
  /** Resolves when the steps are durable, with the judging of each run. Throws RetryableError when there is no room. */
  push(batch: readonly BoundSteps[]): Promise<ReadonlyMap<RunKey, Judging>>
  /** Asks for a tick of a run. */
  tick(intro: RunIntro): void
  /** Refuses what comes from now on and resolves when everything accepted has been dealt with. */
  drain(): Promise<void>
}

/** Bounds of an {@link Intake}. */
export interface IntakeLimits {
  /** Most steps in one group. A single larger batch is not split. */
  readonly groupSteps: number
  /** Most steps that may wait; beyond, senders are told to come again. */
  readonly waitingSteps: number
}

interface Waiting {
  readonly batch: readonly BoundSteps[]
  readonly ticks: boolean
  readonly resolve: (judging: ReadonlyMap<RunKey, Judging>) => void
  readonly reject: (error: unknown) => void
}

/**
 * Makes an intake over `commit`, which makes a group durable and returns the judging of each of
 * its runs. What arrives while a group is on its way forms the next one.
 */
export function createIntake(
  limits: IntakeLimits,
  commit: (group: ReadonlyMap<RunKey, GroupedRun>) => Promise<ReadonlyMap<RunKey, Judging>>,
): Intake {
  let queue: Waiting[] = []
  let waitingSteps = 0
  let refusing = false
  let pumping: Promise<void> | null = null

  async function pump(): Promise<void> {
    while (queue.length > 0) {
      // One turn of the event loop, so that requests which arrived together share a commit, and that
      // others are heard between two of them.
      await setImmediate()
      const taken = takeGroup(queue, limits.groupSteps)
      queue = queue.slice(taken.length)
      await commitGroup(taken)
    }
    pumping = null
  }

  async function commitGroup(taken: readonly Waiting[]): Promise<void> {
    try {
      const judging = await commit(merge(taken))
      for (const waiting of taken) waiting.resolve(judging)
    } catch (error) {
      for (const waiting of taken) waiting.reject(error)
    }
    for (const waiting of taken) waitingSteps -= countSteps(waiting.batch)
  }

  function enqueue(waiting: Waiting): void {
    // Whoever waits for what a deadline brings has waited for the hold already.
    if (waiting.ticks) queue.unshift(waiting)
    else queue.push(waiting)
    waitingSteps += countSteps(waiting.batch)
    pumping ??= pump()
  }

  return {
    get waitingSteps() {
      return waitingSteps
    },
    push(batch) {
      if (refusing) return Promise.reject(new RetryableError('unavailable', 'The observer is shutting down.'))
      if (waitingSteps + countSteps(batch) > limits.waitingSteps && waitingSteps > 0) {
        return Promise.reject(
          new RetryableError('overloaded', `More than ${limits.waitingSteps} steps wait.`),
        )
      }
      return new Promise((resolve, reject) => enqueue({ batch, ticks: false, resolve, reject }))
    },
    tick(intro) {
      if (refusing) return
      // A tick that fails is asked for again by the sweeper.
      enqueue({ batch: [{ intro, records: [] }], ticks: true, resolve: ignore, reject: ignore })
    },
    async drain() {
      refusing = true
      while (pumping !== null) await pumping
    },
  }
}

function takeGroup(queue: readonly Waiting[], mostSteps: number): readonly Waiting[] {
  let steps = 0
  const end = queue.findIndex((waiting) => (steps += countSteps(waiting.batch)) > mostSteps)
  return end === -1 ? queue : queue.slice(0, Math.max(1, end))
}

function merge(taken: readonly Waiting[]): ReadonlyMap<RunKey, GroupedRun> {
  const group = new Map<RunKey, GroupedRun>()
  for (const { batch, ticks } of taken) {
    for (const { intro, records } of batch) {
      let run = group.get(intro.key)
      if (run === undefined) group.set(intro.key, (run = { intro, records: [], tick: false }))
      run.records.push(...records)
      run.tick ||= ticks
    }
  }
  return group
}

function countSteps(batch: readonly BoundSteps[]): number {
  return batch.reduce((sum, { records }) => sum + records.length, 0)
}

function ignore(): void {}
