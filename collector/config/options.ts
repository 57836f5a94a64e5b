/** What a setting takes. */
export type OptionKind =
  | { readonly kind: 'text' }
  | { readonly kind: 'integer'; readonly min: number; readonly max: number }
  /** A number with a unit: `200ms`, `10s`, `5m`, `24h`, `30d`. */
  | { readonly kind: 'duration'; readonly minMs: number; readonly maxMs: number }
  /** A number with a unit: `512KiB`, `8MiB`, `1GiB`; a plain number is bytes. */
  | { readonly kind: 'size'; readonly minBytes: number; readonly maxBytes: number }
  | { readonly kind: 'decimal'; readonly min: number; readonly max: number }
  /** An address that begins with `http://` or `https://`. */
  | { readonly kind: 'url' }
  | { readonly kind: 'choice'; readonly of: readonly string[] }
  /** Text that never appears in a message, and that `NAME_FILE` may point to instead. No flag: flags are visible to all. */
  | { readonly kind: 'secret' }
  | { readonly kind: 'tokens' }
  | { readonly kind: 'webhooks' }

/** One setting of the observer, as data. Its key `otlp_http_port` is also `--otlp-http-port` and `LOOP_OBSERVER_OTLP_HTTP_PORT`. */
export interface Option {
  readonly about: string
  readonly takes: OptionKind
  /** As a user would write it; null when there is none. */
  readonly default: string | number | null
}

const port: OptionKind = { kind: 'integer', min: 0, max: 65_535 }
const dayMs = 86_400_000
const mebibyte = 1024 * 1024

