import { loopObserver } from '@loop-observer/sdk'

// Begins an effect and never ends it.
const [endpoint = '', runId = ''] = process.argv.slice(2)
const observer = loopObserver({ agent: 'payer', endpoint, waitMs: 20_000, onError: () => {} })
await observer.run({ runId }, async (run) => {
  const pay = (): Promise<never> =>
    new Promise(() => {
      process.stdout.write('begun')
      setInterval(() => {}, 1000)
    })
  await run.effect('pay', { invoice: 19 }, pay, { effectId: 'invoice-19' })
})
