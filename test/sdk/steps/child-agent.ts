import { loopObserver } from '@loop-observer/sdk'

// A sub-agent in a process of its own: it lowers a criterion of the run that started it.
const [endpoint = '', parent = ''] = process.argv.slice(2)
const observer = loopObserver({ agent: 'part', endpoint, waitMs: 20_000, onError: () => {} })
let first = ''
const { outcome, stopped } = await observer.run({ parent }, async (run) => {
  run.check('part', ['a typo'], { bar: { mine: 'no typos' } })
  first = (await run.checkpoint()).action
  run.check('part', [], { bar: { mine: 'no typos', sources: 'none at all' } })
  return run.stop(await run.checkpoint())
})
await observer.shutdown()
process.stdout.write(JSON.stringify({ first, outcome, reason: stopped?.reason }))
