import { printable } from '../cli/visible.ts'
import { loadConfiguration, type Configuration, type ConfigSources } from '../config/load.ts'
import { ConfigError } from '../config/problems.ts'
import { PermanentError, RetryableError } from '../errors/errors.ts'
import { advisedUrl, banner, withoutPassword } from './announce.ts'
import { createLogger } from './logger.ts'
import { startObserver, type RunningObserver } from './start-observer.ts'
import { stopSignal } from './stop-signal.ts'
import { version } from './version.ts'

const lingerMs = 200

/**
 * `loop-observer start`: runs an observer until SIGTERM or SIGINT; SIGHUP reads the policy again.
 * Resolves to the exit code: 0 after an orderly stop, 1 when it could not start or stop, 2 when the
 * configuration is wrong.
 */
export async function runObserver(sources: ConfigSources): Promise<number> {
  let configuration: Configuration
  try {
    configuration = loadConfiguration(sources)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    process.stderr.write(`${printable(error.message, false)}\n`)
    return 2
  }
  const human = process.stdout.isTTY
  const { settings } = configuration
  const log = createLogger(settings.logLevel, human)
  let observer: RunningObserver
  try {
    observer = await startObserver(configuration, log)
  } catch (error) {
    if (!(error instanceof PermanentError || error instanceof RetryableError)) throw error
    process.stderr.write(`loop-observer cannot start: ${printable(error.message, false)}\n`)
    return 1
  }
  if (human) process.stdout.write(`${banner(observer.urls, configuration)}\n`)
  else {
    const { otlpHttp, otlpGrpc, control } = observer.urls
    const store = withoutPassword(settings.storeUrl)
    log.info(
      {
        event: 'listening',
        version,
        otlpHttp,
        otlpGrpc,
        control,
        store,
        policy: settings.policyPath ?? 'built in',
      },
      `listening; attach with OTEL_EXPORTER_OTLP_ENDPOINT=${advisedUrl(otlpHttp)}`,
    )
  }
  const reload = (): void => {
    try {
      observer.replacePolicy(loadConfiguration(sources).policy)
      log.info({ event: 'policy_read' }, 'policy read again: it holds for runs that begin from now on')
    } catch (error) {
      log.error({ event: 'policy_refused' }, `policy kept as it was: ${(error as Error).message}`)
    }
  }
  process.on('SIGHUP', reload)
  const signal = await stopSignal()
  log.info({ event: 'stopping', signal }, 'stopping: what is acknowledged stays in the store')
  const late = setTimeout(() => {
    log.error({ event: 'stopped_late' }, 'stopping took too long and was cut')
    process.exit(1)
  }, settings.drainMs + 1000)
  await observer.stop()
  clearTimeout(late)
  process.off('SIGHUP', reload)
  log.info({ event: 'stopped' }, 'stopped')
  // Fires only when something is left that nobody waits for: a request to a receiver that hangs.
  setTimeout(() => process.exit(0), lingerMs).unref()
  return 0
}
