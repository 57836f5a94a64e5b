import { afterAll, beforeAll, expect, test } from 'vitest'
import { loopObserver } from '@loop-observer/sdk'
import { startObserver, type RunningObserver } from '../support/observer.ts'
import { writePolicy } from '../support/policy-file.ts'

let policyFile: Awaited<ReturnType<typeof writePolicy>>
let running: RunningObserver

beforeAll(async () => {
  policyFile = await writePolicy('limits: { seconds: 1 }\n')
  running = await startObserver({ args: ['--policy', policyFile.path] })
})

afterAll(async () => {
  await running?.stop()
  await policyFile?.remove()
})

test('a first call that hangs and hears no signal is left behind at the time limit of the observer', async () => {
  const options = { endpoint: running.controlUrl, heartbeatMs: 200, graceMs: 100, waitMs: 10_000 }
  const outcome = await loopObserver({ agent: 'tester', onError: () => {}, ...options }).run(
    {},
    async (run) => {
      await run.checkpoint()
      return run.tool('fetch', {}, () => new Promise<string>(() => {}))
    },
  )
  expect(outcome).toMatchObject({ outcome: 'halted', observed: true, stopped: { reason: 'budget_time' } })
})
