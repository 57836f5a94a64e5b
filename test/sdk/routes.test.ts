import { afterAll, beforeAll, expect, test } from 'vitest'
import { loopObserver } from '@loop-observer/sdk'
import { startControl, type ControlServer } from '../collector/control/server.ts'

let server: ControlServer
beforeAll(async () => {
  server = await startControl({
    policy: { routes: [{ attributes: { tier: 'gold' }, limits: { effects: 1 } }] },
  })
})
afterAll(() => server.stop())

/** How many of three e-mails a run with these attributes may send; it asks, or begins with the first e-mail. */
async function sent(attributes: Record<string, string>, asksFirst: boolean): Promise<number> {
  let count = 0
  const observer = loopObserver({ agent: 'mailer', endpoint: server.url, waitMs: 10_000, onError: () => {} })
  await observer.run({ attributes }, async (run) => {
    if (asksFirst) await run.checkpoint()
    for (const to of [1, 2, 3]) await run.effect('send_email', { to }, () => (count += 1)).catch(() => {})
    return run.answer('done')
  })
  return count
}

test.each([
  ['a checkpoint without steps', true],
  ['an effect', false],
])(
  'the attributes of a run choose its route, though %s is the first that is heard of it',
  async (_, asksFirst) => {
    expect(await sent({ tier: 'gold' }, asksFirst)).toBe(1)
    expect(await sent({ tier: 'silver' }, asksFirst)).toBe(3)
  },
)

test('what the policy of the observer says of tools, the SDK goes by: effects, and outputs that are checks', async () => {
  const told = await startControl({
    policy: { limits: { effects: 1 }, tools: { effects: ['wire_*'], checks: ['run_tests'] } },
  })
  try {
    const observer = loopObserver({ agent: 'payer', endpoint: told.url, waitMs: 10_000, onError: () => {} })
    const wired: number[] = []
    const outcome = await observer.run({}, async (run) => {
      await run.checkpoint()
      await run.tool('wire_funds', { to: 1 }, () => wired.push(1))
      await expect(run.tool('wire_funds', { to: 2 }, () => wired.push(2))).rejects.toMatchObject({
        reason: 'limit',
      })
      await run.tool('run_tests', {}, () => '3 passed')
      return run.answer('one of two is wired')
    })
    expect(wired).toEqual([1])
    expect(outcome).toMatchObject({ outcome: 'answered', verified: true, totals: { effects: 1 } })
  } finally {
    await told.stop()
  }
})
