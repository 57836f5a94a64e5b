import { counted } from '@loop-observer/rules'
import { sumOf, sumsBy, type Sample } from './samples.ts'
import { captureAdvice } from './capture-advice.ts'

/** One thing that was looked at. */
export interface Diagnosis {
  readonly level: 'ok' | 'warning' | 'problem'
  readonly about: string
  /** What to do; empty when it is well. */
  readonly advice: string
}

const SKEW_SECONDS = 10

/** What is known of an observer besides its metrics. */
export interface Surroundings {
  /** Where it takes spans: OTLP over HTTP, as agents reach it. */
  readonly otlpUrl: string
  /** True when its store has runs of the last hour, which another observer may have received. */
  readonly hasRecentRuns: boolean
}

/** Looks at an attachment from one side after the other: is anything received, is it understood, is it whole? */
export function examine(samples: readonly Sample[], surroundings: Surroundings): readonly Diagnosis[] {
  const spans = sumOf(samples, 'loop_observer_spans_received_total')
  const logs = sumOf(samples, 'loop_observer_logs_received_total')
  const steps = sumOf(samples, 'loop_observer_steps_total')
  const refused = [...turnedAway(samples, surroundings), refusals(samples)].filter((each) => each !== null)
  if (spans + logs + steps === 0) return refused.length > 0 ? refused : [nothingReceived(surroundings)]
  return [
    ok(received({ spans, logs, steps })),
    ...[
      ...refused,
      ...vocabularies(samples),
      homelessLogs(samples),
      ...captures(samples),
      sampling(samples),
      skew(samples),
      ...undelivered(samples),
    ].filter((each) => each !== null),
  ]
}

function ok(about: string): Diagnosis {
  return { level: 'ok', about, advice: '' }
}

function received(counts: { readonly spans: number; readonly logs: number; readonly steps: number }): string {
  const { spans, logs, steps } = counts
  if (spans + logs === 0) return `${counted(steps, 'step')} reported by the SDK; no spans received`
  const parts = [
    ...(spans > 0 ? [counted(spans, 'span')] : []),
    ...(logs > 0 ? [counted(logs, 'log record')] : []),
  ]
  return `${parts.join(' and ')} received`
}

function nothingReceived({ otlpUrl, hasRecentRuns }: Surroundings): Diagnosis {
  if (hasRecentRuns) {
    return {
      level: 'warning',
      about: 'no span was received by this observer since it started; its store has runs of the last hour',
      advice: `Another observer of the same store receives them, or they came before. Agents reach this one at ${otlpUrl}.`,
    }
  }
  return {
    level: 'problem',
    about: 'no span was received since the observer started',
    advice: `In the agent’s environment set OTEL_EXPORTER_OTLP_ENDPOINT=${otlpUrl} and OTEL_EXPORTER_OTLP_PROTOCOL=http/protobuf, make sure that its instrumentation is switched on, and that the process has run a call since.`,
  }
}

/** Requests that were refused before anything of them was read. A stopping observer says nothing about an attachment. */
function turnedAway(samples: readonly Sample[], { otlpUrl }: Surroundings): readonly Diagnosis[] {
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

function refusals(samples: readonly Sample[]): Diagnosis | null {
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
    advice: 'The observer’s log tells why; the table of error codes in the README tells what to do.',
  }
}

function vocabularies(samples: readonly Sample[]): readonly Diagnosis[] {
  const read = [
    ...sumsBy(samples, 'loop_observer_readings_total', 'dialect'),
    ...sumsBy(samples, 'loop_observer_log_readings_total', 'dialect'),
  ]
  const unread = sumsBy(samples, 'loop_observer_spans_unread_total', 'vocabulary').filter(
    ([name]) => name !== 'none',
  )
  const none = sumOf(samples, 'loop_observer_spans_unread_total', { vocabulary: 'none' })
  const understood: Diagnosis =
    read.length > 0
      ? ok(
          `understood: ${read.map(([dialect, count]) => `${counted(count, 'reading')} of ${dialect}`).join(', ')}`,
        )
      : {
          level: 'problem',
          about: `no span says anything about an agent (${counted(none, 'span')}${otherLogs(samples)} of other things)`,
          advice:
            'The process sends spans, but not of its model and tool calls: switch on the instrumentation of its agent framework.',
        }
  return [
    understood,
    ...unread.map(([vocabulary, count]): Diagnosis => ({
      level: 'warning',
      about: `${counted(count, 'span')} of a vocabulary that is not understood: ${vocabulary}`,
      advice: 'Their tool calls are not judged. Report the vocabulary with a sample of its spans.',
    })),
  ]
}

function otherLogs(samples: readonly Sample[]): string {
  const logs = sumOf(samples, 'loop_observer_logs_unread_total', { reason: 'unknown' })
  return logs === 0 ? '' : ` and ${counted(logs, 'log record')}`
}

function homelessLogs(samples: readonly Sample[]): Diagnosis | null {
  const logs = sumOf(samples, 'loop_observer_logs_unread_total', { reason: 'no_run' })
  if (logs === 0) return null
  return {
    level: 'warning',
    about: `${counted(logs, 'log record')} of agents ${logs === 1 ? 'names' : 'name'} neither a trace nor a conversation`,
    advice:
      'They belong to no run. Write them within a span (trace context in logs), or with `session.id` or `gen_ai.conversation.id`.',
  }
}

function captures(samples: readonly Sample[]): readonly Diagnosis[] {
  return sumsBy(samples, 'loop_observer_calls_total', 'dialect').map(([dialect, calls]) => {
    const blind =
      sumOf(samples, 'loop_observer_calls_total', { dialect, captured: 'args' }) +
      sumOf(samples, 'loop_observer_calls_total', { dialect, captured: 'nothing' })
    if (blind === 0)
      return ok(
        calls === 1
          ? `${dialect}: the result of the only tool call was captured`
          : `${dialect}: results of all ${calls} tool calls captured`,
      )
    return {
      level: blind === calls ? 'problem' : 'warning',
      about: `${dialect}: the result of ${blind} of ${calls} tool calls was not captured`,
      advice: captureAdvice(dialect),
    }
  })
}

function sampling(samples: readonly Sample[]): Diagnosis | null {
  const sampled = sumOf(samples, 'loop_observer_sampled_spans_total')
  if (sampled === 0) return null
  return {
    level: 'problem',
    about: `${counted(sampled, 'span')} received from a sampler that drops others`,
    advice:
      'A run with holes cannot be judged: send to the observer before any sampling, as otel-collector.yaml does (OTEL_TRACES_SAMPLER=always_on in the agent).',
  }
}

function skew(samples: readonly Sample[]): Diagnosis | null {
  const seconds = sumOf(samples, 'loop_observer_clock_skew_seconds')
  if (Math.abs(seconds) < SKEW_SECONDS) return null
  return {
    level: 'warning',
    about: `spans end ${Math.round(seconds)} s away from when they arrive`,
    advice:
      'A clock is off, or the exporter’s batches wait that long: synchronise the clocks, lower OTEL_BSP_SCHEDULE_DELAY.',
  }
}

/** Messages that a webhook, a trace backend or a stream did not take. */
function undelivered(samples: readonly Sample[]): readonly Diagnosis[] {
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
