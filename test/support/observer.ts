import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { startChild, type Child } from './child.ts'
import { until } from './deadline.ts'
import { freePorts } from './free-port.ts'

const main = resolve(import.meta.dirname, '../../collector/main.ts')

/** How to start an observer. */
export interface ObserverOptions {
  /** Settings, for example `LOOP_OBSERVER_STORE`; ports and an embedded store of its own are set already. */
  readonly env?: Readonly<Record<string, string>>
  /** More arguments after `start`. */
  readonly args?: readonly string[]
}

/** A real observer process on loopback. */
export interface RunningObserver {
  /** `http://127.0.0.1:PORT`, without `/v1/traces`. The same after `restart`. */
  readonly otlpUrl: string
  readonly otlpPort: number
  /** `http://127.0.0.1:PORT`, for OTLP over gRPC. The same after `restart`. */
  readonly grpcUrl: string
  readonly grpcPort: number
  /** `http://127.0.0.1:PORT`. The same after `restart`. */
  readonly controlUrl: string
  readonly controlPort: number
  /** Of the present process. */
  pid(): number
  /** What the present process wrote, the last 64 KB. */
  output(): string
  /** Null while it runs. */
  exit(): ReturnType<Child['exit']>
  /** Ends it with a signal, by default SIGKILL; resolves when it is gone. Store and ports stay. */
  kill(signal?: NodeJS.Signals): Promise<void>
  /** Starts it again after `kill`: same ports, same store. */
  restart(): Promise<void>
  /** Ends it in an orderly way and deletes its embedded store. */
  stop(): Promise<void>
}

/** Starts `loop-observer start` from its sources on free ports; resolves when `/readyz` answers. */
export async function startObserver(options: ObserverOptions = {}): Promise<RunningObserver> {
  const directory = await mkdtemp(join(tmpdir(), 'loop-observer-'))
  for (let attempt = 1; ; attempt++) {
    const [otlpPort = 0, grpcPort = 0, controlPort = 0] = await freePorts(3)
    const controlUrl = `http://127.0.0.1:${controlPort}`
    const env = {
      ...process.env,
      LOOP_OBSERVER_OTLP_HTTP_PORT: String(otlpPort),
      LOOP_OBSERVER_OTLP_GRPC_PORT: String(grpcPort),
      LOOP_OBSERVER_CONTROL_PORT: String(controlPort),
      LOOP_OBSERVER_STORE: `sqlite:${join(directory, 'observer.db')}`,
      ...options.env,
    }
    const args = ['-C', 'loop-observer-source', main, 'start', ...(options.args ?? [])]
    const launch = async (): Promise<Child> => {
      const child = await startChild({ path: process.execPath, args, env, cwd: directory })
      await ready(child, controlUrl)
      return child
    }
    try {
      const otlpUrl = `http://127.0.0.1:${otlpPort}`
      const grpcUrl = `http://127.0.0.1:${grpcPort}`
      const places = { otlpUrl, otlpPort, grpcUrl, grpcPort, controlUrl, controlPort }
      return { ...places, ...control(await launch(), launch, directory) }
    } catch (error) {
      if (attempt === 3 || !String(error).includes('is taken')) throw error
    }
  }
}

function control(
  first: Child,
  launch: () => Promise<Child>,
  directory: string,
): Pick<RunningObserver, 'pid' | 'output' | 'exit' | 'kill' | 'restart' | 'stop'> {
  let child = first
  return {
    pid: () => child.pid,
    output: () => child.output(),
    exit: () => child.exit(),
    kill: (signal = 'SIGKILL') => child.end(signal),
    async restart() {
      child = await launch()
    },
    async stop() {
      await child.end('SIGTERM')
      await rm(directory, { recursive: true, force: true })
    },
  }
}

async function ready(child: Child, controlUrl: string): Promise<void> {
  try {
    await until(async () => child.exit() !== null || (await fetch(`${controlUrl}/readyz`)).ok, {
      what: 'the observer is ready',
    })
    if (child.exit()) throw new Error('The observer ended at once')
  } catch (cause) {
    await child.end('SIGKILL')
    throw new Error(`The observer did not start:\n${child.output()}`, { cause })
  }
}
