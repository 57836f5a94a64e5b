import type { StepRecord } from '@loop-observer/rules'
import type { JudgeModelSettings } from '../../../collector/config/settings.ts'
import { startJudgeModel } from '../../../collector/judge-model/judge-model.ts'
import type { JudgedRun } from '../../../collector/judging/judging.ts'
import { createPolicyBook } from '../../../collector/judging/policy-book.ts'
import type { RunningJudge } from '../../../collector/judging/create-judge.ts'
import { createMetrics, type Metrics } from '../../../collector/metrics/metrics.ts'
import { createLogger } from '../../../collector/start/logger.ts'
import type { Store } from '../../../collector/store/store.ts'
import { bound, call, judgeOn } from '../judging/runs.ts'

/** Judging with a judge model beside it. */
export interface AtWork {
  readonly judge: RunningJudge
  readonly metrics: Metrics
  stop(): Promise<void>
}

/** Settings that ask the endpoint at `url`. */
export function settingsFor(url: string, more: Partial<JudgeModelSettings> = {}): JudgeModelSettings {
  const prices = { priceIn: 0.5, priceOut: 2 }
  return {
    url,
    model: 'cheap-1',
    key: null,
    timeoutMs: 10_000,
    callsInFlight: 4,
    textChars: 8000,
    ...prices,
    ...more,
  }
}

/** Starts both over a store. Runs are judged in enforce mode. */
export function startAtWork(
  store: Store,
  settings: JudgeModelSettings,
  rule: Readonly<Record<string, number>> = {},
): AtWork {
  const metrics = createMetrics({ process: false })
  const log = createLogger('silent', false)
  let consider: (run: JudgedRun) => void = () => undefined
  const policies = createPolicyBook({
    digest: 'test',
    mode: 'enforce',
    holdMs: 0,
    rules: { completion: { settings: { nudgeAnswerable: 1, haltAnswerable: 2, ...rule } } },
  })
  const judge = judgeOn(store, { metrics, policies, judged: (run) => consider(run) })
  const model = startJudgeModel({ settings, store, judge, metrics, log })
  consider = (run) => model.consider(run)
  return {
    judge,
    metrics,
    async stop() {
      await model.stop()
      await judge.stop()
    },
  }
}

/** A call of turn `turn` that finds something, with its content as far as it is kept. */
function found(turn: number, store: Store, kept = true): StepRecord {
  const args = { page: turn }
  const observation = `Page ${turn} of the guide: ${'abcdefghij'[turn % 10]?.repeat(12)} nests at the lake in ${1990 + turn}.`
  const record = call({
    id: `s${turn}`,
    args,
    observation,
    atMs: 1_000_000 + turn * 1000,
    receivedAtMs: store.now(),
  })
  return kept ? { ...record, preview: { args: JSON.stringify(args), observation, text: null } } : record
}

/** The agent makes the calls of these turns, one after the other, each judged before the next. */
export async function walk(
  { judge }: AtWork,
  store: Store,
  options: {
    readonly run?: string
    readonly from?: number
    readonly to: number
    readonly kept?: boolean
    readonly task?: string | null
  },
): Promise<void> {
  const { run = 'r', from = 1, to, kept = true, task = 'Which heron nests at the lake?' } = options
  for (let turn = from; turn <= to; turn++) {
    await judge.acceptAndSettle(bound(run, [found(turn, store, kept)], { task }), '*')
  }
}
