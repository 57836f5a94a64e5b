import type { DecodeLimits } from '../limits.ts'
import type { DecodedLogs } from '../log-view.ts'
import { Rejections } from '../rejections.ts'
import type { KeyTable } from './key-table.ts'
import { readLog } from './read-log.ts'
import { walkRequest } from './walk.ts'
import { WireRequest } from './wire-request.ts'

/** Views the records of a protobuf `ExportLogsServiceRequest`. Rejects and throws as `walkRequest`. */
export function decodeProtobufLogs(bytes: Buffer, limits: DecodeLimits, keys: KeyTable): DecodedLogs {
  const rejections = new Rejections(limits.spansPerRequest, 'log record')
  const { items, ...rest } = walkRequest(new WireRequest(bytes, limits, keys), rejections, readLog)
  return { logs: items, ...rest }
}
