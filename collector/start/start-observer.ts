import type { Logger } from 'pino'
import { createBinder } from '../binding/create-binder.ts'
import type { Configuration } from '../config/load.ts'
import { createSteplessSpans } from '../control/stepless-spans.ts'
import { startServer, type RunningServer } from '../http/server.ts'
import { startJudgeModel, type RunningJudgeModel } from '../judge-model/judge-model.ts'
import { startJudge } from '../judging/create-judge.ts'
import { createPolicyBook } from '../judging/policy-book.ts'
import { takeoverMs } from '../judging/run-commit.ts'
import { measuredStore } from '../metrics/measured-store.ts'
import { createMetrics } from '../metrics/metrics.ts'
import { startOutbox } from '../outbox/outbox.ts'
import { pageLinks, type PageLinks } from '../outbox/page-link.ts'
import { openStore } from '../store/open-store.ts'
import type { ObserverUrls } from './announce.ts'
import { controlApplication, type Rooms } from './applications.ts'
import { refusalTeller } from './refusals.ts'
import { startReceiving, type Receiving } from './receiving.ts'
import { countedLogReader } from './log-intake.ts'
import { openTelling } from './sinks.ts'
import { bindingNotices, countedReader } from './span-intake.ts'

/** An observer at work. */
export interface RunningObserver {
  readonly urls: ObserverUrls
  /** Puts another policy in force for runs that begin from now on. */
  replacePolicy(policy: Configuration['policy']): void
  /**
   * Refuses what comes, finishes what is under way for at most `drainMs` of the settings, flushes
   * and closes. What is acknowledged stays in the store. May be called again.
   */
  stop(): Promise<void>
}

/** Puts the rooms together and opens the doors. Throws what opening a store or a port throws. */
export async function startObserver(configuration: Configuration, log: Logger): Promise<RunningObserver> {
  const { settings } = configuration
  const { rooms, links, close } = await openRooms(configuration, log)
  let doors: Doors
  try {
    doors = await openDoors(rooms)
  } catch (error) {
    await close()
    throw error
  }
  const { http, grpc, control } = doors
  links.listensAt(control.url)
  let stopping: Promise<void> | null = null
  return {
    urls: { otlpHttp: http.url, otlpGrpc: grpc.url, control: control.url },
    replacePolicy: (next) => rooms.policies.replace(next),
    stop() {
      stopping ??= Promise.all([http, grpc, control].map((door) => door.stop(settings.drainMs))).then(close)
      return stopping
    },
  }
}

/** The rooms, in the direction in which a span goes through them, and how to leave them in that order. */
async function openRooms(
  { settings, policy }: Configuration,
  log: Logger,
): Promise<{ readonly rooms: Rooms; readonly links: PageLinks; readonly close: () => Promise<void> }> {
  const metrics = createMetrics()
  const policies = createPolicyBook(policy, (version) =>
    log.warn({ version }, 'runs of a policy that this process never read are judged by the one in force'),
  )
  const opened = await openStore({
    url: settings.storeUrl,
    retention: settings.retention,
    staleMs: takeoverMs,
  })
  const store = measuredStore(opened, metrics)
  const links = pageLinks(settings.pageUrl)
  const telling = await openTelling({ settings, store, metrics, log, links })
  const outbox = startOutbox({ store, sinks: telling.sinks, metrics, log })
  let judgeModel: RunningJudgeModel | null = null
  const judge = startJudge({
    store,
    policies,
    metrics,
    log,
    decided: () => outbox.wake(),
    judged: (run) => judgeModel?.consider(run),
    cachedRuns: settings.cachedRuns,
    waitingSteps: settings.waitingSteps,
  })
  if (settings.judgeModel !== null) {
    judgeModel = startJudgeModel({ settings: settings.judgeModel, store, judge, metrics, log })
  }
  const binder = createBinder({
    store,
    policies,
    hashKey: settings.hashKey,
    notices: bindingNotices(metrics, log),
  })
  const read = telling.learning(countedReader(metrics, log))
  const readLog = countedLogReader(metrics, log)
  const stepless = createSteplessSpans()
  const refused = refusalTeller(metrics, log)
  return {
    rooms: { settings, log, metrics, policies, store, judge, binder, read, readLog, stepless, refused },
    links,
    async close() {
      await judgeModel?.stop()
      await judge.stop()
      await Promise.all([outbox.stop(), telling.stop()])
      await store.close()
    },
  }
}

interface Doors extends Receiving {
  readonly control: RunningServer
}

async function openDoors(rooms: Rooms): Promise<Doors> {
  const receiving = await startReceiving(rooms)
  try {
    const otlp = { http: receiving.http.url, grpc: receiving.grpc.url }
    const serve = controlApplication(rooms, otlp)
    const control = await startServer({ listen: rooms.settings.control, serve })
    return { ...receiving, control }
  } catch (error) {
    await Promise.all([receiving.http.stop(0), receiving.grpc.stop(0)])
    throw error
  }
}