/** Every setting of the observer. */
export const options = {
  policy: {
    about: 'Path of the policy file. Only as flag or environment variable.',
    takes: { kind: 'text' },
    default: null,
  },
  otlp_http_host: {
    about:
      'Address that spans and log records are received on (OTLP over HTTP). Beyond loopback a token is required.',
    takes: { kind: 'text' },
    default: '127.0.0.1',
  },
  otlp_http_port: {
    about: 'Port that spans and log records are received on (OTLP over HTTP); 0 is any free one.',
    takes: port,
    default: 4318,
  },
  otlp_grpc_host: {
    about:
      'Address that spans and log records are received on (OTLP over gRPC). Beyond loopback a token is required.',
    takes: { kind: 'text' },
    default: '127.0.0.1',
  },
  otlp_grpc_port: {
    about: 'Port that spans and log records are received on (OTLP over gRPC); 0 is any free one.',
    takes: port,
    default: 4317,
  },
  control_host: {
    about: 'Address of the control channel, page and metrics. Beyond loopback a token is required.',
    takes: { kind: 'text' },
    default: '127.0.0.1',
  },
  control_port: {
    about: 'Port of the control channel, page and metrics; 0 is any free one.',
    takes: port,
    default: 4320,
  },
  store: {
    about: 'Where runs are kept: `sqlite:PATH`, or `redis://…` (`rediss://…`), shared by several observers.',
    takes: { kind: 'text' },
    default: 'sqlite:.loop-observer/observer.db',
  },
  tokens: {
    about:
      'Who may do what. As text: `TOKEN` (all rights), or `RIGHT+RIGHT[@TENANT]=TOKEN`, separated by commas.',
    takes: { kind: 'tokens' },
    default: null,
  },
  hash_key: {
    about:
      'Key of the fingerprints (HMAC): without it, somebody who sees them can test guesses of the content.',
    takes: { kind: 'secret' },
    default: null,
  },
  page_url: {
    about:
      'Where people reach the control channel, for links to the page of a run. Not set: where it listens.',
    takes: { kind: 'url' },
    default: null,
  },
  export_endpoint: {
    about:
      'Where decision spans are exported to: OTLP over HTTP (protobuf) of your backend or Collector, without `/v1/traces`. Not set: nowhere.',
    takes: { kind: 'url' },
    default: null,
  },
  export_headers: {
    about: 'Headers of that export, as text: `name=value`, separated by commas; values percent-encoded.',
    takes: { kind: 'secret' },
    default: null,
  },
  export_signals: {
    about: 'What is exported there: decision spans, the metrics of `/metrics`, or both.',
    takes: { kind: 'choice', of: ['traces', 'metrics', 'both'] },
    default: 'traces',
  },
  export_metrics_interval: {
    about: 'How often metrics are exported, where they are.',
    takes: { kind: 'duration', minMs: 1000, maxMs: 3_600_000 },
    default: '60s',
  },
  webhooks: {
    about:
      'Who is told of decisions, limits and runs that wait. As text: URLs separated by commas, `slack+URL` for Slack.',
    takes: { kind: 'webhooks' },
    default: null,
  },
  webhook_secret: {
    about: 'Signs requests to the webhooks that name no secret of their own.',
    takes: { kind: 'secret' },
    default: null,
  },
  stream: {
    about:
      'Redis that decisions are written to as streams, for agents that read them there: `redis://…`, `rediss://…`. Not set: none.',
    takes: { kind: 'text' },
    default: null,
  },
  stream_length: {
    about: 'About how many decisions of a tenant the stream keeps.',
    takes: { kind: 'integer', min: 100, max: 10_000_000 },
    default: 10_000,
  },
  run_retention: {
    about: 'How long the state and log of a run are kept after its last step.',
    takes: { kind: 'duration', minMs: 60_000, maxMs: 365 * dayMs },
    default: '24h',
  },
  record_retention: {
    about: 'How long the summary of an ended run is kept, for reports.',
    takes: { kind: 'duration', minMs: 60_000, maxMs: 3650 * dayMs },
    default: '30d',
  },
  duplicate_retention: {
    about: 'How long step ids are kept, to recognise what is sent again; at least as long as senders retry.',
    takes: { kind: 'duration', minMs: 60_000, maxMs: 30 * dayMs },
    default: '1h',
  },
  log_limit: {
    about: 'Steps kept in the log of one run; older ones are dropped once judged.',
    takes: { kind: 'integer', min: 100, max: 1_000_000 },
    default: 5000,
  },
  request_size: {
    about: 'Largest request as sent.',
    takes: { kind: 'size', minBytes: 1024, maxBytes: 1024 * mebibyte },
    default: '8MiB',
  },
  inflated_size: {
    about: 'Largest request after decompression.',
    takes: { kind: 'size', minBytes: 1024, maxBytes: 1024 * mebibyte },
    default: '32MiB',
  },
  memory_in_flight: {
    about: 'Request bodies held at once; senders beyond are told to come again.',
    takes: { kind: 'size', minBytes: mebibyte, maxBytes: 64 * 1024 * mebibyte },
    default: '192MiB',
  },
  requests_in_flight: {
    about: 'Requests worked on at once; senders beyond are told to come again.',
    takes: { kind: 'integer', min: 1, max: 10_000 },
    default: 64,
  },
  spans_per_request: {
    about: 'Most spans, or log records, of one request.',
    takes: { kind: 'integer', min: 1, max: 1_000_000 },
    default: 20_000,
  },
  attributes_per_span: {
    about: 'Most attributes of one span or log record; one with more is rejected.',
    takes: { kind: 'integer', min: 16, max: 100_000 },
    default: 10_000,
  },
  steps_waiting: {
    about: 'Steps that may wait for the store; senders beyond are told to come again.',
    takes: { kind: 'integer', min: 100, max: 10_000_000 },
    default: 50_000,
  },
  cached_runs: {
    about: 'Runs whose memory is held in the process: 4 KB each typically, 64 KB at most.',
    takes: { kind: 'integer', min: 1, max: 1_000_000 },
    default: 4096,
  },
  drain_time: {
    about: 'How long a stop waits for what is under way.',
    takes: { kind: 'duration', minMs: 100, maxMs: 600_000 },
    default: '4s',
  },
  judge_url: {
    about:
      'Base URL of an OpenAI-compatible chat endpoint, such as `https://api.openai.com/v1`, whose model is asked whether a run can answer already. Task, arguments and results that are kept of runs then leave the process. Without it nobody is asked.',
    takes: { kind: 'url' },
    default: null,
  },
  judge_model: {
    about: 'Name of the judge model, a cheap one. Needed with `judge_url`.',
    takes: { kind: 'text' },
    default: null,
  },
  judge_key: {
    about: 'Key for the endpoint of the judge model, sent as bearer token.',
    takes: { kind: 'secret' },
    default: null,
  },
  judge_timeout: {
    about: 'How long an opinion of the judge model is waited for; nothing else waits for it.',
    takes: { kind: 'duration', minMs: 100, maxMs: 120_000 },
    default: '15s',
  },
  judge_in_flight: {
    about: 'Questions to the judge model at once; runs beyond are not asked about in that turn.',
    takes: { kind: 'integer', min: 1, max: 256 },
    default: 4,
  },
  judge_text: {
    about: 'Most characters of what a run did that one question sends, the newest steps first.',
    takes: { kind: 'integer', min: 500, max: 400_000 },
    default: 12_000,
  },
  judge_price_in: {
    about: 'Price of the judge model, US dollars for a million tokens in, for the report.',
    takes: { kind: 'decimal', min: 0, max: 10_000 },
    default: null,
  },
  judge_price_out: {
    about: 'Price of the judge model, US dollars for a million tokens out, for the report.',
    takes: { kind: 'decimal', min: 0, max: 10_000 },
    default: null,
  },
  log_level: {
    about: 'Least severe log line that is written.',
    takes: { kind: 'choice', of: ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] },
    default: 'info',
  },
} as const satisfies Readonly<Record<string, Option>>

/** Key of a setting, as in the `observer` section. */
export type OptionKey = keyof typeof options

/** The keys of all settings. */
export const optionKeys = Object.keys(options) as readonly OptionKey[]

/** `--otlp-http-port`; null for secrets. */
export function flagOf(key: OptionKey): string | null {
  const { kind } = options[key].takes
  return kind === 'secret' || kind === 'tokens' || kind === 'webhooks'
    ? null
    : `--${key.replaceAll('_', '-')}`
}

/** `LOOP_OBSERVER_OTLP_HTTP_PORT`. */
export function environmentNameOf(key: OptionKey): string {
  return `LOOP_OBSERVER_${key.toUpperCase()}`
}
