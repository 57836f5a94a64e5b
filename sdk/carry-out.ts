import { context } from '@opentelemetry/api'
import { haltFor, type LimitHit } from './advice/backstop.ts'
import { lookAfter } from './advice/checkpoint.ts'
import { unref } from './client/deadline.ts'
import { fieldOf } from './given.ts'
import type { Ending } from './outcome/outcome.ts'
import { Ended, runView, type Run } from './run.ts'
import { mainLane, type RunState } from './run-state.ts'
import { errorText } from './steps/observed-value.ts'

/** The agent's loop. Returning a plain value is answering. */
export type Work<Answer> = (
  run: Run,
) => Promise<Ended<Answer> | Answer | void> | Ended<Answer> | Answer | void

/** How the callback of a run came to its end. */
export interface HowItEnded<Answer> {
  readonly ending: Ending<Answer>
  /** True when the callback threw. */
  readonly isThrown: boolean
}

/** Runs the callback; the time limit, the run's own or the observer's, ends the wait for it, at the latest after the grace period. */
export async function carryOut<Answer>(run: RunState, work: Work<Answer>): Promise<HowItEnded<Answer>> {
  const { seconds } = run.settings.limits
  const heartbeat = setInterval(() => lookAfter(run), run.settings.heartbeatMs)
  unref(heartbeat)
  let timer: ReturnType<typeof setTimeout> | undefined
  const overdue = new Promise<HowItEnded<Answer>>((resolve) => {
    const giveUpSoon = (isOver: () => boolean): void => {
      clearTimeout(timer)
      timer = setTimeout(() => {
        if (isOver()) resolve({ ending: { kind: 'overdue' }, isThrown: false })
      }, run.settings.graceMs)
    }
    const isOutOfTime = (): boolean => run.main.halt?.reason === 'budget_time'
    // Halted by the observer's limit on time; an operator may resume the run before the grace period is over.
    const onHalt = (): void => (isOutOfTime() ? giveUpSoon(isOutOfTime) : undefined)
    run.main.signal.addEventListener('abort', onHalt, { once: true })
    if (seconds === null) return
    const look = (): void => {
      // Waiting for a person is not charged.
      const leftMs = (seconds - run.totals.seconds) * 1000
      if (leftMs > 0) {
        timer = setTimeout(look, Math.min(Math.ceil(leftMs), longestTimerMs))
      } else {
        stopForTime(run, seconds)
        giveUpSoon(() => true)
      }
    }
    look()
  })
  try {
    return await Promise.race([settled(run, work), overdue])
  } finally {
    clearInterval(heartbeat)
    clearTimeout(timer)
  }
}

/** Longest delay that a timer takes, milliseconds: 2^31 - 1. */
const longestTimerMs = 2_147_483_647

async function settled<Answer>(run: RunState, work: Work<Answer>): Promise<HowItEnded<Answer>> {
  try {
    const value = await context.with(run.origin.span.context, work, undefined, runView(run, run.main))
    return { ending: Ended.endingOf(value), isThrown: false }
  } catch (error) {
    const message = errorText(error)
    if (isRefusal(error) && fieldOf(error, 'reason') === 'unanswered') {
      return { ending: { kind: 'suspended', message, cause: error }, isThrown: true }
    }
    if (run.effects.refused !== null && isRefusal(error)) stopFor(run, run.effects.refused)
    return { ending: { kind: 'failed', message, resumable: false, cause: error }, isThrown: true }
  }
}

/** By its name, for `instanceof` throws on some of what can be thrown. */
function isRefusal(error: unknown): boolean {
  return fieldOf(error, 'name') === 'EffectRefused'
}

function stopForTime(run: RunState, seconds: number): void {
  stopFor(run, { reason: 'budget_time', used: run.totals.seconds, limit: seconds, unit: 'second' })
}

function stopFor(run: RunState, hit: LimitHit): void {
  run.halt(haltFor(hit, { run: run.runId, lane: mainLane, totals: run.totals }))
}
