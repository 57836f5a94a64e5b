// Runs in a project that has only @loop-observer/sdk: an agent that repeats itself, judged in its own process.
import { loopObserver } from '@loop-observer/sdk'

const observer = loopObserver({ agent: 'packaged' })
const outcome = await observer.run({ task: 'find it' }, async (run) => {
  for (let i = 0; i < 50; i++) {
    const advice = await run.checkpoint()
    if (advice.action === 'halt') return run.stop(advice)
    await run.tool('search', { query: 'the same' }, () => 'the same three lines')
  }
  return run.answer('never stopped')
})
await observer.shutdown?.()
process.stdout.write(`${outcome.outcome} ${outcome.stopped?.reason}`)
