import { counted } from '@loop-observer/rules'
import type { Diagnosis, Surroundings } from './diagnosis.ts'
import { sumOf, sumsBy, type Sample } from './samples.ts'

/** Requests that were refused before anything of them was read. A stopping observer says nothing about an attachment. */
export function turnedAway(samples: readonly Sample[], { otlpUrl }: Surroundings): readonly Diagnosis[] {
  const advice = {
    unauthenticated: {
      level: 'problem',
      why: 'no token, or a wrong one',
      what: 'Send a token of the setting `tokens`: the option `token` or LOOP_OBSERVER_TOKEN for the SDK, OTEL_EXPORTER_OTLP_HEADERS="Authorization=Bearer TOKEN" for exporters.',
    },
    forbidden: {
      level: 'problem',
      why: 'a token without the right that it takes, or a page of another site',
      what: 'Give the token the right: `ingest` to send, `read` to look, `control` to act.',
    },
    not_found: {
      level: 'warning',
      why: 'a path that is not served',
      what: `Spans and logs go to ${otlpUrl}, which has /v1/traces and /v1/logs; it takes no metrics: send those elsewhere (OTEL_METRICS_EXPORTER=none).`,
    },
    method_not_allowed: {
      level: 'warning',
      why: 'a method that the path does not take',
      what: `Exporters send with POST to ${otlpUrl}.`,
    },
    bad_request: { level: 'warning', why: 'a path that cannot be read', what: 'Percent-encode it as UTF-8.' },
  } as const
  return Object.entries(advice).flatMap(([cause, { level, why, what }]): readonly Diagnosis[] => {
    const count = sumOf(samples, 'loop_observer_refused_requests_total', { cause })
    const about = `${counted(count, 'request was', 'requests were')} refused: ${why}`
    return count === 0 ? [] : [{ level, about, advice: what }]
  })
}

/** What was sent, read, and not accepted; null when there is nothing. */
export function refusals(samples: readonly Sample[]): Diagnosis | null {
  const refused = sumsBy(samples, 'loop_observer_export_requests_total', 'result').filter(
    ([result]) => result !== 'accepted' && result !== 'partial',
  )
  const spans = sumOf(samples, 'loop_observer_spans_rejected_total')
  const logs = sumOf(samples, 'loop_observer_logs_rejected_total')
  const shown = [
    ...refused.map(([result, count]) => `${counted(count, 'request')}: ${result}`),
    ...(spans > 0 ? [`${counted(spans, 'span')} rejected`] : []),
    ...(logs > 0 ? [`${counted(logs, 'log record')} rejected`] : []),
  ]
  if (shown.length === 0) return null
  return {
    level: 'problem',
    about: ['sent and not accepted', ...shown].join(', '),
    advice:
      'The observer’s log tells why; the table of error codes in collector/control/README.md tells what to do.',
  }
}

/** Messages that a webhook, a trace backend or a stream did not take. */
export function undelivered(samples: readonly Sample[]): readonly Diagnosis[] {
  const dead = new Map(sumsBy(samples, 'loop_observer_outbox_dead_total', 'sink'))
  return sumsBy(samples, 'loop_observer_outbox_failures_total', 'sink').flatMap(
    ([sink, failures]): readonly Diagnosis[] => {
      const lost = dead.get(sink) ?? 0
      const taken = sumOf(samples, 'loop_observer_outbox_delivered_total', { sink })
      if (lost === 0 && taken > 0) return []
      const about = `${sink} refused ${counted(failures, 'time')}, ${counted(lost, 'message was', 'messages were')} given up`
      const advice =
        'The observer’s log tells why: look for `outbox`. Then correct the address or the receiver.'
      return [{ level: lost > 0 ? 'problem' : 'warning', about, advice }]
    },
  )
}
