import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startGuard, type RunningGuard } from '../collector/guard/guard-process.ts'
import { startModelServer, type ModelServer } from '../collector/guard/model/server.ts'
import { startObserver, type RunningObserver } from '../support/observer.ts'
import { writePolicy } from '../support/policy-file.ts'
import { command } from './frameworks/command.ts'
import { agents, install, installTimeoutMs, type Pinned } from './frameworks/install.ts'
import { missingFor } from './frameworks/missing.ts'

const pinned: Pinned = { name: 'guard', language: 'javascript' }
const isAsked = process.env['LOOP_OBSERVER_TEST_LIVE'] === '1'
const lack = isAsked ? await missingFor('javascript', [pinned]) : 'npm run test:live'
if (lack !== null) process.stderr.write(`\nSKIPPED: the guard before real frameworks: ${lack}.\n\n`)

const frameworks = [
  'ai-sdk',
  'ai-sdk-stream',
  'ai-sdk-anthropic',
  'openai-agents',
  'openai-agents-stream',
  'langchain',
]

const skipped = lack === null ? '' : ` (skipped: ${lack})`
describe.skipIf(lack !== null)(`the guard before real frameworks${skipped}`, () => {
  let home: string
  let policy: Awaited<ReturnType<typeof writePolicy>>
  let observer: RunningObserver
  let model: ModelServer
  let guard: RunningGuard
  beforeAll(async () => {
    home = await install(pinned)
    await cp(join(agents, pinned.name, 'agent.mjs'), join(home, 'agent.mjs'))
    policy = await writePolicy('mode: { telemetry: enforce }\n')
    observer = await startObserver({ args: ['--policy', policy.path] })
    model = await startModelServer()
    guard = await startGuard(model.url, observer.controlUrl)
  }, installTimeoutMs)
  afterAll(async () => {
    await guard.stop()
    await model.stop()
    await observer.stop()
    await policy.remove()
  })

  const run = async (framework: string, script: string): Promise<{ text: unknown; calls: number }> => {
    const args = [join(home, 'agent.mjs'), framework, script, guard.url]
    const out = await command(process.execPath, args, { cwd: home, timeoutMs: 60_000 })
    return JSON.parse(out) as { text: unknown; calls: number }
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
