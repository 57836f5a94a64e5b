import type { SpanAccount } from '../../dialects/account.ts'
import type { Reading } from '../../dialects/reading.ts'
import type { LogView } from '../../receiver/log-view.ts'
import type { SpanView } from '../../receiver/span-view.ts'
import { shown, stepInWords } from './step-words.ts'

/** How one span was read, in a few lines. */
export function accountInLines(span: SpanView, account: SpanAccount): string {
  const { dialect, kind, because, guess, fields, failureSigns, readings } = account
  const scope = span.scopeName === '' ? 'no scope' : `scope ${span.scopeName}`
  const head = `${span.name}  ${span.spanId}  ${scope}`
  if (kind === null) {
    const likely = guess === null ? 'nothing of an agent' : `it may be of the vocabulary ${guess}`
    return [head, `  not read: no test matches; ${likely}`, ...stepLines(readings)].join('\n')
  }
  return [
    head,
    `  ${dialect}: ${kindInWords[kind]}, because ${because}`,
    ...fields.map(({ field, source, value }) => `  ${field.padEnd(17)}${shown(value)}  ← ${source}`),
    ...(failureSigns.length === 0 ? [] : [`  ${'failed'.padEnd(17)}${failureSigns.join(', ')}`]),
    ...stepLines(readings),
  ].join('\n')
}

/** How one log record was read. */
export function logInLines(log: LogView, readings: readonly Reading[]): string {
  const name = log.eventName === '' ? shown(log.body) : log.eventName
  const lines = stepLines(readings)
  return [`log ${name}  scope ${log.scopeName}`, ...(lines.length === 0 ? ['  not read'] : lines)].join('\n')
}

const kindInWords = {
  tool: 'a tool call',
  model: 'a model call',
  agent: 'work of an agent, not counted',
  outcome: "how its parent's tool call ended",
  ignore: 'ignored',
  check: 'a check',
  bar: 'a bar',
  user: 'a message of the user',
  progress: 'a progress note',
} as const

function stepLines(readings: readonly Reading[]): readonly string[] {
  return readings.map((reading) => `  ⇒ ${stepInWords(reading)}`)
}
