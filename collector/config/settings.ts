import type { ReceiverLimits } from '../receiver/limits.ts'
import type { Retention } from '../store/store.ts'
import type { TokenSetting } from '../control/tokens.ts'

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
}
