import type { Decision, PolicyFile, StepRecord } from '@loop-observer/rules'
import { controlRoutes } from '../../../collector/control/control.ts'
import type { ControlContext } from '../../../collector/control/context.ts'
import { createIngest } from '../../../collector/control/ingest.ts'
import { createSteplessSpans, type SteplessSpans } from '../../../collector/control/stepless-spans.ts'
import { authorizer, type TokenSetting } from '../../../collector/control/tokens.ts'
import { hashing } from '../../../collector/binding/hashing.ts'
import { createBinder } from '../../../collector/binding/create-binder.ts'
import { spanReader } from '../../../collector/dialects/read.ts'
import { traceDecoder } from '../../../collector/receiver/decode.ts'
import { defaultReceiverLimits } from '../../../collector/receiver/limits.ts'
import { application } from '../../../collector/http/application.ts'
import { startServer } from '../../../collector/http/server.ts'
import { startJudge, type RunningJudge } from '../../../collector/judging/create-judge.ts'
import { createPolicyBook } from '../../../collector/judging/policy-book.ts'
import type { RunIntro } from '../../../collector/judging/judging.ts'
import { createMetrics } from '../../../collector/metrics/metrics.ts'
import { pageRoutes } from '../../../collector/page/page.ts'
import { createLogger } from '../../../collector/start/logger.ts'
import { openStore } from '../../../collector/store/open-store.ts'
import type { Store } from '../../../collector/store/store.ts'
import { checkAnswer } from './answer-check.ts'
import { introOf } from './steps.ts'

/** A control channel over a real store and a real judge. */
export interface ControlServer {
  readonly url: string
  readonly store: Store
  readonly judge: RunningJudge
  readonly stepless: SteplessSpans
  readonly context: ControlContext
  /** Puts steps into a run, as the receiver does, and settles them. */
  report(run: string, records: readonly StepRecord[], intro?: Partial<RunIntro>): Promise<readonly Decision[]>
  /** Sends a request and reads what comes back; throws when it is not as the OpenAPI document says. */
  call(path: string, options?: CallOptions): Promise<Answer>
  stop(): Promise<void>
}

/** A request of a test. */
interface CallOptions {
  readonly method?: string
  /** Text and bytes are sent as they are, all else as JSON. */
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** What came back. */
export interface Answer {
  readonly status: number
  readonly headers: Headers
  // oxlint-disable-next-line typescript/no-explicit-any -- JSON of every route, which the tests check
  readonly body: any
}

/** Starts a control channel on a free port. */
export async function startControl(
  options: {
    readonly tokens?: readonly TokenSetting[]
    readonly policy?: Partial<PolicyFile>
    readonly store?: Store
  } = {},
): Promise<ControlServer> {
  const store = options.store ?? (await openStore({ url: 'sqlite::memory:' }))
  const metrics = createMetrics({ process: false })
  const policies = createPolicyBook({ digest: 'test', ...options.policy })
  const judge = startJudge({ store, policies, metrics, log: createLogger('error', false) })
  const stepless = createSteplessSpans()
  const context: ControlContext = {
    store,
    judge,
    policies,
    metrics,
    ingest: createIngest({
      decode: traceDecoder(),
      read: spanReader(),
      binder: createBinder({ store, policies }),
      stepless,
    }),
    bodyLimits: { ...defaultReceiverLimits, compressedBytes: 1_000_000, inflatedBytes: 4_000_000 },
    hashing: hashing(),
    isSpanWithoutStep: (tenant, spanId) => stepless.has(tenant, spanId),
    version: '0.0.0',
    otlp: { http: 'http://127.0.0.1:4318', grpc: 'http://127.0.0.1:4317' },
  }
  const serve = application({
    routes: [...controlRoutes(context), ...pageRoutes()],
    authorize: authorizer(options.tokens ?? []),
    onDefect: (error) => console.error(error),
  })
  const server = await startServer({ listen: { host: '127.0.0.1', port: 0, setting: 'test' }, serve })
  return {
    url: server.url,
    store,
    judge,
    stepless,
    context,
    report: (run, records, intro) => judge.acceptAndSettle({ intro: introOf(run, intro), records }, '*'),
    async call(path, { method, body, headers } = {}) {
      const response = await fetch(`${server.url}${path}`, {
        method: method ?? (body === undefined ? 'GET' : 'POST'),
        headers: { ...(body === undefined ? {} : { 'Content-Type': 'application/json' }), ...headers },
        ...(body === undefined ? {} : { body: bytesOf(body) }),
      })
      const text = await response.text()
      const isJson = response.headers.get('content-type')?.includes('json') ?? false
      const answer = {
        status: response.status,
        headers: response.headers,
        body: isJson ? JSON.parse(text) : text,
      }
      checkAnswer(method ?? (body === undefined ? 'GET' : 'POST'), path.split('?')[0] ?? '', answer)
      return answer
    },
    async stop() {
      await server.stop(1000)
      await judge.stop()
      if (options.store === undefined) await store.close()
    },
  }
}

function bytesOf(body: unknown): string | Buffer {
  return typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body)
}
