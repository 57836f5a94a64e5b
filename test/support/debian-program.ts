import { execFile } from 'node:child_process'
import { access, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)
const policyFile = '/usr/sbin/policy-rc.d'
const lockDirectory = join(tmpdir(), 'loop-observer-apt-install.lock')

/** A program that a Debian package brings. */
export interface DebianProgram {
  /** What is looked for on the PATH. */
  readonly name: string
  /** The packages to install: its own, and others that the same tests want. */
  readonly packages: readonly string[]
  /** How to install it elsewhere. */
  readonly advice: string
}

/**
 * Path of a program. Where it is missing and this process may install packages (root on a Debian), they
 * are installed once, without a service being started; elsewhere this throws what to install.
 */
export async function debianProgramPath(program: DebianProgram): Promise<string> {
  const { name, advice } = program
  const found = await findOnPath(name)
  if (found) return found
  if (process.getuid?.() !== 0 || !(await findOnPath('apt-get'))) {
    throw new Error(`These tests need a real ${name}, and there is none. ${advice}`)
  }
  await withLock(async () => {
    if (!(await findOnPath(name))) await install(program)
  })
  const installed = await findOnPath(name)
  if (!installed) throw new Error(`apt-get ran, but ${name} is still missing. ${advice}`)
  return installed
}

/** Where a program is on the PATH; null when it is nowhere. */
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
async function install(program: DebianProgram): Promise<void> {
  process.stderr.write(
    `${program.name} is missing: installing ${program.packages.join(', ')} with apt-get …\n`,
  )
  const ownPolicy = !(await exists(policyFile))
  if (ownPolicy) await writeFile(policyFile, '#!/bin/sh\nexit 101\n', { mode: 0o755 })
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const options = { env, maxBuffer: 64 * 1024 * 1024 }
  // Another installation on this machine may be under way.
  const patient = ['-o', 'DPkg::Lock::Timeout=120']
  try {
    await run('apt-get', [...patient, 'update'], options)
    const args = ['install', '-y', '--no-install-recommends', ...program.packages]
    await run('apt-get', [...patient, ...args], options)
  } catch (cause) {
    throw new Error(`apt-get could not install ${program.packages.join(', ')}. ${program.advice}`, { cause })
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
