import type { DecodeLimits } from '../limits.ts'
import type { DecodedLogs, LogView } from '../log-view.ts'
import { Rejections } from '../rejections.ts'
import { readJsonLog } from './json-log.ts'
import { walkJson, type JsonSignal } from './walk.ts'

const logs: JsonSignal<LogView> = {
  names: {
    resources: ['resourceLogs', 'resource_logs'],
    scopes: ['scopeLogs', 'scope_logs'],
    items: ['logRecords', 'log_records'],
  },
  readItem: readJsonLog,
}

/** Reads the records of an `ExportLogsServiceRequest` in OTLP/JSON. Rejects and throws as `walkJson`. */
export function decodeJsonLogs(bytes: Buffer, limits: DecodeLimits): DecodedLogs {
  const rejections = new Rejections(limits.spansPerRequest, 'log record')
  const { items, ...rest } = walkJson(bytes, limits, rejections, logs)
  return { logs: items, ...rest }
}
