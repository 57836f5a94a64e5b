import { command } from './command.ts'
import { isInstalled, type Pinned } from './install.ts'

/** What keeps frameworks of a language from being installed, and what to do; null when nothing does. */
export async function missingFor(
  language: Pinned['language'],
  frameworks: readonly Pinned[],
): Promise<string | null> {
  const own = frameworks.filter((framework) => framework.language === language)
  const isThere = await Promise.all(own.map(isInstalled))
  if (language === 'python' && !(await succeeds('python3', ['-c', pythonTest])))
    return 'install Python 3.11 or newer with venv (Debian: apt-get install python3 python3-venv)'
  if (isThere.every(Boolean)) return null
  return language === 'python' ? missingIndex() : missingRegistry()
}

const pythonTest = 'import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 11))'

async function missingRegistry(): Promise<string | null> {
  const isReached = await succeeds('npm', ['view', 'zod', 'version', '--fetch-retries=1'])
  return isReached
    ? null
    : 'the npm registry does not answer: connect this machine or set npm_config_registry'
}

async function missingIndex(): Promise<string | null> {
  const args = ['-m', 'pip', 'index', 'versions', 'uv', '--retries', '1']
  const hasPip = await succeeds('python3', ['-m', 'pip', '--version'])
  if (!hasPip) return null
  const isReached = await succeeds('python3', args)
  return isReached
    ? null
    : 'the Python package index does not answer: connect this machine or set PIP_INDEX_URL'
}

async function succeeds(path: string, args: readonly string[]): Promise<boolean> {
  return command(path, args, { timeoutMs: 45_000 }).then(
    () => true,
    () => false,
  )
}
