import { EffectRefused, loopObserver } from '@loop-observer/sdk'

// One of several processes of one run: sends as many e-mails as it may, all at once.
const [endpoint = '', runId = '', count = '0'] = process.argv.slice(2)
const observer = loopObserver({ agent: 'mailer', endpoint, waitMs: 20_000, onError: () => {} })
let sent = 0
const refused: string[] = []
const { outcome, observed } = await observer.run({ runId }, async (run) => {
  const mails = Array.from({ length: Number(count) }, async (_, number) => {
    try {
      await run.effect('send_email', { number }, () => {
        sent += 1
        return 'sent'
      })
    } catch (error) {
      refused.push(error instanceof EffectRefused ? error.reason : String(error))
    }
  })
  await Promise.all(mails)
})
await observer.shutdown()
process.stdout.write(JSON.stringify({ sent, refused, outcome, observed }))
