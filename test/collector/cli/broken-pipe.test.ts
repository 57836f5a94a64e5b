import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'loop-observer-pipe-'))
})

afterAll(() => rm(folder, { recursive: true }))

/** Runs a command whose reader goes away after the first piece of output. */
async function readFirst(argv: readonly string[]) {
  const child = spawn(process.execPath, ['-C', 'loop-observer-source', 'collector/main.ts', ...argv], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let told = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (told += text))
  await Promise.race([once(child.stdout, 'data'), once(child, 'close')])
  child.stdout.destroy()
  const [code] = (await once(child, 'close')) as [number]
  return { code, told }
}

describe('a reader that has seen enough', () => {
  it('ends the command quietly, as SIGPIPE would', async () => {
    const run = (index: number) => ({
      v: 1,
      run_id: `run-${index}`,
      agent: 'a',
      steps: [
        { i: 0, kind: 'tool', tool: 'search', args: { q: index }, observation: `line ${index}`, ok: true },
      ],
    })
    const path = join(folder, 'runs.jsonl')
    await writeFile(path, Array.from({ length: 3000 }, (_, index) => JSON.stringify(run(index))).join('\n'))
    expect(await readFirst(['replay', '--json', path])).toEqual({ code: 141, told: '' })
  })
})
