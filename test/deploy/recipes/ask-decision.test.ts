import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writePolicy } from '../../support/policy-file.ts'
import { freePorts } from '../../support/free-port.ts'
import { readRun } from '../../support/observer-reading.ts'
import { startObserver, type RunningObserver } from '../../support/observer.ts'

const execute = promisify(execFile)
const recipes = resolve(import.meta.dirname, '../../../deploy/recipes')
const agent = resolve(import.meta.dirname, '../../fixtures/python/agent.py')
const hasPython = await execute('python3', ['--version']).then(
  () => true,
  () => false,
)
if (!hasPython) process.stderr.write('\nSKIPPED: the Python recipe is not tested: install python3.\n\n')

describe('the Python recipe', () => {
  it('has at most fifteen lines and imports the standard library only', () => {
    const text = readFileSync(resolve(recipes, 'ask_decision.py'), 'utf8')
    expect(text.trimEnd().split('\n').length).toBeLessThanOrEqual(15)
    expect(text.match(/^\s*(?:import|from) .*$/gm)).toEqual(['import json, os, urllib.request'])
  })
})

describe.skipIf(!hasPython)(`an agent with it${hasPython ? '' : ' (skipped: install python3)'}`, () => {
  let observer: RunningObserver
  let policy: Awaited<ReturnType<typeof writePolicy>>
  beforeAll(async () => {
    policy = await writePolicy('mode: enforce\n')
    observer = await startObserver({ args: ['--policy', policy.path] })
  })
  afterAll(async () => {
    await observer.stop()
    await policy.remove()
  })

  const run = async (mode: string, controlUrl: string): Promise<Told> => {
    const env = {
      ...process.env,
      PYTHONPATH: recipes,
      PYTHONDONTWRITEBYTECODE: '1',
      NO_PROXY: '127.0.0.1',
      LOOP_OBSERVER_URL: controlUrl,
      OTLP_URL: observer.otlpUrl,
    }
    const { stdout } = await execute('python3', [agent, mode], { env })
    return JSON.parse(stdout) as Told
  }

  it('is nudged, then halted, when it loops', async () => {
    const { trace, turns, told } = await run('loops', observer.controlUrl)
    expect(told.filter((action) => action === 'nudge')).toHaveLength(1)
    expect(told.at(-1)).toBe('halt')
    expect(turns).toBeLessThan(12)
    expect((await readRun(observer.controlUrl, `trace:${trace}`))?.summary?.outcome).toBe('halted')
  })

  it('is left alone when it works', async () => {
    expect(await run('works', observer.controlUrl)).toMatchObject({
      turns: 12,
      told: Array.from({ length: 12 }, () => 'continue'),
    })
  })

  it('goes on when there is no observer', async () => {
    const [port] = await freePorts(1)
    expect(await run('away', `http://127.0.0.1:${port}`)).toMatchObject({ turns: 12 })
  })
})

interface Told {
  readonly trace: string
  readonly turns: number
  readonly told: readonly string[]
}
