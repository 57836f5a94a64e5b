import { describe, expect, test } from 'vitest'
import { loop, work } from '../control/steps.ts'
import { usePage } from './use-page.ts'

describe('what an operator may do on the page', () => {
  // The browser reports answers of 403 and 409 as errors.
  const at = usePage({ allowComplaints: true })
  const button = (name: string) => at.page.getByRole('button', { name, exact: true })
  const run = async (name: string) => (await at.server.call(`/v1/runs/${name}`, boss)).body
  const boss = { headers: { Authorization: 'Bearer boss' } }

  test('is to halt a run that goes on, after a confirmation, with a note', async () => {
    await at.server.report('r', work(3))
    await at.open('#/runs/r')
    await button('Halt…').click()
    await at.page.keyboard.press('Escape')
    expect((await run('r')).summary.outcome).toBe('open')
    await button('Halt…').click()
    await at.page.getByLabel('Note').fill('wrong account')
    await button('Halt it').click()
    await at.page.getByRole('status').getByText('Halted.').waitFor()
    await at.page.locator('.title .chip', { hasText: 'halted operator' }).waitFor()
    expect((await run('r')).decisions[0].explanation).toContain('wrong account')
    await expect.poll(() => button('Halt…').count()).toBe(0)
  })

  test('is to resume a halted one with a larger budget', async () => {
    await at.server.report('r', loop(8))
    await at.open('#/runs/r')
    await button('Resume…').click()
    await at.page.getByLabel('Model turns').fill('40')
    await at.page.keyboard.press('Enter')
    await at.page.getByRole('meter', { name: 'Model turns' }).waitFor()
    const { summary, limits } = await run('r')
    expect(summary).toMatchObject({ outcome: 'open', halted: false })
    expect(limits).toMatchObject({ steps: 40, toolCalls: null })
    await button('Halt…').waitFor()
  })

  test('is to say that a run was not stuck, so that the stop counts as wrong', async () => {
    await at.server.report('r', loop(8))
    await at.open('#/runs/r')
    await button('It was not stuck').click()
    await at.page.getByRole('dialog').getByRole('button', { name: 'It was not stuck' }).click()
    await at.page.locator('.facts', { hasText: 'Stopwrong' }).waitFor()
    expect((await run('r')).summary).toMatchObject({ outcome: 'halted', halted: true, correct: false })
    const { body } = await at.server.call('/v1/report')
    expect(body.terminations[0]).toMatchObject({ outcome: 'halted', reason: 'repetition', correctRatio: 0 })
    await expect.poll(() => button('It was not stuck').count()).toBe(0)
    await button('Resume…').click()
    await button('Resume it').click()
    await at.page.locator('.title .chip', { hasText: 'open' }).waitFor()
  })

  test('is to answer for an effect that waits', async () => {
    await at.restart({ policy: { tools: { approval: ['send_*'] } } })
    await at.server.report('r', work(1))
    await at.server.call('/v1/runs/r/effects', { body: { id: 'mail-1', tool: 'send_mail' } })
    await at.open('#/runs/r')
    const waiting = at.page.getByRole('region', { name: 'Waits for a person' })
    await expect.poll(() => waiting.textContent()).toContain('mail-1')
    await waiting.getByRole('button', { name: 'Approve…' }).click()
    await button('Approve').click()
    await waiting.waitFor({ state: 'detached' })
    expect((await run('r')).effects[0].state).toBe('granted')
  })

  test('needs the right control: its token is asked for, and kept until the tab closes', async () => {
    await at.restart({
      tokens: [
        { token: 'viewer', rights: ['read'] },
        { token: 'boss', rights: ['read', 'control'] },
      ],
    })
    await at.server.report('r', work(3))
    await at.page.goto(`${at.server.url}/#/runs/r`)
    await at.page.getByRole('textbox', { name: 'Token' }).fill('viewer')
    await at.page.keyboard.press('Enter')
    await button('Halt…').click()
    await button('Halt it').click()
    await at.page.getByRole('alert').getByText('control').waitFor()
    expect((await run('r')).summary.outcome).toBe('open')
    await at.page.getByLabel('Token with the right control').fill('boss')
    await button('Halt it').click()
    await button('Resume…').click()
    await button('Resume it').click()
    await button('Halt…').waitFor()
    expect((await run('r')).summary.halted).toBe(false)
    await expect.poll(() => at.page.evaluate('localStorage.length')).toBe(0)
  })

  test('shows what went wrong, and may be tried again', async () => {
    await at.server.report('r', work(3))
    await at.open('#/runs/r')
    await button('Halt…').click()
    await at.server.call('/v1/runs/r/outcome', { body: { outcome: 'answered' } })
    await button('Halt it').click()
    await at.page.getByRole('alert').getByText('run r has ended: answered').waitFor()
    await at.page.context().setOffline(true)
    await button('Halt it').click()
    await at.page.getByRole('alert').getByText('not reached').waitFor()
    await at.page.context().setOffline(false)
    await button('Cancel').click()
    await button('Answer was right').waitFor()
  })
})
