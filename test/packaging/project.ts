import { execFile } from 'node:child_process'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const root = resolve(import.meta.dirname, '../..')

/** The packages that are published, by workspace. */
export const workspaces = ['rules', 'sdk', 'collector'] as const

/** One of {@link workspaces}. */
export type Workspace = (typeof workspaces)[number]

/** The environment of this process with its own Node first on the PATH, and without npm's variables. */
export function plainEnv(): NodeJS.ProcessEnv {
  const env = Object.entries(process.env).filter(([name]) => !/^(npm_|NODE_|VITEST)/.test(name))
  return {
    ...Object.fromEntries(env),
    PATH: [dirname(process.execPath), process.env['PATH']].join(delimiter),
  }
}

/** A package as `npm pack` makes it. */
export interface Packed {
  readonly tarball: string
  /** Paths in the package. */
  readonly files: readonly string[]
}

/** Packs the workspaces (which builds them) into a directory. */
export async function packAll(directory: string): Promise<Readonly<Record<Workspace, Packed>>> {
  const packed: Partial<Record<Workspace, Packed>> = {}
  for (const workspace of workspaces) packed[workspace] = await pack(workspace, directory)
  return packed as Record<Workspace, Packed>
}

async function pack(workspace: Workspace, directory: string): Promise<Packed> {
  const target = await mkdtemp(join(directory, `${workspace}-`))
  await run('npm', ['pack', '-w', workspace, '--pack-destination', target], { cwd: root, env: plainEnv() })
  const [name = ''] = await readdir(target)
  const tarball = join(target, name)
  const { stdout } = await run('tar', ['-tzf', tarball])
  const files = stdout.split('\n').filter((path) => path !== '' && !path.endsWith('/'))
  return { tarball, files: files.map((path) => path.replace(/^package\//, '')) }
}

/** A project of somebody else, with packages installed from files. */
export interface Project {
  readonly directory: string
  /** Writes a module into the project and runs it; resolves to what it printed, throws when it fails. */
  runModule(name: string, text: string): Promise<string>
  /** Runs a command that the project has installed. */
  npx(args: readonly string[]): Promise<{ readonly stdout: string; readonly stderr: string }>
}

/** An empty project in `directory` that has installed what `specs` name. */
export async function createProject(directory: string, specs: readonly string[]): Promise<Project> {
  const env = plainEnv()
  await writeFile(join(directory, 'package.json'), JSON.stringify({ private: true, type: 'module' }))
  const flags = ['--prefer-offline', '--no-audit', '--no-fund', '--no-save']
  await run('npm', ['install', ...flags, ...specs], { cwd: directory, env })
  return {
    directory,
    async runModule(name, text) {
      await writeFile(join(directory, name), text)
      return (await run(process.execPath, [name], { cwd: directory, env })).stdout
    },
    npx: (args) => run('npx', ['--no-install', ...args], { cwd: directory, env }),
  }
}

/** Runs `use` with a directory of its own that is deleted afterwards. */
export async function temporaryDirectory(): Promise<{ path: string; remove: () => Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'loop-observer-packages-'))
  return { path, remove: () => rm(path, { recursive: true, force: true }) }
}
