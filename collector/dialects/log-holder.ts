import { createHash } from 'node:crypto'
import type { LogView } from '../receiver/log-view.ts'
import type { AttributeValue } from '../receiver/span-view.ts'
import { isRecord, type FieldHolder } from './fields.ts'
import { bodyKey } from './log-vocabulary.ts'

/** A log record as fields are read from it, its body among the attributes. */
export function holderOf(log: LogView): FieldHolder {
  const { attributes } = log
  return {
    name: '',
    events: [],
    attributes: {
      get: (key) => (key === bodyKey ? log.body : attributes.get(key)),
      keys: () => attributes.keys(),
      under: (prefix) => attributes.under(prefix),
    },
  }
}

/**
 * Names of the event that a record may be, the surest first: OTLP's own field, the attribute from
 * before there was one, the body that is a name or a JSON object with a `type`. Without the
 * program's name in front (`claude_code.tool_result`), which some versions leave out.
 */
export function eventNamesOf(log: LogView): readonly string[] {
  if (log.eventName !== '') return [log.eventName]
  const attribute = log.attributes.get('event.name')
  if (typeof attribute === 'string' && attribute !== '') return [attribute]
  const type = typeOf(log.body)
  return type === null ? [] : [type]
}

function typeOf(body: AttributeValue): string | null {
  if (isRecord(body)) return typeof body['type'] === 'string' ? body['type'] : null
  if (typeof body !== 'string') return null
  return bareName.exec(body)?.[1] ?? jsonType.exec(body)?.[1] ?? null
}

const bareName = /^(?:claude_code\.)?([\w.]{1,80})$/
const jsonType = /^\s*\{\s*"type"\s*:\s*"([\w.]{1,80})"/

/** A name for a record that is the same when it is sent again: 32 hex digits over all that it says. */
export function digestOf(log: LogView): string {
  const pairs = log.attributes.keys().map((key) => [key, log.attributes.get(key)])
  return digest([log.scopeName, log.eventName, log.timeMs, log.traceId, log.spanId, log.body, pairs])
}

/** 32 hex digits over a JSON value. */
export function digest(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 32)
}
