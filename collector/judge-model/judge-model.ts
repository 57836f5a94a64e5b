import { setImmediate, setTimeout as delay } from 'node:timers/promises'
import type { Place, StepRecord } from '@loop-observer/rules'
import type { Logger } from 'pino'
import { RecentMap } from '../recent-map.ts'
import type { JudgeModelSettings } from '../config/settings.ts'
import { RetryableError } from '../errors/errors.ts'
import type { Judge, JudgedRun } from '../judging/judging.ts'
import { introOf } from '../judging/marks.ts'
import type { Metrics } from '../metrics/metrics.ts'
import type { Store } from '../store/store.ts'
import { createAsking } from './asking.ts'
import { createChat } from './chat.ts'
import { placeToAsk } from './eligible.ts'
import { createGuard, type Guard } from './guarded.ts'
import { materialOf } from './material.ts'
import { opinionRecord, type Said } from './opinion.ts'
import { promptOf } from './prompt.ts'

/** A judge model at work beside judging. */
export interface RunningJudgeModel {
  /** Told of a run that was just judged: asks about it, if it may, and returns at once. Never throws. */
  consider(run: JudgedRun): void
  /** Breaks off what is under way. */
  stop(): Promise<void>
}

/** What a judge model works with. */
export interface JudgeModelParts {
  readonly settings: JudgeModelSettings
  readonly store: Pick<Store, 'bind' | 'steps' | 'now'>
  /** Opinions are steps: they go where all steps go. */
  readonly judge: Pick<Judge, 'accept'>
  readonly metrics: Metrics
  readonly log: Logger
  /** Default: as {@link createGuard} has it. */
  readonly guard?: Guard
}

/** Records of the log that a question looks at, at most. */
const mostRecords = 60
/** Runs of which it is remembered here in which turn they were asked about. */
const rememberedRuns = 4096
/** A turn is claimed for so long; after that its opinion is in the log, or nobody needs it. */
const claimMs = 600_000
/** Pauses before an opinion is offered to the store again, milliseconds. */
const offerAgainMs = [500, 2000, 8000]

/**
 * Starts asking a judge model about runs that go on: beside judging, never in its way. What it says comes back as
 * a step of the run's log, so that every observer judges by the same. Of the observers on one store the
 * first to claim a turn asks; one that dies while it asks leaves that turn without an opinion.
 */
export function startJudgeModel(parts: JudgeModelParts): RunningJudgeModel {
  const { settings, store, metrics, log } = parts
  const asking = createAsking({ chat: createChat(settings), settings, metrics, now: () => store.now() })
  const guard = parts.guard ?? createGuard({ callsInFlight: settings.callsInFlight, onRest })
  const me = `judge:${crypto.randomUUID()}`
  const leaving = new AbortController()
  const underWay = new Map<string, Promise<void>>()
  const askedTurns = new RecentMap<string, number>(rememberedRuns)

  function onRest(resting: boolean): void {
    metrics.set('judge_model_resting', {}, resting ? 1 : 0)
    if (resting)
      log.warn({ event: 'judge_model_rests' }, 'the judge model fails: it is left alone for a while')
    else log.info({ event: 'judge_model_answers' }, 'the judge model answers again')
  }

  async function ask(run: JudgedRun, place: Place): Promise<void> {
    // Whoever sent the steps is answered first.
    await setImmediate()
    const asked = await guard.run(() => question(run, place))
    const isHeld = asked === 'busy' || asked === 'resting'
    // Who was held up may ask later in the same turn.
    if (!isHeld) askedTurns.set(run.summary.key, place.turn)
    if (typeof asked === 'string') metrics.count('judge_model_skipped_total', { cause: asked })
    else await offer(run, opinionRecord(place, asked, settings))
  }

  async function question(
    { version, summary: { key, run, tenant, task } }: JudgedRun,
    place: Place,
  ): Promise<Said | 'no_question' | 'no_content' | 'asked_by_another'> {
    if (task === null) return 'no_question'
    const { records } = await store.steps(key, Math.max(0, version - mostRecords), mostRecords)
    const material = materialOf(records, place.lane, settings.textChars)
    if (material === null) return 'no_content'
    const claimed = await store.bind(tenant, `judge:${place.turn}:${run}`, me, claimMs)
    return claimed === me ? asking(promptOf(task, material), leaving.signal) : 'asked_by_another'
  }

  async function offer({ summary }: JudgedRun, record: StepRecord): Promise<void> {
    const bound = { intro: introOf(summary.key, summary), records: [record] }
    for (const pauseMs of [...offerAgainMs, null]) {
      try {
        return await parts.judge.accept([bound])
      } catch (error) {
        if (!(error instanceof RetryableError) || pauseMs === null) throw error
        await delay(pauseMs, undefined, { signal: leaving.signal })
      }
    }
  }

  return {
    consider(run) {
      const { key } = run.summary
      const place = leaving.signal.aborted || underWay.has(key) ? null : placeToAsk(run)
      if (place === null || (askedTurns.get(key) ?? 0) >= place.turn) return
      const done = ask(run, place)
        .catch((error: unknown) => {
          if (leaving.signal.aborted) return
          log.warn({ run: key, err: error }, 'an opinion of the judge model is lost')
        })
        .finally(() => underWay.delete(key))
      underWay.set(key, done)
    },
    async stop() {
      leaving.abort()
      await Promise.all(underWay.values())
    },
  }
}
