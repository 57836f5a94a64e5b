import { execFile } from 'node:child_process'
import { access, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)
const policyFile = '/usr/sbin/policy-rc.d'
const lockDirectory = join(tmpdir(), 'loop-observer-redis-install.lock')
const advice = 'Install it: `apt-get install redis-server` (Debian, Ubuntu), `brew install redis` (macOS).'

/**
 * Path of `redis-server`, 7.0 or newer. Where it is missing and this process may install packages
 * (root on a Debian), it is installed once, without its service being started; elsewhere this
 * throws an error that says what to install.
 */
export async function redisServerPath(): Promise<string> {
  const found = await findOnPath('redis-server')
  if (found) return found
  if (process.getuid?.() !== 0 || !(await findOnPath('apt-get'))) {
    throw new Error(`These tests need a real redis-server (7.0 or newer), and there is none. ${advice}`)
  }
  await withLock(async () => {
    if (!(await findOnPath('redis-server'))) await install()
  })
  const installed = await findOnPath('redis-server')
  if (!installed) throw new Error(`apt-get ran, but redis-server is still missing. ${advice}`)
  return installed
}

async function findOnPath(name: string): Promise<string | null> {
  for (const directory of (process.env['PATH'] ?? '').split(delimiter)) {
    const path = join(directory, name)
    if (directory && (await exists(path))) return path
  }
  return null
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}

/** Debian starts a service on installation unless policy-rc.d answers 101. */
async function install(): Promise<void> {
  process.stderr.write('redis-server is missing: installing it with apt-get …\n')
  const ownPolicy = !(await exists(policyFile))
  if (ownPolicy) await writeFile(policyFile, '#!/bin/sh\nexit 101\n', { mode: 0o755 })
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  try {
    await run('apt-get', ['update'], { env })
    await run('apt-get', ['install', '-y', '--no-install-recommends', 'redis-server'], { env })
  } catch (cause) {
    throw new Error(`apt-get could not install redis-server. ${advice}`, { cause })
  } finally {
    if (ownPolicy) await rm(policyFile, { force: true })
  }
}

/** One process at a time: test files run in several. A lock whose holder is dead is broken. */
async function withLock(action: () => Promise<void>): Promise<void> {
  const holderFile = join(lockDirectory, 'pid')
  const deadline = Date.now() + 170_000
  while (!(await tryLock(holderFile))) {
    const holder = Number(await readFile(holderFile, 'utf8').catch(() => '0'))
    if (holder > 0 && !alive(holder)) await rm(lockDirectory, { recursive: true, force: true })
    if (Date.now() > deadline) throw new Error(`Another process holds ${lockDirectory} for too long.`)
    await wait(200)
  }
  try {
    await action()
  } finally {
    await rm(lockDirectory, { recursive: true, force: true })
  }
}

async function tryLock(holderFile: string): Promise<boolean> {
  try {
    await mkdir(lockDirectory)
  } catch {
    return false
  }
  await writeFile(holderFile, String(process.pid))
  return true
}

function alive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
