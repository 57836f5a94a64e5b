import type { Logger } from 'pino'
import { createBinder } from '../binding/create-binder.ts'
import type { Configuration } from '../config/load.ts'
import { controlRoutes } from '../control/control.ts'
import { createIngest } from '../control/ingest.ts'
import { createSteplessSpans } from '../control/stepless-spans.ts'
import { authorizer } from '../control/tokens.ts'
import { application, type ApplicationOptions } from '../http/application.ts'
import { startServer, type RunningServer } from '../http/server.ts'
import { startJudge } from '../judging/create-judge.ts'
import { createPolicyBook } from '../judging/policy-book.ts'
import { measuredStore } from '../metrics/measured-store.ts'
import { createMetrics } from '../metrics/metrics.ts'
import { logSink } from '../outbox/log-sink.ts'
import { startOutbox } from '../outbox/outbox.ts'
import { traceDecoder } from '../receiver/decode.ts'
import { traceRoute } from '../receiver/receiver.ts'
import { renderStatus } from '../receiver/replies.ts'
import { openStore } from '../store/open-store.ts'
import type { ObserverUrls } from './announce.ts'
import { bindingNotices, countedReader, countRequest, spanIntake } from './span-intake.ts'
import { version } from './version.ts'

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

/** Puts the rooms together, in the direction in which a span goes through them. Throws what opening a store or a port throws. */
export async function startObserver(configuration: Configuration, log: Logger): Promise<RunningObserver> {
  const { settings, policy } = configuration
  const metrics = createMetrics()
  const policies = createPolicyBook(policy, (unknown) =>
    log.warn(
      { version: unknown },
      'runs of a policy that this process never read are judged by the one in force',
    ),
  )
  const store = measuredStore(
    await openStore({ url: settings.storeUrl, retention: settings.retention }),
    metrics,
  )
  const outbox = startOutbox({ store, sinks: [logSink(log)], metrics, log })
  const judge = startJudge({
    store,
    policies,
    metrics,
    log,
    decided: () => outbox.wake(),
    cachedRuns: settings.cachedRuns,
    waitingSteps: settings.waitingSteps,
  })
  const binder = createBinder({
    store,
    policies,
    hashKey: settings.hashKey,
    notices: bindingNotices(metrics, log),
  })
  const read = countedReader(metrics, log)
  const stepless = createSteplessSpans()
  const authorize = authorizer(settings.tokens)
  const onDefect: NonNullable<ApplicationOptions['onDefect']> = (error, { method, path }) =>
    log.error({ err: error, method, path }, 'a request failed: a defect of the observer')
  const receiver = application({
    routes: [
      traceRoute({
        sink: spanIntake({ read, binder, judge, stepless }),
        limits: settings.limits,
        observe: (request) => countRequest(metrics, request),
        now: () => store.now(),
      }),
    ],
    authorize,
    renderFailure: renderStatus,
    onDefect,
  })
  const control = application({
    routes: controlRoutes({
      store,
      judge,
      policies,
      metrics,
      ingest: createIngest({ decode: traceDecoder(settings.limits), read, binder, stepless }),
      bodyLimits: settings.limits,
      isSpanWithoutStep: (tenant, spanId) => stepless.has(tenant, spanId),
      version,
    }),
    authorize,
    onDefect,
  })
  const rooms = {
    async close(): Promise<void> {
      await judge.stop()
      await outbox.stop()
      await store.close()
    },
  }
  const servers: RunningServer[] = []
  try {
    servers.push(await startServer({ listen: settings.otlpHttp, serve: receiver }))
    servers.push(await startServer({ listen: settings.control, serve: control }))
  } catch (error) {
    await Promise.all(servers.map((server) => server.stop(0)))
    await rooms.close()
    throw error
  }
  const [otlpHttp = '', controlUrl = ''] = servers.map(({ url }) => url)
  let stopping: Promise<void> | null = null
  return {
    urls: { otlpHttp, control: controlUrl },
    replacePolicy: (next) => policies.replace(next),
    stop() {
      stopping ??= Promise.all(servers.map((server) => server.stop(settings.drainMs))).then(() =>
        rooms.close(),
      )
      return stopping
    },
  }
}
