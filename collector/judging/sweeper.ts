import type { RunKey, Store } from '../store/store.ts'

/** Looks after runs that no arriving step moves on: passed deadlines, logs ahead of their judged state. */
export interface Sweeper {
  stop(): Promise<void>
}

/** What a sweeper needs of its surroundings. */
export interface SweeperParts {
  readonly store: Store
  /** Looks at one run again; resolves to false when it could not be helped now. */
  readonly revisit: (key: RunKey) => Promise<boolean>
  /** `times`: how often in a row the store failed. */
  readonly failed: (error: unknown, times: number) => void
  /** Between 0 and 1; keeps two observers from sweeping in step. */
  readonly random: () => number
}

/** A deadline is this old before the sweeper takes it, so that the observer that set it comes first. */
const graceMs = 60
const mostRunsASweep = 200
const tidyEveryMs = 5000
/** A run that could not be helped rests, doubling from this to 64 times as long. */
const restMs = 250

/** Starts sweeping every 100 to 200 ms (up to 16 times as long while the store is away), and deleting what has outlived its time every 5 s. */
export function startSweeper(parts: SweeperParts): Sweeper {
  const resting = new Map<RunKey, { untilMs: number; tries: number }>()
  let timer: NodeJS.Timeout | null = null
  let sweeping: Promise<void> = Promise.resolve()
  let stopped = false
  let failures = 0
  let tidiedAtMs = parts.store.now()

  async function sweep(): Promise<void> {
    const nowMs = parts.store.now()
    const due = await parts.store.due(nowMs - graceMs, mostRunsASweep)
    failures = 0
    await Promise.all(due.map((key) => visit(key, nowMs)))
    if (nowMs - tidiedAtMs > tidyEveryMs) await tidy(nowMs)
  }

  async function visit(key: RunKey, nowMs: number): Promise<void> {
    const rest = resting.get(key)
    if (stopped || (rest !== undefined && rest.untilMs > nowMs)) return
    if (await parts.revisit(key)) resting.delete(key)
    else putToRest(key, rest?.tries ?? 0)
  }

  async function tidy(nowMs: number): Promise<void> {
    tidiedAtMs = nowMs
    for (const [key, { untilMs }] of resting) if (untilMs < nowMs - tidyEveryMs) resting.delete(key)
    await parts.store.sweep(nowMs)
  }

  function putToRest(key: RunKey, tries: number): void {
    resting.set(key, { untilMs: parts.store.now() + restMs * 2 ** Math.min(tries, 6), tries: tries + 1 })
  }

  function schedule(): void {
    timer = setTimeout(
      () => {
        sweeping = sweep()
          .catch((error: unknown) => {
            failures += 1
            parts.failed(error, failures)
          })
          .finally(() => stopped || schedule())
      },
      (100 + parts.random() * 100) * 2 ** Math.min(failures, 4),
    )
    timer.unref()
  }

  schedule()
  return {
    async stop() {
      stopped = true
      if (timer !== null) clearTimeout(timer)
      await sweeping
    },
  }
}
