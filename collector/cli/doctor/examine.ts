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

/** Looks at an attachment from one side after the other: is anything received, is it understood, is it whole? */
export function examine(samples: readonly Sample[]): readonly Diagnosis[] {
  const spans = sumOf(samples, 'loop_observer_spans_received_total')
  const logs = sumOf(samples, 'loop_observer_logs_received_total')
  const steps = sumOf(samples, 'loop_observer_steps_total')
  if (spans + logs + steps === 0) return [refusals(samples) ?? nothingReceived()]
  return [
    ok(received({ spans, logs, steps })),
    ...[
      refusals(samples),
      ...vocabularies(samples),
      homelessLogs(samples),
      ...captures(samples),
      sampling(samples),
      skew(samples),
    ].filter((each) => each !== null),
  ]
}

function ok(about: string): Diagnosis {
  return { level: 'ok', about, advice: '' }
}

function received(counts: { readonly spans: number; readonly logs: number; readonly steps: number }): string {
  const { spans, logs, steps } = counts
  if (spans + logs === 0) return `${steps} steps reported by the SDK; no spans received`
  const parts = [...(spans > 0 ? [`${spans} spans`] : []), ...(logs > 0 ? [`${logs} log records`] : [])]
  return `${parts.join(' and ')} received`
}

function nothingReceived(): Diagnosis {
  return {
    level: 'problem',
    about: 'no span was received since the observer started',
    advice:
      'In the agent’s environment set OTEL_EXPORTER_OTLP_ENDPOINT=http://HOST:4318 and OTEL_EXPORTER_OTLP_PROTOCOL=http/protobuf, make sure that its instrumentation is switched on, and that the process has run a call since.',
  }
}

function refusals(samples: readonly Sample[]): Diagnosis | null {
  const refused = sumsBy(samples, 'loop_observer_export_requests_total', 'result').filter(
    ([result]) => result !== 'accepted' && result !== 'partial',
  )
  const spans = sumOf(samples, 'loop_observer_spans_rejected_total')
  const logs = sumOf(samples, 'loop_observer_logs_rejected_total')
  const shown = [
    ...refused.map(([result, count]) => `${count} requests: ${result}`),
    ...(spans > 0 ? [`${spans} spans rejected`] : []),
    ...(logs > 0 ? [`${logs} log records rejected`] : []),
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
      ? ok(`understood: ${read.map(([dialect, count]) => `${dialect} (${count})`).join(', ')}`)
      : {
          level: 'problem',
          about: `no span says anything about an agent (${none} spans${otherLogs(samples)} of other things)`,
          advice:
            'The process sends spans, but not of its model and tool calls: switch on the instrumentation of its agent framework.',
        }
  return [
    understood,
    ...unread.map(([vocabulary, count]): Diagnosis => ({
      level: 'warning',
      about: `${count} spans of a vocabulary that is not understood: ${vocabulary}`,
      advice: 'Their tool calls are not judged. Report the vocabulary with a sample of its spans.',
    })),
  ]
}

function otherLogs(samples: readonly Sample[]): string {
  const logs = sumOf(samples, 'loop_observer_logs_unread_total', { reason: 'unknown' })
  return logs === 0 ? '' : ` and ${logs} log records`
}

function homelessLogs(samples: readonly Sample[]): Diagnosis | null {
  const logs = sumOf(samples, 'loop_observer_logs_unread_total', { reason: 'no_run' })
  if (logs === 0) return null
  return {
    level: 'warning',
    about: `${logs} log records of agents name neither a trace nor a conversation`,
    advice:
      'They belong to no run. Write them within a span (trace context in logs), or with `session.id` or `gen_ai.conversation.id`.',
  }
}

function captures(samples: readonly Sample[]): readonly Diagnosis[] {
  return sumsBy(samples, 'loop_observer_calls_total', 'dialect').map(([dialect, calls]) => {
    const blind =
      sumOf(samples, 'loop_observer_calls_total', { dialect, captured: 'args' }) +
      sumOf(samples, 'loop_observer_calls_total', { dialect, captured: 'nothing' })
    if (blind === 0) return ok(`${dialect}: results of all ${calls} tool calls captured`)
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
    about: `${sampled} spans come from a sampler that drops others`,
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
