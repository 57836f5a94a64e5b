import { spawn } from 'node:child_process'
import { once } from 'node:events'

/** A program to start. */
export interface Command {
  readonly path: string
  readonly args: readonly string[]
  readonly env?: NodeJS.ProcessEnv
  readonly cwd?: string
}

/** A program that was started. */
export interface Child {
  readonly pid: number
  /** What it wrote to either stream, the last 64 KB. */
  output(): string
  /** Null while it runs. */
  exit(): { readonly code: number | null; readonly signal: NodeJS.Signals | null } | null
  /** Sends the signal and resolves when the process is gone; after `graceMs` (default 10 000) SIGKILL follows. */
  end(signal: NodeJS.Signals, graceMs?: number): Promise<void>
}

const running = new Set<number>()

process.on('exit', () => {
  for (const pid of running) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // It is gone already.
    }
  }
})

/** Starts a program; it ends with this process at the latest. Throws when it cannot be started. */
export async function startChild({ path, args, env, cwd }: Command): Promise<Child> {
  const child = spawn(path, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(env && { env }),
    ...(cwd !== undefined && { cwd }),
  })
  let text = ''
  const keep = (chunk: Buffer): void => {
    text = (text + chunk.toString()).slice(-65_536)
  }
  child.stdout.on('data', keep)
  child.stderr.on('data', keep)
  await once(child, 'spawn')
  const pid = child.pid as number
  running.add(pid)
  const gone = once(child, 'exit').then(() => running.delete(pid))
  const hasExited = (): boolean => child.exitCode !== null || child.signalCode !== null
  return {
    pid,
    output: () => text,
    exit: () => (hasExited() ? { code: child.exitCode, signal: child.signalCode } : null),
    async end(signal, graceMs = 10_000) {
      if (hasExited()) return
      child.kill(signal)
      const timer = setTimeout(() => child.kill('SIGKILL'), graceMs)
      await gone
      clearTimeout(timer)
    },
  }
}
