import { styleText } from 'node:util'
import type { Configuration } from '../config/load.ts'
import { isWildcard } from '../http/listen.ts'

/** Where an observer can be reached. */
export interface ObserverUrls {
  /** Spans: OTLP over HTTP. Without a slash at the end. */
  readonly otlpHttp: string
  /** Spans: OTLP over gRPC. Without a slash at the end. */
  readonly otlpGrpc: string
  /** Decisions, page, metrics. Without a slash at the end. */
  readonly control: string
}

/** What a person who starts the observer in a terminal is told. */
export function banner(urls: ObserverUrls, { settings, policy }: Configuration): string {
  const lines = [
    `${styleText('bold', 'loop-observer')} is listening. Ctrl-C stops it; nothing acknowledged is lost.`,
    '',
    `  spans      ${urls.otlpHttp}   (OTLP over HTTP)`,
    `             ${urls.otlpGrpc}   (OTLP over gRPC)`,
    `  decisions  ${urls.control}   (control channel, page, /metrics)`,
    `  store      ${withoutPassword(settings.storeUrl)}`,
    `  policy     ${settings.policyPath ?? `built in, preset ${policy.preset ?? 'balanced'}`}`,
    '',
    'Attach an agent that emits OpenTelemetry spans:',
    '',
    `  ${styleText('bold', `export OTEL_EXPORTER_OTLP_ENDPOINT=${advisedUrl(urls.otlpHttp)}`)}`,
    `  export OTEL_EXPORTER_OTLP_PROTOCOL=http/protobuf`,
    ...(isWildcard(urls.otlpHttp)
      ? ['  # HOST is a name or address of this machine that the agent reaches.']
      : []),
    ...(settings.tokens.length > 0
      ? ['  export OTEL_EXPORTER_OTLP_HEADERS="Authorization=Bearer TOKEN"']
      : []),
    '',
    'Its runs start in shadow mode: what would have been done is recorded, nothing is done.',
    '',
  ]
  return lines.join('\n')
}

/** The URL that agents are told: no wildcard, for which the name of this machine stands as `HOST`. */
export function advisedUrl(url: string): string {
  return isWildcard(url) ? `http://HOST:${new URL(url).port}` : url
}

/** The URL of a store as it may be shown. */
export function withoutPassword(url: string): string {
  return url.replace(/\/\/.*@/, '//***@')
}
