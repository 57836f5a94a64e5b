import {
  defaultLimits,
  maskSecrets,
  modes,
  presets,
  type Limits,
  type Mode,
  type PolicyFile,
  type Preset,
} from '@loop-observer/rules'
import { entriesOf, fieldOf, flagOf, textOf } from './given.ts'
import { logToDiag, tell, warnOnConsole, type OnError } from './log.ts'
import { captures, type Capture } from './steps/preview.ts'

/** The part of `fetch` that the SDK uses. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>

/** How to observe an agent. */
export interface ObserverOptions {
  /** Name of the agent, as routes of the policy and the pages show it. */
  readonly agent: string
  /** Base URL of the observer's control channel, for example `http://127.0.0.1:4320`. Without it, runs are judged in this process. */
  readonly endpoint?: string
  /** Sent as `Authorization: Bearer TOKEN`, with the right `ingest`. Needed beyond loopback. Default: the environment variable `LOOP_OBSERVER_TOKEN`. */
  readonly token?: string
  /** Task of the runs that name none; runs with the same task form a series. */
  readonly task?: string
  /**
   * Limits kept in this process, whatever else is reachable. Default: 100 steps, except in mode
   * `shadow`. Null takes a limit away.
   */
  readonly limits?: Readonly<Partial<Limits>>
  /** For judging in this process: default `balanced`. */
  readonly preset?: Preset
  /** For judging in this process: default `enforce`. The observer's own policy decides where it answers. */
  readonly mode?: Mode
  /** For judging in this process: thresholds, responses and tool traits, as in the policy file. */
  readonly policy?: Omit<PolicyFile, 'digest'>
  /** While the observer does not answer: `judge` by the same rules in this process (default), or keep the limits only. */
  readonly whenAway?: 'judge' | 'limits'
  /**
   * Make no effect that the observer could not be asked for. Default false: then the limits kept in this
   * process hold. Effects that a person must approve are never made without it.
   */
  readonly failClosed?: boolean
  /** Longest wait for a person to approve an effect, milliseconds. Default 600,000, ten minutes. */
  readonly approvalWaitMs?: number
  /** How much content leaves the process. Default `features`. */
  readonly capture?: Capture
  /** Longest that one checkpoint waits for the observer, milliseconds. Default 250. */
  readonly waitMs?: number
  /** How long a run may outlive its time limit before `run` returns without it, milliseconds. Default 2000. */
  readonly graceMs?: number
  /** Steps kept while they cannot be reported; the oldest are dropped beyond. Default 1000. */
  readonly bufferSteps?: number
  /** How often a run that does not ask is reported and looked after, milliseconds. Default 5000. */
  readonly heartbeatMs?: number
  /** Key of the fingerprints (HMAC); the observer's own, where runs of both sources are to compare. */
  readonly hashKey?: string
  /** Instead of the global `fetch`. */
  readonly fetch?: Fetch
  /**
   * Hears of what went wrong inside the SDK. Default: the diagnostic logger of the OpenTelemetry API;
   * and, once each, `console.warn` for an observer that cannot be reached or refuses the token.
   */
  readonly onError?: OnError
}

/** {@link ObserverOptions} with every default filled in. */
export interface Settings {
  readonly agent: string
  readonly endpoint: string | null
  readonly token: string | null
  readonly task: string | null
  readonly limits: Limits
  readonly policy: PolicyFile
  readonly mode: Mode
  readonly whenAway: 'judge' | 'limits'
  readonly failClosed: boolean
  readonly approvalWaitMs: number
  readonly capture: Capture
  readonly waitMs: number
  readonly graceMs: number
  readonly bufferSteps: number
  readonly heartbeatMs: number
  readonly hashKey: string | undefined
  readonly fetch: Fetch
  readonly onError: OnError
  /** Says what the developer must put right. */
  readonly warn: (message: string) => void
}

