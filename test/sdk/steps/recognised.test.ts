import { expect, test } from 'vitest'
import { loopObserver, type Advice, type ObserverOptions, type Run } from '@loop-observer/sdk'

function observer(options: Partial<ObserverOptions> = {}) {
  return loopObserver({ agent: 'coder', onError: () => {}, ...options })
}

async function attempt(run: Run, output: string, options = {}): Promise<Advice> {
  await run.tool('edit_file', { text: `${Math.random()}` }, () => `saved ${Math.random()}`)
  await run.tool('run_tests', {}, () => output, options)
  return run.checkpoint()
}

test('the output of a tool that the policy names is a pass of a check', async () => {
  const actions: string[] = []
  const outcome = await observer({ policy: { tools: { checks: ['run_tests'] } } }).run({}, async (run) => {
    for (const output of ['FAIL a\nFAIL b', 'FAIL a', 'FAIL a', 'FAIL a']) {
      const advice = await attempt(run, output)
      actions.push(advice.action)
      if (advice.action === 'halt') return run.stop(advice)
    }
    return run.answer('never stopped')
  })
  expect(actions).toEqual(['continue', 'continue', 'nudge', 'halt'])
  expect(outcome).toMatchObject({ verified: false, stopped: { reason: 'convergence' } })
})

test('so is one that the application marks, and a clean pass verifies the answer', async () => {
  const outcome = await observer().run({}, async (run) => {
    await attempt(run, 'FAIL a', { check: true })
    await attempt(run, '3 passed', { check: true })
    return 'done'
  })
  expect(outcome).toMatchObject({ outcome: 'answered', verified: true })
  const unmarked = await observer().run({}, async (run) => {
    await attempt(run, 'FAIL a')
    return 'done'
  })
  expect(unmarked.verified).toBeNull()
})
