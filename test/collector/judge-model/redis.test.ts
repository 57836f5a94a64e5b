import type { OpinionStep } from '@loop-observer/rules'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openStore } from '../../../collector/store/open-store.ts'
import { until } from '../../support/deadline.ts'
import { startRedis, type RunningRedis } from '../../support/redis.ts'
import { settingsFor, startAtWork, walk } from './at-work.ts'
import { startChatServer, type ChatServer } from './chat-server.ts'

let redis: RunningRedis
let server: ChatServer
beforeAll(async () => {
  redis = await startRedis()
  server = await startChatServer()
})
afterAll(async () => {
  await server?.stop()
  await redis?.stop()
})

describe('a judge model of two observers on one Redis', () => {
  it('is asked once a turn, whichever of them judges; both decide on the same opinions', async () => {
    server.reply = () => ({ says: '{"answerable": false}' })
    const stores = [await openStore({ url: redis.url }), await openStore({ url: redis.url })] as const
    const [one, other] = [
      startAtWork(stores[0], settingsFor(server.url)),
      startAtWork(stores[1], settingsFor(server.url)),
    ]
    const opinions = async (): Promise<readonly OpinionStep[]> => {
      const { records } = await stores[0].steps('default/r', 0, 1000)
      return records.flatMap(({ step }) => (step.kind === 'opinion' ? [step] : []))
    }
    try {
      for (let turn = 1; turn <= 5; turn++) {
        // Both are sent the same call: one appends it, for the other it is a repeat.
        await Promise.all([
          walk(one, stores[0], { from: turn, to: turn }),
          walk(other, stores[1], { from: turn, to: turn }),
        ])
        if (turn > 1) await until(async () => (await opinions()).length >= turn - 1, { what: 'an opinion' })
      }
      const turns = (await opinions()).map(({ turn }) => turn)
      expect(turns).toEqual([2, 3, 4, 5])
      expect(server.questions).toHaveLength(4)
      expect(await stores[1].read('default/r')).toMatchObject({
        summary: { judgeModel: { calls: 4, turn: 5 } },
      })
    } finally {
      await Promise.all([one.stop(), other.stop()])
      await Promise.all(stores.map((store) => store.close()))
    }
  })
})
