import { existsSync } from 'node:fs'
import { chromium, type Browser } from 'playwright-core'
import { debianProgramPath } from './debian-program.ts'

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
  if (process.env['CHROMIUM'] !== undefined) throw new Error(advice)
  await debianProgramPath({ name: 'chromium', packages: ['chromium'], advice })
}
