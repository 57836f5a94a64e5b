import type { Logger } from 'pino'
import type { Binder } from '../binding/binding.ts'
import { logReader, type LogReader } from '../dialects/read-log.ts'
import type { Judge } from '../judging/judging.ts'
import type { Metrics } from '../metrics/metrics.ts'
import type { LogSink } from '../receiver/signals.ts'

/** The stages that a received log record goes through. */
export interface LogIntakeParts {
  readonly readLog: LogReader
  readonly binder: Binder
  readonly judge: Judge
}

/** Dialects, binding and judging in a row: resolves when the steps of all records are in the store. */
export function logIntake({ readLog, binder, judge }: LogIntakeParts): LogSink {
  return {
    async accept(logs, { tenant, receivedAtMs }) {
      const readable = logs
        .map((log) => ({ readings: readLog(log), attributes: log.attributes, resource: log.resource }))
        .filter(({ readings }) => readings.length > 0)
      if (readable.length === 0) return
      await judge.accept(await binder.bind(readable, { tenant, source: 'telemetry', nowMs: receivedAtMs }))
    },
  }
}

/** A reader of all vocabularies of log records whose finds are counted. */
export function countedLogReader(metrics: Metrics, logger: Logger): LogReader {
  const read = logReader({
    onUnread: (reason) => metrics.count('logs_unread_total', { reason }),
    onFault: (error, { scopeName, eventName }) => {
      metrics.count('log_faults_total', {})
      logger.error({ err: error, scopeName, eventName }, 'log record left out: reading it failed')
    },
  })
  return (log) => {
    const readings = read(log)
    for (const { dialect, kind } of readings) metrics.count('log_readings_total', { dialect, kind })
    return readings
  }
}
