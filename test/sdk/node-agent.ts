import { startLoopObserver } from '@loop-observer/sdk/node'

const [endpoint = '', otlpEndpoint = ''] = process.argv.slice(2)
const observer = startLoopObserver({
  agent: 'node agent',
  serviceName: 'the service',
  endpoint,
  otlpEndpoint,
  waitMs: 5000,
})
// Somebody else's provider is there by now: it is used, not replaced.
const second = startLoopObserver({ agent: 'second', endpoint })
const { outcome } = await observer.run({}, async (run) => {
  await run.checkpoint()
  return run.answer(await run.tool('search', { q: 1 }, () => 'found'))
})
const { setsUpProvider } = observer
process.stdout.write(JSON.stringify({ setsUpProvider, secondSetsUp: second.setsUpProvider, outcome }))
