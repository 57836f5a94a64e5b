import { counted } from '@loop-observer/rules'
import { logReader } from '../../dialects/read-log.ts'
import { spanAccountant, type SpanAccount } from '../../dialects/account.ts'
import type { LogView } from '../../receiver/log-view.ts'
import type { SpanView } from '../../receiver/span-view.ts'
import { readReplayFile } from '../../replay/read-file.ts'
import type { Command } from '../command.ts'
import { accountInLines, logInLines } from '../inspect/print.ts'

/** `loop-observer inspect`: how each span of a file was read, and by which keys. */
export const inspect: Command = {
  name: 'inspect',
  takes: 'FILE…',
  about:
    'Says how each span and log record of OTLP files was read, and by which keys; - is the standard input.',
  flags: { json: { about: 'Print one JSON object a span instead of text.' } },
  arity: [1, 10_000],
  run: async ({ positionals, flags, print }) => {
    const account = spanAccountant()
    const readLog = logReader()
    for (const path of positionals) {
      const { spans, logs } = await readReplayFile(path)
      const accounts = spans
        .toSorted((a, b) => a.startMs - b.startMs)
        .map((span) => ({ span, account: account(span) }))
      const records = logs.map((log) => ({ log, readings: readLog(log) }))
      if ('json' in flags) {
        for (const each of accounts) print(JSON.stringify(asJson(each.span, each.account)))
        for (const { log, readings } of records) print(JSON.stringify(logAsJson(log, readings)))
        continue
      }
      for (const each of accounts) print(accountInLines(each.span, each.account))
      for (const { log, readings } of records) print(logInLines(log, readings))
      print(summary(accounts.map((each) => each.account)))
    }
    return 0
  },
}

function asJson({ name, traceId, spanId, parentSpanId, scopeName }: SpanView, account: SpanAccount): object {
  return {
    name,
    trace_id: traceId,
    span_id: spanId,
    parent_span_id: parentSpanId,
    scope: scopeName,
    ...account,
  }
}

function logAsJson({ eventName, traceId, spanId, scopeName }: LogView, readings: readonly unknown[]): object {
  return { log: eventName, trace_id: traceId, span_id: spanId, scope: scopeName, readings }
}

function summary(accounts: readonly SpanAccount[]): string {
  const counts = new Map<string, number>()
  for (const { dialect, kind, guess } of accounts) {
    const label = kind === null ? `not read${guess === null ? '' : ` (${guess}?)`}` : `${dialect} ${kind}`
    counts.set(label, (counts.get(label) ?? 0) + 1)
  }
  const shown = [...counts].sort((a, b) => b[1] - a[1]).map(([label, count]) => `${count} ${label}`)
  return `${counted(accounts.length, 'span')}${shown.length === 0 ? '' : `: ${shown.join(', ')}`}`
}
