import type { Logger } from 'pino'
import type { Binder } from '../binding/binding.ts'
import { hashing } from '../binding/hashing.ts'
import type { Settings } from '../config/settings.ts'
import type { ControlContext } from '../control/context.ts'
import { controlRoutes } from '../control/control.ts'
import { createIngest } from '../control/ingest.ts'
import type { SteplessSpans } from '../control/stepless-spans.ts'
import { authorizer } from '../control/tokens.ts'
import type { LogReader } from '../dialects/read-log.ts'
import type { SpanReader } from '../dialects/read.ts'
import { application, type Application, type ApplicationOptions } from '../http/application.ts'
import type { Judge } from '../judging/judging.ts'
import type { PolicyBook } from '../judging/policy-book.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { pageRoutes } from '../page/page.ts'
import { traceDecoder } from '../receiver/decode.ts'
import type { Admission } from '../receiver/admission.ts'
import type { Exporting } from '../receiver/exporting.ts'
import { exportRoute } from '../receiver/receiver.ts'
import { renderStatus } from '../receiver/replies.ts'
import type { Store } from '../store/store.ts'
import type { Door, TellRefusal } from './refusals.ts'
import { version } from './version.ts'

/** What the doors lead to. */
export interface Rooms {
  readonly settings: Settings
  readonly log: Logger
  readonly metrics: Metrics
  readonly policies: PolicyBook
  readonly store: Store
  readonly judge: Judge
  readonly binder: Binder
  readonly read: SpanReader
  readonly readLog: LogReader
  readonly stepless: SteplessSpans
  readonly refused: TellRefusal
}

/** The door for spans and logs: OTLP over HTTP. */
export function receiverApplication(
  rooms: Rooms,
  receivers: readonly Exporting[],
  admission: Admission,
): Application {
  const { limits } = rooms.settings
  const routes = receivers.map((receiver) => exportRoute(receiver, { limits, admission }))
  return application({ ...guard(rooms, 'otlp_http'), routes, renderFailure: renderStatus })
}

/** The door for agents and people: control channel, page, metrics. */
export function controlApplication(rooms: Rooms, otlp: ControlContext['otlp']): Application {
  const { settings, metrics, policies, store, judge, stepless } = rooms
  const decode = traceDecoder(settings.limits)
  const routes = controlRoutes({
    store,
    judge,
    policies,
    metrics,
    ingest: createIngest({ ...rooms, decode }),
    bodyLimits: settings.limits,
    hashing: hashing(settings.hashKey ?? undefined),
    isSpanWithoutStep: (tenant, spanId) => stepless.has(tenant, spanId),
    version,
    otlp,
  })
  return application({ ...guard(rooms, 'control'), routes: [...routes, ...pageRoutes()] })
}

function guard(
  { settings, log, refused }: Rooms,
  door: Door,
): Pick<ApplicationOptions, 'authorize' | 'onRefused' | 'onDefect'> {
  return {
    authorize: authorizer(settings.tokens),
    onRefused: (error, { method, path }) => refused(door, error, { method, path }),
    onDefect: (error, { method, path }) =>
      log.error({ err: error, method, path }, 'a request failed: a defect of the observer'),
  }
}