/** Fills in defaults. Never throws: what cannot be used is told to `onError`, and its default holds. */
export function settingsOf(options: ObserverOptions): Settings {
  const heard = fieldOf(options, 'onError')
  const onError = typeof heard === 'function' ? (heard as OnError) : logToDiag
  const policy = Object.fromEntries(entriesOf(fieldOf(options, 'policy'))) as Omit<PolicyFile, 'digest'>
  const preset = oneOf(presets, fieldOf(options, 'preset'), policy.preset)
  const mode = oneOf(modes, fieldOf(options, 'mode'), modeOf(policy)) ?? 'enforce'
  const ownFetch = fieldOf(options, 'fetch')
  const task = textOf(options, 'task')
  return {
    agent: maskSecrets(textOf(options, 'agent') ?? 'agent'),
    endpoint: baseUrl(fieldOf(options, 'endpoint'), onError),
    token: textOf(options, 'token') ?? fromEnvironment('LOOP_OBSERVER_TOKEN'),
    task: task === undefined ? null : maskSecrets(task),
    limits: limitsOf(fieldOf(options, 'limits'), mode),
    policy: {
      ...policy,
      digest: 'sdk',
      mode,
      ...(preset === undefined ? {} : { preset }),
    },
    mode,
    whenAway: fieldOf(options, 'whenAway') === 'limits' ? 'limits' : 'judge',
    failClosed: flagOf(options, 'failClosed') ?? false,
    approvalWaitMs: amount(fieldOf(options, 'approvalWaitMs'), 600_000),
    capture: oneOf(captures, fieldOf(options, 'capture')) ?? 'features',
    waitMs: amount(fieldOf(options, 'waitMs'), 250),
    graceMs: amount(fieldOf(options, 'graceMs'), 2000),
    bufferSteps: Math.max(1, amount(fieldOf(options, 'bufferSteps'), 1000)),
    heartbeatMs: Math.max(10, amount(fieldOf(options, 'heartbeatMs'), 5000)),
    hashKey: textOf(options, 'hashKey'),
    fetch: typeof ownFetch === 'function' ? (ownFetch as Fetch) : (url, init) => globalThis.fetch(url, init),
    onError,
    warn: typeof heard === 'function' ? (message) => tell(onError, message, null) : warnOnConsole,
  }
}

/** In shadow mode nothing stops a run but what the developer asked for. */
function limitsOf(given: unknown, mode: Mode): Limits {
  const limits: Record<keyof Limits, number | null> = {
    ...defaultLimits,
    steps: mode === 'shadow' ? null : 100,
  }
  for (const key of Object.keys(defaultLimits) as (keyof Limits)[]) {
    const limit = fieldOf(given, key)
    if (limit === null || (typeof limit === 'number' && limit >= 0)) limits[key] = limit
  }
  return limits
}

function modeOf({ mode }: Omit<PolicyFile, 'digest'>): unknown {
  return typeof mode === 'string' ? mode : fieldOf(mode, 'sdk')
}

function baseUrl(endpoint: unknown, onError: OnError): string | null {
  if (endpoint === undefined || endpoint === null || endpoint === '') return null
  try {
    const url = new URL(endpoint as string | URL)
    return `${url.origin}${url.pathname.replace(/\/+$/, '')}`
  } catch (error) {
    tell(onError, 'the endpoint is not a URL; runs are judged in this process', error)
    return null
  }
}

/** Also where there is no Node, and where reading the environment is not allowed. */
function fromEnvironment(name: string): string | null {
  const { process } = globalThis as { process?: unknown }
  return textOf(fieldOf(process, 'env'), name) ?? null
}

function oneOf<Word extends string>(words: readonly Word[], ...said: readonly unknown[]): Word | undefined {
  return said.map((each) => words.find((word) => word === each)).find((word) => word !== undefined)
}

function amount(value: unknown, otherwise: number): number {
  return typeof value === 'number' && value >= 0 && value <= 2 ** 31 - 1 ? value : otherwise
}
