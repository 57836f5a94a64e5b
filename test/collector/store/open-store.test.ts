import { describe, expect, it } from 'vitest'
import { openStore } from '../../../collector/store/open-store.ts'
import { freePorts } from '../../support/free-port.ts'

describe('the setting of the store', () => {
  it.each([
    '',
    'observer.db',
    'postgres://localhost',
    'sqlite:',
    'redis-cluster://',
    'redis-cluster://a:b:c,d',
  ])('refuses %j for good, saying what is possible', async (url) => {
    await expect(openStore({ url })).rejects.toMatchObject({
      name: 'PermanentError',
      code: 'bad_request',
      message: expect.stringContaining('store: '),
    })
  })

  it.each([{ runMs: 0 }, { logLimit: 1.5 }, { duplicateMs: -1 }, { recordMs: Number.NaN }])(
    'refuses the retention %j, naming it',
    async (retention) => {
      const name = Object.keys(retention)[0] ?? ''
      await expect(openStore({ url: 'sqlite::memory:', retention })).rejects.toThrow(`retention.${name}`)
    },
  )

  it(
    'says that a server that is not there may come later, without saying its password',
    { timeout: 15_000 },
    async () => {
      const [port] = await freePorts(1)
      const error = await openStore({ url: `redis://me:secret@127.0.0.1:${port}` }).catch((e: unknown) => e)
      expect(error).toMatchObject({ name: 'RetryableError', code: 'unavailable' })
      expect(String(error)).toContain('ECONNREFUSED')
      expect(JSON.stringify(error) + String(error)).not.toContain('secret')
    },
  )
})
