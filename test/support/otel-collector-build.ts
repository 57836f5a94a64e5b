import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { access, mkdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)
const source = resolve(import.meta.dirname, '../../deploy/collector')
const cache = resolve(import.meta.dirname, '../../.cache')
const abandonedAfterMs = 15 * 60_000

/** What to do where {@link hasGo} is false. */
export const goAdvice =
  'The tests with a real OpenTelemetry Collector build it from its Go modules, and there is no `go` on the ' +
  'PATH. Install Go 1.26 or newer (https://go.dev/doc/install), then run them again.'

/** True when there is a Go toolchain on the PATH. */
export async function hasGo(): Promise<boolean> {
  return run('go', ['version']).then(
    () => true,
    () => false,
  )
}

/**
 * Path of the Collector built from deploy/collector, kept in .cache under the digest of its sources.
 * The first build takes a minute or two. Throws with Go's own words when it fails.
 */
export async function collectorPath(): Promise<string> {
  const path = join(cache, `otelcol-${await sourceDigest()}`)
  await mkdir(cache, { recursive: true })
  while (!(await exists(path))) {
    if (await build(path)) break
    await wait(250)
  }
  return path
}

async function sourceDigest(): Promise<string> {
  const hash = createHash('sha256').update(`${process.platform}-${process.arch}`)
  for (const name of ['go.sum', 'go.mod', 'main.go']) hash.update(await readFile(join(source, name)))
  return hash.digest('hex').slice(0, 16)
}

/** False when another process is building the same. */
async function build(path: string): Promise<boolean> {
  const lock = `${path}.lock`
  if (!(await takeLock(lock))) return false
  try {
    if (await exists(path)) return true
    process.stderr.write('Building the OpenTelemetry Collector of deploy/collector …\n')
    const args = ['build', '-mod=readonly', '-trimpath', '-buildvcs=false', '-ldflags=-s -w']
    await run('go', [...args, '-o', `${path}.part`, '.'], { cwd: source, maxBuffer: 16 << 20 })
    await rename(`${path}.part`, path)
    return true
  } finally {
    await rm(lock, { recursive: true, force: true })
  }
}

async function takeLock(lock: string): Promise<boolean> {
  try {
    await mkdir(lock)
    return true
  } catch {
    const age = await stat(lock).then(
      (found) => Date.now() - found.mtimeMs,
      () => 0,
    )
    if (age > abandonedAfterMs) await rm(lock, { recursive: true, force: true })
    return false
  }
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}
