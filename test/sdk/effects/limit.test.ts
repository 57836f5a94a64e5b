import { describe, expect, test } from 'vitest'
import { EffectRefused, loopObserver, type ObserverOptions, type Run } from '@loop-observer/sdk'

function observer(options: Partial<ObserverOptions> = {}) {
  return loopObserver({ agent: 'tester', onError: () => {}, limits: { effects: 2 }, ...options })
}

/** Sends as many e-mails as it can, and tells the model of each that failed. */
async function mail(run: Run, count: number, sent: number[], told: string[] = []): Promise<void> {
  for (let number = 1; number <= count; number += 1) {
    try {
      await run.tool('send_email', { to: `person ${number}` }, () => {
        sent.push(number)
        return `message ${number} is sent`
      })
    } catch (error) {
      told.push((error as Error).message)
    }
  }
}

describe('the limit on effects', () => {
  test('refuses the third e-mail before it happens, and the model can be told', async () => {
    const sent: number[] = []
    const told: string[] = []
    const outcome = await observer().run({}, async (run) => {
      await mail(run, 3, sent, told)
      expect(run.signal.aborted).toBe(false)
      return run.stop(await run.checkpoint())
    })
    expect(sent).toEqual([1, 2])
    expect(told).toEqual([
      'send_email was not run: the 2 effects that this run may make are used up. Do not try again; answer with what is done, and say what is not.',
    ])
    expect(outcome).toMatchObject({
      outcome: 'halted',
      stopped: { reason: 'budget_effects' },
      totals: { effects: 2, toolCalls: 2 },
      steps: 2,
    })
  })

  test('refuses one of three that are made at once, and leaves the others alone', async () => {
    const outcome = await observer().run({}, async (run) => {
      const made = await Promise.allSettled(
        [1, 2, 3].map((to) => run.tool('send_email', { to }, (signal) => Promise.resolve(signal.aborted))),
      )
      expect(made.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected'])
      expect((await run.checkpoint()).action).toBe('halt')
    })
    expect(outcome.stopped?.reason).toBe('budget_effects')
  })

  test('does not count effects that failed before anything happened, thrown or reported', async () => {
    const outcome = await observer({ limits: { effects: 1 } }).run({}, async (run) => {
      await run.effect('pay', {}, () => Promise.reject(new Error('the card was declined'))).catch(() => {})
      await run.effect('pay', {}, () => ({
        isError: true,
        content: [{ type: 'text', text: 'no such card' }],
      }))
      return run.effect('pay', {}, () => 'paid')
    })
    expect(outcome).toMatchObject({ answer: 'paid', totals: { effects: 1, toolCalls: 3 } })
  })

  test('lets none be made twice under one name', async () => {
    const made: string[] = []
    await observer().run({}, async (run) => {
      const pay = () => run.effect('pay', {}, () => made.push('paid'), { effectId: 'invoice 9' })
      const both = await Promise.allSettled([pay(), pay()])
      expect(both.map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
      await expect(pay()).rejects.toMatchObject({ reason: 'used', effectId: 'invoice 9' })
      expect((await run.checkpoint()).action).toBe('continue')
    })
    expect(made).toEqual(['paid'])
  })

  test('lets none be made where nobody can be asked, when that is the will or a person must approve it', async () => {
    const outcome = await observer({ failClosed: true }).run({}, async (run) => {
      await expect(run.effect('pay', {}, () => 'paid')).rejects.toMatchObject({ reason: 'unobserved' })
      return run.tool('search', {}, () => 'found')
    })
    expect(outcome).toMatchObject({ answer: 'found', totals: { effects: 0 } })
    await observer({ policy: { tools: { approval: ['pay'] } } }).run({}, async (run) => {
      await expect(run.effect('pay', {}, () => 'paid')).rejects.toThrow('nobody could be asked')
      await expect(run.tool('pay', {}, () => 'paid')).rejects.toThrow('nobody could be asked')
    })
  })

  test('counts effects that failed when nobody knows how far they came', async () => {
    const outcome = await observer({ limits: { effects: 1 } }).run({}, async (run) => {
      await run.tool('pay', {}, () => Promise.reject(new Error('timeout')), { effect: true }).catch(() => {})
      const again = run.tool('pay', {}, () => 'paid', { effect: true })
      await expect(again).rejects.toBeInstanceOf(EffectRefused)
      await expect(again).rejects.toMatchObject({ name: 'EffectRefused', tool: 'pay', limit: 1 })
      return run.stop(await run.checkpoint())
    })
    expect(outcome.stopped?.reason).toBe('budget_effects')
  })

  test('lets the run answer after a refusal', async () => {
    const outcome = await observer().run({}, async (run) => {
      await mail(run, 3, [])
      return run.answer('two of three are sent')
    })
    expect(outcome).toMatchObject({ outcome: 'answered', stopped: null })
  })

  test('is why a run ended that lets the refusal through', async () => {
    const outcome = await observer({ limits: { effects: 0 } }).run({}, (run) =>
      run.tool('send_email', {}, () => 'sent'),
    )
    expect(outcome).toMatchObject({ outcome: 'halted', answer: null, stopped: { reason: 'budget_effects' } })
    expect(outcome.cause).toBeInstanceOf(EffectRefused)
  })

  test('leaves calls alone that only look', async () => {
    const outcome = await observer({ limits: { effects: 0 } }).run({}, async (run) => {
      await run.tool('send_email', {}, () => 'a preview', { readOnly: true })
      await run.tool('search', {}, () => 'found')
      return run.tool('send_email', {}, () => 'a rehearsal', { effect: false })
    })
    expect(outcome.answer).toBe('a rehearsal')
  })

  test('may come from the policy, where the run is judged in this process', async () => {
    const sent: number[] = []
    const outcome = await observer({ limits: {}, policy: { limits: { effects: 1 } } }).run(
      {},
      async (run) => {
        await mail(run, 2, sent)
        return run.stop(await run.checkpoint())
      },
    )
    expect(sent).toEqual([1])
    expect(outcome.stopped?.reason).toBe('budget_effects')
  })
})

test('a tool may be called by any name, even one that cannot become text', async () => {
  const names: readonly unknown[] = [Object.create(null), Symbol('x'), undefined, '', 7, { toString: 1 }]
  const outcome = await observer().run({}, async (run) => {
    for (const name of names) expect(await run.tool(name as string, {}, () => 'found')).toBe('found')
  })
  expect(outcome).toMatchObject({ outcome: 'answered', steps: names.length })
})
