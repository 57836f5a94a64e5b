import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { access, mkdir, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const cache = join(tmpdir(), 'loop-observer-python')

/** What to do where {@link pythonPrograms} gives null. */
export const pythonAdvice =
  'Checks of the manifests run tools of the Python package index. Install Python 3.9 or newer with venv ' +
  '(Debian: `apt-get install python3 python3-venv`) and let pip reach an index, then run them again.'

/**
 * The folder of the programs that these packages bring (`NAME==VERSION`), in an environment of their own that is
 * kept in the system's folder for temporary files. Scripts there are for its `python` to run. Null when there is
 * no Python, or no index answers.
 */
export async function pythonPrograms(packages: readonly string[]): Promise<string | null> {
  const digest = createHash('sha256').update(packages.join(' ')).digest('hex').slice(0, 12)
  const home = join(cache, digest)
  if (await exists(home)) return join(home, 'bin')
  const draft = `${home}.${process.pid}`
  await mkdir(cache, { recursive: true })
  try {
    await run('python3', ['-m', 'venv', draft])
    const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '--only-binary', ':all:']
    await run(join(draft, 'bin/python'), [...pip, ...packages], { timeout: 150_000 })
    await rename(draft, home)
  } catch {
    // Another process may have been faster.
    if (!(await exists(home))) return null
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
  return join(home, 'bin')
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}
