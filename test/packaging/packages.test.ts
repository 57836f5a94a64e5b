import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startChild } from '../support/child.ts'
import { until } from '../support/deadline.ts'
import { freePorts } from '../support/free-port.ts'
import {
  createProject,
  packAll,
  plainEnv,
  temporaryDirectory,
  workspaces,
  type Packed,
  type Project,
  type Workspace,
} from './project.ts'

const run = promisify(execFile)
const root = resolve(import.meta.dirname, '../..')
const olderNode = await findOlderNode()

let packed: Readonly<Record<Workspace, Packed>>
let project: Project
let remove: () => Promise<void>

beforeAll(async () => {
  const directory = await temporaryDirectory()
  remove = directory.remove
  packed = await packAll(directory.path)
  const tarballs = workspaces.map((workspace) => packed[workspace].tarball)
  project = await createProject(directory.path, [...tarballs, '@opentelemetry/api@1'])
}, 300_000)

afterAll(() => remove?.())

describe.each(workspaces)('the package made of %s', (workspace) => {
  test('holds what it runs, and nothing it is made of', () => {
    const { files } = packed[workspace]
    expect(files).toContain('LICENSE')
    const others = files.filter((path) => !path.startsWith('dist/'))
    expect(others.toSorted()).toEqual(['LICENSE', ...files.filter((p) => p === 'README.md'), 'package.json'])
    expect(files.filter((path) => path.endsWith('.ts') && !path.endsWith('.d.ts'))).toEqual([])
    expect(files.filter((path) => /(^|\/)(test|node_modules)\/|tsconfig|\.test\./.test(path))).toEqual([])
  })

  test('has the files that its package.json names, in the format it says', async () => {
    const tarball = await readFile(packed[workspace].tarball)
    const found = await publint({ pack: { tarball: new Uint8Array(tarball).buffer }, strict: true })
    expect(found.messages.map((message) => formatMessage(message, found.pkg))).toEqual([])
  })
})

describe('a project that has installed the packages', () => {
  test('judges a loop with the rules alone', async () => {
    const script = await readFile(join(import.meta.dirname, 'judge-a-loop.mjs'), 'utf8')
    expect(await project.runModule('judge-a-loop.mjs', script)).toMatch(/^nudge halt/)
  })

  test('halts a looping agent with the SDK alone', async () => {
    const script = await readFile(join(import.meta.dirname, 'halt-an-agent.mjs'), 'utf8')
    expect(await project.runModule('halt-an-agent.mjs', script)).toMatch(/^halted (repetition|no_progress)$/)
  })

  test('is type-checked against the declarations', async () => {
    const text = await readFile(join(import.meta.dirname, 'consumer.ts.txt'), 'utf8')
    await writeFile(join(project.directory, 'consumer.ts'), text)
    const tsc = join(root, 'node_modules/typescript/bin/tsc')
    const flags = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2024', '--types', '']
    await run(process.execPath, [tsc, ...flags, '--skipLibCheck', 'consumer.ts'], { cwd: project.directory })
  })

  test('has a command that explains itself', async () => {
    const { stdout } = await project.npx(['loop-observer', '--help'])
    for (const command of ['start', 'replay', 'explain', 'doctor']) expect(stdout).toContain(command)
  })

  test('starts the sidecar, which is healthy', async () => {
    const [otlp = 0, control = 0] = await freePorts(2)
    const bin = join(project.directory, 'node_modules/.bin/loop-observer')
    const child = await startChild({
      path: bin,
      args: ['start'],
      env: {
        ...plainEnv(),
        LOOP_OBSERVER_OTLP_HTTP_PORT: `${otlp}`,
        LOOP_OBSERVER_OTLP_GRPC_PORT: '0',
        LOOP_OBSERVER_CONTROL_PORT: `${control}`,
      },
      cwd: project.directory,
    })
    try {
      const healthz = await until(
        async () => child.exit() ?? (await fetch(`http://127.0.0.1:${control}/healthz`)),
        {
          what: () => `the sidecar is healthy:\n${child.output()}`,
        },
      )
      expect(healthz, child.output()).toMatchObject({ status: 200 })
    } finally {
      await child.end('SIGTERM')
    }
    expect(child.exit()).toEqual({ code: 0, signal: null })
  })

  test.skipIf(olderNode === null)(
    `says which Node it needs when there is an older one${olderNode ? '' : ' (skipped: no older node on the PATH)'}`,
    async () => {
      const main = join(project.directory, 'node_modules/loop-observer/dist/main.js')
      const failed = await run(olderNode ?? '', [main, '--help']).catch((error: unknown) => error)
      expect(failed).toMatchObject({ code: 1, stderr: expect.stringContaining('needs Node 22.18 or newer') })
    },
  )
})

/** A Node below 22.18, as many machines have it besides the one of this repository. */
async function findOlderNode(): Promise<string | null> {
  for (const directory of (process.env['PATH'] ?? '').split(':')) {
    const path = join(directory, 'node')
    if (dirname(process.execPath) === directory) continue
    const { stdout } = await run(path, ['--version']).catch(() => ({ stdout: '' }))
    const [, major = '', minor = ''] = /^v(\d+)\.(\d+)/.exec(stdout) ?? []
    if (major !== '' && (Number(major) < 22 || (major === '22' && Number(minor) < 18))) return path
  }
  return null
}
