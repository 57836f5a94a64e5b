import { execFile } from 'node:child_process'
import { cp, mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startGuard, type RunningGuard } from '../collector/guard/guard-process.ts'
import { startModelServer, type ModelServer } from '../collector/guard/model/server.ts'
import { startObserver, type RunningObserver } from '../support/observer.ts'
import { writePolicy } from '../support/policy-file.ts'

const execute = promisify(execFile)
const source = resolve(import.meta.dirname, '../fixtures/guard-frameworks')
const home = join(tmpdir(), 'loop-observer-guard-frameworks')
const { CI, LOOP_OBSERVER_TEST_LIVE } = process.env
const isAsked = CI === 'true' || LOOP_OBSERVER_TEST_LIVE === '1'
const advice = 'set LOOP_OBSERVER_TEST_LIVE=1 to install real frameworks from the npm registry and run them'
if (!isAsked) process.stderr.write(`\nSKIPPED: the guard before real frameworks: ${advice}.\n\n`)

const frameworks = [
  'ai-sdk',
  'ai-sdk-stream',
  'ai-sdk-anthropic',
  'openai-agents',
  'openai-agents-stream',
  'langchain',
]

describe.skipIf(!isAsked)(`the guard before real frameworks${isAsked ? '' : ` (skipped: ${advice})`}`, () => {
  let policy: Awaited<ReturnType<typeof writePolicy>>
  let observer: RunningObserver
  let model: ModelServer
  let guard: RunningGuard
  beforeAll(async () => {
    await mkdir(home, { recursive: true })
    await cp(source, home, { recursive: true })
    await execute('npm', ['install', '--no-audit', '--no-fund'], { cwd: home, timeout: 280_000 })
    policy = await writePolicy('mode: { telemetry: enforce }\n')
    observer = await startObserver({ args: ['--policy', policy.path] })
    model = await startModelServer()
    guard = await startGuard(model.url, observer.controlUrl)
  }, 300_000)
  afterAll(async () => {
    await guard.stop()
    await model.stop()
    await observer.stop()
    await policy.remove()
  })

  const run = async (framework: string, script: string): Promise<{ text: unknown; calls: number }> => {
    const args = [join(home, 'agent.mjs'), framework, script, guard.url]
    const { stdout } = await execute(process.execPath, args, { cwd: home, timeout: 60_000 })
    return JSON.parse(stdout) as { text: unknown; calls: number }
  }

  it.each(frameworks)('ends a loop of %s, which returns its normal result', async (framework) => {
    const { text, calls } = await run(framework, 'loops')
    expect(text).toContain('This run was stopped before it reached an answer')
    expect(calls).toBeLessThan(10)
  })

  it.each(frameworks)('leaves %s alone when it works', async (framework) => {
    expect(await run(framework, 'works')).toEqual({ text: 'All six pages are read.', calls: 6 })
  })
})
