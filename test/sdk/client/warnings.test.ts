import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loopObserver, type ObserverOptions } from '@loop-observer/sdk'
import { startControlServer, type ControlServer } from '../control-server.ts'

let server: ControlServer
const warn = vi.spyOn(console, 'warn')

beforeEach(async () => {
  server = await startControlServer()
  warn.mockReset()
})

afterEach(async () => {
  vi.unstubAllEnvs()
  await server.stop()
})

async function oneRun(options: Partial<ObserverOptions> = {}, endpoint = server.url): Promise<string> {
  const observer = loopObserver({ agent: 'tester', endpoint, waitMs: 2000, ...options })
  const { outcome } = await observer.run({}, async (run) => {
    for (let i = 0; i < 3; i++) await run.checkpoint()
    return run.answer('done')
  })
  return outcome
}

test.each([
  [401, {}, /asks for a token.*option `token`.*LOOP_OBSERVER_TOKEN/],
  [401, { token: 'wrong' }, /does not know the token/],
  [403, { token: 'reader' }, /the right `ingest`/],
  [404, {}, /option `endpoint`.*4320/],
] as const)(
  'an observer that answers %i is warned of once, and the run goes on',
  async (status, options, says) => {
    server.answer(() => ({ status, body: {} }))
    expect(await oneRun(options)).toBe('answered')
    expect(warn.mock.calls).toEqual([[expect.stringMatching(says)]])
  },
)

test('an observer that is not there is warned of once', async () => {
  const { url } = server
  await server.stop()
  expect(await oneRun({}, url)).toBe('answered')
  expect(warn.mock.calls).toEqual([
    [expect.stringMatching(/no observer answers at .*ECONNREFUSED.*endpoint/)],
  ])
})

test('whoever listens to onError hears it there', async () => {
  server.answer(() => ({ status: 401, body: {} }))
  const heard: string[] = []
  await oneRun({ onError: (message) => void heard.push(message) })
  expect(heard.filter((message) => message.includes('LOOP_OBSERVER_TOKEN'))).toHaveLength(1)
  expect(warn).not.toHaveBeenCalled()
})

test('the token may come from the environment; the option outranks it', async () => {
  vi.stubEnv('LOOP_OBSERVER_TOKEN', 'of-the-environment')
  await oneRun()
  await oneRun({ token: 'of-the-option' })
  const sent = new Set(server.received.map(({ headers }) => headers.authorization))
  expect([...sent]).toEqual(['Bearer of-the-environment', 'Bearer of-the-option'])
  expect(warn).not.toHaveBeenCalled()
})
