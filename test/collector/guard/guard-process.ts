import { resolve } from 'node:path'
import { startChild } from '../../support/child.ts'
import { until } from '../../support/deadline.ts'
import { freePorts } from '../../support/free-port.ts'

const main = resolve(import.meta.dirname, '../../../collector/main.ts')

/** A real `loop-observer guard` process. */
export interface RunningGuard {
  readonly url: string
  /** What it wrote. */
  output(): string
  stop(): Promise<void>
}

/** Starts it from its sources on a free port; resolves when it listens. It waits long: the machine may be busy. */
export async function startGuard(
  upstream: string,
  controlUrl: string,
  more: readonly string[] = [],
): Promise<RunningGuard> {
  const [port = 0] = await freePorts(1)
  const flags = [
    '--upstream',
    upstream,
    '--listen',
    `127.0.0.1:${port}`,
    '--url',
    controlUrl,
    '--wait',
    '10000',
    ...more,
  ]
  const child = await startChild({
    path: process.execPath,
    args: ['-C', 'loop-observer-source', main, 'guard', ...flags],
    env: process.env,
  })
  const listens = () => Promise.resolve(child.exit() !== null || child.output().includes('listening'))
  await until(listens, { what: 'the guard listens' })
  if (child.exit() !== null) throw new Error(`The guard ended:\n${child.output()}`)
  return {
    url: `http://127.0.0.1:${port}`,
    output: () => child.output(),
    stop: () => child.end('SIGTERM'),
  }
}
