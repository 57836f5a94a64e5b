import { diag } from '@opentelemetry/api'

/** Hears of what went wrong inside the SDK: the application is never interrupted by it. */
export type OnError = (message: string, cause: unknown) => void

/** Default: the diagnostic logger of the OpenTelemetry API. */
export const logToDiag: OnError = (message, cause) => {
  diag.warn(`@loop-observer/sdk: ${message}`, cause)
}

/** Default for what the developer must put right. */
export function warnOnConsole(message: string): void {
  try {
    // oxlint-disable-next-line no-console -- a wrong token must not stay unseen where nobody listens.
    console.warn(`@loop-observer/sdk: ${message}`)
  } catch {
    // A console that fails must not fail the application.
  }
}

/** Calls `onError`, and survives one that throws. */
export function tell(onError: OnError, message: string, cause: unknown): void {
  try {
    const said: unknown = onError(message, cause)
    if (said instanceof Promise) said.catch(() => {})
  } catch {
    // An application's logger that fails must not fail the application.
  }
}

/** Runs our own code: what it throws is told, and `otherwise` is the result. */
export function guarded<Value>(onError: OnError, what: string, work: () => Value, otherwise: Value): Value {
  try {
    return work()
  } catch (error) {
    tell(onError, `${what} failed; the run goes on`, error)
    return otherwise
  }
}
