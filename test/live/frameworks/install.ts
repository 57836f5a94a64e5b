import { createHash } from 'node:crypto'
import { cp, mkdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { command } from './command.ts'

/** Longest that one framework's packages may take to arrive, milliseconds. */
export const installTimeoutMs = 300_000

/** A folder here with a manifest whose versions are pinned. */
export interface Pinned {
  readonly name: string
  readonly language: 'javascript' | 'python'
}

/** Where the frameworks' agents and manifests are. */
export const agents = resolve(import.meta.dirname)

const cache = join(tmpdir(), 'loop-observer-live')

/** The folder that a framework is installed in; another one for each state of its manifest. */
async function homeOf({ name, language }: Pinned): Promise<string> {
  const manifest = language === 'python' ? 'requirements.txt' : 'package-lock.json'
  const digest = createHash('sha256').update(await readFile(join(agents, name, manifest)))
  return join(cache, `${name}-${digest.digest('hex').slice(0, 12)}`)
}

/** Whether it is there already. */
export async function isInstalled(framework: Pinned): Promise<boolean> {
  return exists(await homeOf(framework))
}

/** Installs what its manifest pins, unless it is there. Resolves to its folder. Throws what to do about it. */
export async function install(framework: Pinned): Promise<string> {
  const home = await homeOf(framework)
  if (await exists(home)) return home
  const draft = `${home}.${process.pid}`
  await mkdir(draft, { recursive: true })
  try {
    await (framework.language === 'python' ? installPython : installJavascript)(framework, draft)
    await rename(draft, home)
  } catch (cause) {
    await rm(draft, { recursive: true, force: true })
    // Another process may have been faster.
    if (await exists(home)) return home
    const what = framework.language === 'python' ? 'the Python package index' : 'the npm registry'
    throw new Error(
      `${framework.name} could not be installed in ${installTimeoutMs / 1000} s: is ${what} reachable?`,
      { cause },
    )
  }
  return home
}

async function installJavascript({ name }: Pinned, home: string): Promise<void> {
  for (const file of ['package.json', 'package-lock.json'])
    await cp(join(agents, name, file), join(home, file))
  const args = ['ci', '--no-audit', '--no-fund', '--prefer-offline']
  await command('npm', args, { cwd: home, timeoutMs: installTimeoutMs })
}

async function installPython({ name }: Pinned, home: string): Promise<void> {
  const uv = await python()
  const options = { cwd: home, timeoutMs: installTimeoutMs, env: uvEnv }
  await command(uv, ['venv', '--relocatable', '--python', 'python3', 'venv'], options)
  const list = join(agents, name, 'requirements.txt')
  const place = ['--python', join(home, 'venv/bin/python')]
  await command(uv, ['pip', 'install', '--only-binary', ':all:', ...place, '-r', list], options)
}

// As pip is configured; no interpreter is fetched.
const { PIP_INDEX_URL } = process.env
const uvEnv = {
  UV_PYTHON_DOWNLOADS: 'never',
  ...(PIP_INDEX_URL === undefined ? {} : { UV_DEFAULT_INDEX: PIP_INDEX_URL }),
}

/** The installer, which takes a thirtieth of pip's time; itself installed by pip, once. */
async function python(): Promise<string> {
  const home = join(cache, `uv-${uvVersion}`)
  const uv = join(home, 'bin/uv')
  if (await exists(uv)) return uv
  await command('python3', ['-m', 'venv', home], { timeoutMs: 60_000 })
  const args = ['install', '--quiet', '--only-binary', ':all:', `uv==${uvVersion}`]
  await command(join(home, 'bin/pip'), args, { timeoutMs: 120_000 })
  return uv
}

const uvVersion = '0.13.9'

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}
