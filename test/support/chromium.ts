import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { promisify } from 'node:util'
import { chromium, type Browser } from 'playwright-core'

const path = process.env['CHROMIUM'] ?? '/usr/bin/chromium'

/** Nothing but the page under test: no first-run pages, no traffic of the browser's own. */
const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/**
 * Starts the system's Chromium without a window and with an empty profile. Installs Debian's package
 * when it is missing and this process may do so; throws with what to install otherwise.
 */
export async function startChromium(): Promise<Browser> {
  if (!existsSync(path)) await install()
  return chromium.launch({ executablePath: path, headless: true, args: flags })
}

async function install(): Promise<void> {
  const advice = `The tests of the page need Chromium at ${path}: apt-get install chromium, or set CHROMIUM to its path.`
  if (process.getuid?.() !== 0 || process.env['CHROMIUM'] !== undefined) throw new Error(advice)
  const run = promisify(execFile)
  const options = { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }, maxBuffer: 64 * 1024 * 1024 }
  try {
    console.warn('Chromium is missing: installing it with apt-get.')
    await run('apt-get', ['install', '-y', '--no-install-recommends', 'chromium'], options)
  } catch (cause) {
    throw new Error(advice, { cause })
  }
}
