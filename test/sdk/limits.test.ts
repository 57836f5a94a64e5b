import { afterEach, describe, expect, test } from 'vitest'
import { loopObserver, type ObserverOptions } from '@loop-observer/sdk'

const told: unknown[] = []

afterEach(() => {
  expect(told.splice(0)).toEqual([])
})

function observer(options: Partial<ObserverOptions> = {}) {
  return loopObserver({
    agent: 'tester',
    onError: (message, cause) => told.push([message, cause]),
    ...options,
  })
}

describe('limits kept by the SDK', () => {
  test('the limit on steps holds whatever else is said, and is 100 by default', async () => {
    const turnsUntilHalt = (limits: ObserverOptions['limits']) =>
      observer({ ...(limits && { limits }) }).run({}, async (run) => {
        for (let turn = 0; turn < 500; turn += 1) {
          if ((await run.checkpoint()).action === 'halt') return run.answer(turn)
          await run.tool(
            'look',
            { page: turn },
            () => `line ${turn} ${'abcdefghij'[turn % 10]} ${turn * 7919}`,
          )
        }
        return run.answer(500)
      })
    expect(await turnsUntilHalt({ steps: 8 })).toMatchObject({
      answer: 8,
      outcome: 'halted',
      stopped: { reason: 'budget_steps' },
    })
    expect((await turnsUntilHalt(undefined)).answer).toBe(100)
  })

  test('asking again and again without a step between is a loop too', async () => {
    const outcome = await observer({ limits: { steps: 10 } }).run({}, async (run) => {
      for (let turn = 0; turn < 100; turn += 1) {
        const advice = await run.checkpoint()
        if (advice.action === 'halt') return run.stop(advice)
      }
      return run.answer('never stopped')
    })
    expect(outcome.stopped?.reason).toBe('budget_steps')
  })

  test('tokens and cost are counted from checkpoints and model calls', async () => {
    const spend = (limits: ObserverOptions['limits']) =>
      observer({ ...(limits && { limits }) }).run({}, async (run) => {
        await run.checkpoint()
        run.model({ model: 'm', tokensIn: 900, tokensOut: 100, costUsd: 0.02 })
        const advice = await run.checkpoint({ tokensIn: 900, tokensOut: 100, costUsd: 0.02 })
        return run.stop(advice)
      })
    const byTokens = await spend({ tokens: 2000 })
    expect(byTokens.stopped?.reason).toBe('budget_tokens')
    expect(byTokens.totals).toMatchObject({ steps: 2, tokens: 2000, costUsd: 0.04 })
    expect((await spend({ costUsd: 0.03 })).stopped?.reason).toBe('budget_cost')
    expect((await spend({ tokens: 3000, costUsd: 1 })).stopped?.reason).toBe('application')
  })

  test('as many effects as allowed do not stop the run, one more does', async () => {
    const mail = (count: number) =>
      observer({ limits: { effects: 2 } }).run({}, async (run) => {
        for (let sent = 0; sent < count; sent += 1) {
          await run.tool('send_email', { to: `person ${sent}` }, () => `sent message number ${sent}`)
        }
        const advice = await run.checkpoint()
        return advice.action === 'halt' ? run.stop(advice) : run.answer('sent')
      })
    expect((await mail(2)).outcome).toBe('answered')
    expect((await mail(3)).stopped?.reason).toBe('budget_effects')
  })

  test('the time limit aborts a tool that hangs', async () => {
    const outcome = await observer({ limits: { seconds: 0.05 } }).run({}, (run) =>
      run.tool('fetch', { url: 'http://example.com' }, (signal) => hang(signal)),
    )
    expect(outcome).toMatchObject({ outcome: 'halted', stopped: { reason: 'budget_time' }, resumable: true })
    expect(outcome.stopped?.message).toContain('of 0.05 seconds are used up')
    expect(outcome.cause).toBeInstanceOf(Error)
  })

  test('a run that does not even notice is left behind after the grace period', async () => {
    const outcome = await observer({ limits: { seconds: 0.02 }, graceMs: 20 }).run({}, (run) =>
      run.tool('fetch', { url: 'http://example.com' }, () => new Promise<string>(() => {})),
    )
    expect(outcome).toMatchObject({ outcome: 'halted', stopped: { reason: 'budget_time' } })
    expect(outcome.attempting).toBe('fetch {"url":"http://example.com"}')
  })
})

function hang(signal: AbortSignal): Promise<string> {
  return new Promise((_resolve, reject) => {
    // The reason of our own signal is an Error.
    signal.addEventListener('abort', () => reject(signal.reason as Error))
  })
}
