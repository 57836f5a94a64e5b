// npm run build [-- WORKSPACE…]: compiles each workspace into its dist/, ready for `npm pack`.
import { spawnSync } from 'node:child_process'
import { chmodSync, copyFileSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, extname, join, relative, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '..')
const tsc = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc')
const shebang = '#!/usr/bin/env node\n'

/** In the order in which they need each other's declarations. */
const workspaces = ['rules', 'sdk', 'collector'] as const

/** Files that the code reads beside itself with `new URL('./x.lua', import.meta.url)`. */
const assetExtensions = new Set([
  '.lua',
  '.json',
  '.yaml',
  '.html',
  '.css',
  '.js',
  '.svg',
  '.png',
  '.ico',
  '.woff2',
  '.txt',
])
const notAssets = new Set(['package.json', 'tsconfig.build.json', 'dist', 'node_modules'])

main(process.argv.slice(2))

function main(names: readonly string[]): void {
  const unknown = names.filter((name) => !workspaces.some((workspace) => workspace === name))
  if (unknown.length > 0) throw new Error(`No such workspace: ${unknown.join(', ')}`)
  const wanted =
    names.length === 0 ? workspaces : workspaces.filter((w) => w === 'rules' || names.includes(w))
  for (const workspace of wanted) build(workspace)
}

function build(workspace: string): void {
  const directory = join(root, workspace)
  const dist = join(directory, 'dist')
  rmSync(dist, { recursive: true, force: true })
  const project = join(directory, 'tsconfig.build.json')
  const { status } = spawnSync(process.execPath, [tsc, '-p', project], { stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
  for (const path of filesBelow(directory)) copyAsset(directory, dist, path)
  copyFileSync(join(root, 'LICENSE'), join(directory, 'LICENSE'))
  for (const path of binaries(directory)) makeExecutable(path)
  for (const path of filesBelow(dist)) finish(path)
  process.stdout.write(`${workspace}: ${filesBelow(dist).length} files in ${relative(root, dist)}\n`)
}

function copyAsset(directory: string, dist: string, path: string): void {
  if (!assetExtensions.has(extname(path))) return
  const target = join(dist, relative(directory, path))
  mkdirSync(dirname(target), { recursive: true })
  copyFileSync(path, target)
}

function binaries(directory: string): readonly string[] {
  const { bin = {} } = JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8')) as {
    bin?: Readonly<Record<string, string>>
  }
  return Object.values(bin).map((path) => join(directory, path))
}

function makeExecutable(path: string): void {
  const text = readFileSync(path, 'utf8')
  if (!text.startsWith('#!')) writeFileSync(path, shebang + text)
  chmodSync(path, 0o755)
}

function finish(path: string): void {
  if (path.endsWith('.d.ts')) rewriteDeclaredImports(path)
  else if (path.endsWith('.js')) refuseSourcePaths(path)
}

/** tsc leaves `.ts` in the imports of declarations, which not every reader of them understands. */
function rewriteDeclaredImports(path: string): void {
  const text = readFileSync(path, 'utf8')
  writeFileSync(path, text.replaceAll(/((?:from |import\()'\.{1,2}\/[^']*)\.ts'/g, "$1.js'"))
}

/** tsc rewrites imports only: a worker or a module named in a string would be missing once installed. */
function refuseSourcePaths(path: string): void {
  const found = /(['"`])\.{1,2}\/[^'"`\n]*(?<!\.d)\.ts\1/.exec(readFileSync(path, 'utf8'))
  if (found) throw new Error(`${relative(root, path)} names a source file: ${found[0]}`)
}

function filesBelow(directory: string): readonly string[] {
  return readdirSync(directory, { withFileTypes: true }).flatMap((entry) => {
    const path = join(directory, entry.name)
    if (entry.isDirectory()) return notAssets.has(entry.name) ? [] : filesBelow(path)
    return notAssets.has(entry.name) ? [] : [path]
  })
}
