import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { startChild, type Child } from './child.ts'
import { until } from './deadline.ts'
import { freePorts } from './free-port.ts'
import { collectorPath } from './otel-collector-build.ts'

/** The configuration that the repository offers to its users. */
export const collectorConfigPath = resolve(import.meta.dirname, '../../otel-collector.yaml')

/** How to start a Collector. */
export interface CollectorOptions {
  /** YAML text. Default: the repository's otel-collector.yaml. */
  readonly config?: string
  /** Variables that the configuration reads; ports and the queue's directory are set already. */
  readonly env?: Readonly<Record<string, string>>
}

/** A real OpenTelemetry Collector on loopback. */
export interface RunningCollector {
  /** `http://127.0.0.1:PORT`, without `/v1/traces`. */
  readonly httpUrl: string
  /** `http://127.0.0.1:PORT` */
  readonly grpcUrl: string
  /** Its own metrics, in Prometheus' text format. */
  readonly metricsUrl: string
  pid(): number
  output(): string
  /** Ends it with SIGKILL. The queue stays. */
  kill(): Promise<void>
  /** Starts it again after `kill`: same ports, same queue. */
  restart(): Promise<void>
  /** Ends it in an orderly way and deletes its queue. */
  stop(): Promise<void>
}

/** Starts a Collector, building it first where need be; resolves when its health check answers. */
export async function startCollector(options: CollectorOptions = {}): Promise<RunningCollector> {
  const path = await collectorPath()
  const directory = await mkdtemp(join(tmpdir(), 'loop-observer-otelcol-'))
  const file = join(directory, 'config.yaml')
  await writeFile(file, options.config ?? (await readFile(collectorConfigPath)))
  for (let attempt = 1; ; attempt++) {
    const [http = 0, grpc = 0, health = 0, metrics = 0] = await freePorts(4)
    const env = {
      ...process.env,
      COLLECTOR_OTLP_HTTP: `127.0.0.1:${http}`,
      COLLECTOR_OTLP_GRPC: `127.0.0.1:${grpc}`,
      COLLECTOR_HEALTH: `127.0.0.1:${health}`,
      COLLECTOR_METRICS_PORT: String(metrics),
      COLLECTOR_QUEUE_DIR: join(directory, 'queue'),
      ...options.env,
    }
    const launch = async (): Promise<Child> => {
      const child = await startChild({ path, args: ['--config', file], env, cwd: directory })
      await healthy(child, `http://127.0.0.1:${health}/`)
      return child
    }
    try {
      const urls = {
        httpUrl: `http://127.0.0.1:${http}`,
        grpcUrl: `http://127.0.0.1:${grpc}`,
        metricsUrl: `http://127.0.0.1:${metrics}/metrics`,
      }
      return { ...urls, ...control(await launch(), launch, directory) }
    } catch (error) {
      if (attempt === 3 || !String(error).includes('address already in use')) throw error
    }
  }
}

function control(
  first: Child,
  launch: () => Promise<Child>,
  directory: string,
): Pick<RunningCollector, 'pid' | 'output' | 'kill' | 'restart' | 'stop'> {
  let child = first
  return {
    pid: () => child.pid,
    output: () => child.output(),
    kill: () => child.end('SIGKILL'),
    async restart() {
      child = await launch()
    },
    async stop() {
      await child.end('SIGTERM')
      await rm(directory, { recursive: true, force: true })
    },
  }
}

async function healthy(child: Child, url: string): Promise<void> {
  try {
    await until(async () => child.exit() !== null || (await fetch(url)).ok, { what: 'Collector is healthy' })
    if (child.exit()) throw new Error('The Collector ended at once')
  } catch (cause) {
    await child.end('SIGKILL')
    throw new Error(`The Collector did not start:\n${child.output()}`, { cause })
  }
}
