import { counted } from '@loop-observer/rules'
import { sumOf, sumsBy, type Sample } from './samples.ts'
import { captureAdvice } from './capture-advice.ts'
import { ok, type Diagnosis, type Surroundings } from './diagnosis.ts'
import { refusals, turnedAway, undelivered } from './refusals.ts'

/** Less is the wait of an exporter's batches. */
const mostSkewSeconds = 10

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

function received(counts: { readonly spans: number; readonly logs: number; readonly steps: number }): string {
  const { spans, logs, steps } = counts
  if (spans + logs === 0)
    return `${counted(steps, 'step')} reported by SDK, hooks or guard; no spans received`
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
  if (Math.abs(seconds) < mostSkewSeconds) return null
  return {
    level: 'warning',
    about: `spans end ${Math.round(seconds)} s away from when they arrive`,
    advice:
      'A clock is off, or the exporter’s batches wait that long: synchronise the clocks, lower OTEL_BSP_SCHEDULE_DELAY.',
  }
}
