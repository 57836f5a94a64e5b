import type { TokenSetting } from '../control/tokens.ts'
import type { OptionValue } from './option-value.ts'
import { environmentNameOf, flagOf, type OptionKey } from './options.ts'
import type { Webhook } from '../outbox/webhooks/webhook.ts'
import type { ExportSettings, ListenSetting, LogLevel, Settings } from './settings.ts'

/** Puts the values of all settings into their places. */
export function settingsFrom(value: (key: OptionKey) => OptionValue | null): Settings {
  const text = (key: OptionKey): string => {
    const found = value(key)
    return typeof found === 'string' ? found : ''
  }
  const number = (key: OptionKey): number => Number(value(key))
  const optional = (key: OptionKey): string | null => (value(key) === null ? null : text(key))
  const optionalNumber = (key: OptionKey): number | null => (value(key) === null ? null : number(key))
  const listen = (host: OptionKey, port: OptionKey): ListenSetting => ({
    host: text(host),
    port: number(port),
    setting: `\`${flagOf(port)}\`, \`${environmentNameOf(port)}\``,
  })
  return {
    policyPath: optional('policy'),
    otlpHttp: listen('otlp_http_host', 'otlp_http_port'),
    otlpGrpc: listen('otlp_grpc_host', 'otlp_grpc_port'),
    control: listen('control_host', 'control_port'),
    storeUrl: text('store'),
    tokens: (value('tokens') ?? []) as readonly TokenSetting[],
    hashKey: optional('hash_key'),
    pageUrl: optional('page_url'),
    exporting: value('export_endpoint') === null ? null : exportSettings(text, number),
    webhooks: webhooksFrom(value('webhooks'), optional('webhook_secret')),
    stream: value('stream') === null ? null : { url: text('stream'), length: number('stream_length') },
    retention: {
      runMs: number('run_retention'),
      recordMs: number('record_retention'),
      duplicateMs: number('duplicate_retention'),
      logLimit: number('log_limit'),
    },
    limits: {
      compressedBytes: number('request_size'),
      inflatedBytes: number('inflated_size'),
      bytesInFlight: number('memory_in_flight'),
      requestsInFlight: number('requests_in_flight'),
      spansPerRequest: number('spans_per_request'),
      attributesPerSpan: number('attributes_per_span'),
    },
    waitingSteps: number('steps_waiting'),
    cachedRuns: number('cached_runs'),
    drainMs: number('drain_time'),
    logLevel: text('log_level') as LogLevel,
    judgeModel:
      value('judge_url') === null
        ? null
        : {
            url: text('judge_url'),
            model: text('judge_model'),
            key: optional('judge_key'),
            timeoutMs: number('judge_timeout'),
            callsInFlight: number('judge_in_flight'),
            textChars: number('judge_text'),
            priceIn: optionalNumber('judge_price_in'),
            priceOut: optionalNumber('judge_price_out'),
          },
  }
}

function exportSettings(
  text: (key: OptionKey) => string,
  number: (key: OptionKey) => number,
): ExportSettings {
  const signals = text('export_signals')
  return {
    endpoint: text('export_endpoint'),
    headers: headersFrom(text('export_headers')),
    traces: signals !== 'metrics',
    metrics: signals !== 'traces',
    metricsEveryMs: number('export_metrics_interval'),
  }
}

/** `name=value,name=value`, as OpenTelemetry writes headers. */
function headersFrom(written: string): Readonly<Record<string, string>> {
  const pairs = written.split(',').flatMap((pair) => {
    const at = pair.indexOf('=')
    return at < 1 ? [] : [[pair.slice(0, at).trim(), decoded(pair.slice(at + 1).trim())]]
  })
  return Object.fromEntries(pairs) as Readonly<Record<string, string>>
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function webhooksFrom(value: OptionValue | null, secret: string | null): readonly Webhook[] {
  const webhooks = (value ?? []) as readonly Webhook[]
  return webhooks.map((webhook) => ({ ...webhook, secret: webhook.secret ?? secret }))
}
