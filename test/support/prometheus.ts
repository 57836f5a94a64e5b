import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startChild, type Child } from './child.ts'
import { until } from './deadline.ts'
import { freePorts } from './free-port.ts'
import { prometheusProgramPath } from './prometheus-install.ts'

/** What a test's Prometheus scrapes, asks and tells. It does both every second. */
export interface PrometheusOptions {
  /** `HOST:PORT` of observers; their job is `loop-observer`. */
  readonly targets: readonly string[]
  /** Paths of rule files. Default none. */
  readonly ruleFiles?: readonly string[]
  readonly externalLabels?: Readonly<Record<string, string>>
  /** `HOST:PORT`; default none. */
  readonly alertmanager?: string
}

/** One series of an answer. */
export interface Series {
  readonly metric: Readonly<Record<string, string>>
  readonly value?: readonly [number, string]
  readonly values?: readonly (readonly [number, string])[]
}

/** A real Prometheus on loopback. */
export interface RunningPrometheus {
  /** `http://127.0.0.1:PORT` */
  readonly url: string
  /** What a query answers now. Throws what Prometheus says of one that is wrong. */
  query(expr: string): Promise<readonly Series[]>
  /** Ends it and deletes its data. */
  stop(): Promise<void>
}

/** Starts a Prometheus, installing it where need be; resolves when it is ready. */
export async function startPrometheus(options: PrometheusOptions): Promise<RunningPrometheus> {
  const path = await prometheusProgramPath('prometheus')
  const directory = await mkdtemp(join(tmpdir(), 'loop-observer-prometheus-'))
  const file = join(directory, 'prometheus.json')
  // JSON is YAML too.
  await writeFile(file, JSON.stringify(configOf(options)))
  const [port = 0] = await freePorts(1)
  const url = `http://127.0.0.1:${port}`
  const args = [
    `--config.file=${file}`,
    `--storage.tsdb.path=${join(directory, 'data')}`,
    `--web.listen-address=127.0.0.1:${port}`,
  ]
  const child = await startChild({ path, args, cwd: directory })
  await ready(child, `${url}/-/ready`, 'Prometheus')
  return {
    url,
    query: (expr) => ask(url, expr),
    async stop() {
      await child.end('SIGTERM')
      await rm(directory, { recursive: true, force: true })
    },
  }
}

/** A real Alertmanager on loopback that passes every alert on at once. */
export interface RunningAlertmanager {
  /** `127.0.0.1:PORT` */
  readonly address: string
  stop(): Promise<void>
}

/** Starts an Alertmanager whose only receiver is a webhook. */
export async function startAlertmanager(webhookUrl: string): Promise<RunningAlertmanager> {
  const path = await prometheusProgramPath('prometheus-alertmanager')
  const directory = await mkdtemp(join(tmpdir(), 'loop-observer-alertmanager-'))
  const file = join(directory, 'alertmanager.json')
  const route = { receiver: 'test', group_by: ['...'], group_wait: '0s', group_interval: '1s' }
  const receivers = [{ name: 'test', webhook_configs: [{ url: webhookUrl, send_resolved: false }] }]
  await writeFile(file, JSON.stringify({ route, receivers }))
  const [port = 0] = await freePorts(1)
  const args = [
    `--config.file=${file}`,
    `--storage.path=${join(directory, 'data')}`,
    `--web.listen-address=127.0.0.1:${port}`,
    '--cluster.listen-address=',
  ]
  const child = await startChild({ path, args, cwd: directory })
  await ready(child, `http://127.0.0.1:${port}/-/ready`, 'Alertmanager')
  return {
    address: `127.0.0.1:${port}`,
    async stop() {
      await child.end('SIGTERM')
      await rm(directory, { recursive: true, force: true })
    },
  }
}

function configOf({ targets, ruleFiles = [], externalLabels = {}, alertmanager }: PrometheusOptions): object {
  return {
    global: {
      scrape_interval: '1s',
      scrape_timeout: '1s',
      evaluation_interval: '1s',
      external_labels: externalLabels,
    },
    rule_files: ruleFiles,
    scrape_configs: [{ job_name: 'loop-observer', static_configs: [{ targets }] }],
    ...(alertmanager === undefined
      ? {}
      : { alerting: { alertmanagers: [{ static_configs: [{ targets: [alertmanager] }] }] } }),
  }
}

async function ask(url: string, expr: string): Promise<readonly Series[]> {
  const response = await fetch(`${url}/api/v1/query?${new URLSearchParams({ query: expr }).toString()}`)
  const answer = (await response.json()) as {
    readonly status: string
    readonly error?: string
    readonly data?: { readonly result: readonly Series[] }
  }
  if (answer.data === undefined) throw new Error(`${expr}: ${answer.error}`)
  return answer.data.result
}

async function ready(child: Child, url: string, name: string): Promise<void> {
  try {
    await until(async () => child.exit() !== null || (await fetch(url)).ok, { what: `${name} is ready` })
    if (child.exit()) throw new Error(`${name} ended at once`)
  } catch (cause) {
    await child.end('SIGKILL')
    throw new Error(`${name} did not start:\n${child.output()}`, { cause })
  }
}
