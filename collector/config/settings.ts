import type { ReceiverLimits } from '../receiver/limits.ts'
import type { Retention } from '../store/store.ts'
import type { TokenSetting } from '../control/tokens.ts'
import type { Webhook } from '../outbox/webhooks/webhook.ts'

/** Where a server listens, and which setting says so. */
export interface ListenSetting {
  readonly host: string
  /** 0 is any free one. */
  readonly port: number
  /** As shown in errors: names of the flag and the environment variable. */
  readonly setting: string
}

/** Severity of log lines, as pino has them. */
export type LogLevel = 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'silent'

/** Where and how a judge model is asked. */
export interface JudgeModelSettings {
  /** Base URL of a chat endpoint, such as `https://api.openai.com/v1`. */
  readonly url: string
  readonly model: string
  /** Sent as bearer token; null: none. */
  readonly key: string | null
  readonly timeoutMs: number
  /** Most calls at once. */
  readonly callsInFlight: number
  /** Most characters of what a run did in one question. */
  readonly textChars: number
  /** US dollars for a million tokens; null: not known. */
  readonly priceIn: number | null
  readonly priceOut: number | null
}

/** What is exported over OTLP, and where to. */
export interface ExportSettings {
  /** Without `/v1/traces`. */
  readonly endpoint: string
  readonly headers: Readonly<Record<string, string>>
  readonly traces: boolean
  readonly metrics: boolean
  readonly metricsEveryMs: number
}

/** The observer's own settings, complete. What each means stands in options.ts. */
export interface Settings {
  /** Null: the built-in policy. */
  readonly policyPath: string | null
  readonly otlpHttp: ListenSetting
  readonly otlpGrpc: ListenSetting
  readonly control: ListenSetting
  /** `sqlite:PATH` or `redis://…`. */
  readonly storeUrl: string
  /** Empty: loopback only, everybody may do everything. */
  readonly tokens: readonly TokenSetting[]
  /** Null: fingerprints without a key. */
  readonly hashKey: string | null
  /** Where people reach the page; null: where the control channel listens. */
  readonly pageUrl: string | null
  /** Null: nothing is exported. */
  readonly exporting: ExportSettings | null
  readonly webhooks: readonly Webhook[]
  /** Null: decisions go into no stream. */
  readonly stream: { readonly url: string; readonly length: number } | null
  readonly retention: Retention
  readonly limits: Pick<
    ReceiverLimits,
    | 'compressedBytes'
    | 'inflatedBytes'
    | 'bytesInFlight'
    | 'requestsInFlight'
    | 'spansPerRequest'
    | 'attributesPerSpan'
  >
  readonly waitingSteps: number
  readonly cachedRuns: number
  readonly drainMs: number
  readonly logLevel: LogLevel
  /** Null: none is asked. */
  readonly judgeModel: JudgeModelSettings | null
}
