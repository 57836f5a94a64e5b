import { describe, expect, test } from 'vitest'
import { loop, toolRecord, work } from '../control/steps.ts'
import { usePage } from './use-page.ts'

describe('the list of runs', () => {
  const at = usePage()
  const row = (run: string) => at.page.locator('tbody tr', { hasText: run })

  test('shows runs as they happen', async () => {
    await at.page.goto(at.server.url)
    await at.page.getByText('No runs yet').waitFor()
    await at.server.report('invoice-7', loop(8))
    await row('invoice-7').waitFor()
    await expect.poll(() => row('invoice-7').textContent()).toContain('halted repetition')
    await at.server.report('invoice-8', work(3))
    await row('invoice-8').waitFor()
    await expect.poll(() => at.page.locator('.counts').textContent()).toBe('1 open · 1 halted')
    await expect.poll(() => at.page.locator('#live').textContent()).toBe('live')
  })

  test('names the task beside the agent, and shows sums only where there are some', async () => {
    await at.server.report('r', work(2), { task: 'Is invoice 7 paid?' })
    await at.open()
    await expect.poll(() => row('Is invoice 7 paid?').count()).toBe(1)
    await expect.poll(() => at.page.getByRole('columnheader', { name: 'Tokens' }).count()).toBe(0)
  })

  test('draws what the newest calls of each run brought', async () => {
    await at.server.report('r', [...work(2), ...loop(2), toolRecord({ observation: '' })])
    await at.open()
    const pulse = row('billing').getByRole('img')
    await expect
      .poll(() => pulse.getAttribute('aria-label'))
      .toBe('Newest 5 calls: 3 brought something new, 1 nothing new, 1 empty')
    await expect.poll(() => pulse.locator('path').count()).toBe(3)
  })

  test('is narrowed by filters that stand in the address, so that a link can say them', async () => {
    await at.server.report('a', loop(8))
    await at.server.report('b', work(3), { agent: 'research' })
    await at.open()
    await row('research').waitFor()
    await at.page.getByLabel('Outcome').selectOption('halted')
    await row('research').waitFor({ state: 'detached' })
    await expect.poll(() => at.page.locator('tbody tr').count()).toBe(1)
    await expect.poll(() => new URL(at.page.url()).hash).toBe('#/?outcome=halted')
    await at.page.getByRole('searchbox', { name: 'Agent' }).fill('nobody')
    await at.page.getByRole('searchbox', { name: 'Agent' }).press('Enter')
    await at.page.getByText('No run matches').waitFor()
    await at.page.getByRole('button', { name: 'Clear filters' }).click()
    await row('research').waitFor()

    await at.open('#/runs?reason=repetition&agent=billing&since=1h')
    await expect.poll(() => at.page.locator('tbody tr').count()).toBe(1)
    await expect.poll(() => at.page.getByLabel('Reason').inputValue()).toBe('repetition')
    await expect.poll(() => at.page.getByLabel('Since').inputValue()).toBe('1h')
    await at.page.getByRole('link', { name: 'a', exact: true }).click()
    await at.page.locator('.decision.halt').waitFor()
    await at.page.getByRole('link', { name: '← Runs' }).click()
    await row('billing').waitFor()
    await expect.poll(() => at.page.getByLabel('Reason').inputValue()).toBe('repetition')
  })

  test('shows what a run did when it met a limit, and only such runs when asked', async () => {
    const { step } = toolRecord({})
    const base = { ...step, id: 'limit', kind: 'agent_limit' as const, limit: 'max_turns' }
    await at.server.report('met', [...work(4), { step: base, preview: null }])
    await at.server.report('free', work(2))
    await at.open('#/?class=genuine_complexity')
    await expect.poll(() => at.page.locator('tbody tr').count()).toBe(1)
    await expect.poll(() => row('met').textContent()).toContain('genuine complexity')
  })

  test('shows which runs would have been stopped, where the mode only records', async () => {
    await at.server.report('watched', loop(6), { source: 'telemetry' })
    await at.open()
    await expect
      .poll(() => row('watched').locator('.outcome-cell').textContent())
      .toBe('openwould halt: repetition')
  })

  test('drops a run that no longer belongs to it, and brings the newest to the top', async () => {
    await at.server.report('first', work(1))
    await at.server.report('second', work(1))
    await at.open('#/?outcome=open')
    await expect.poll(() => at.page.locator('tbody .run-cell').allTextContents()).toEqual(['second', 'first'])
    await at.server.report('first', work(1))
    await at.page.locator('tbody tr:first-child .run-cell', { hasText: 'first' }).waitFor()
    await at.server.call('/v1/runs/second/outcome', { body: { outcome: 'answered' } })
    await row('second').waitFor({ state: 'detached' })
  })

  test('leads from the id of a run or a trace to it, and to all runs of a trace that holds several', async () => {
    const [shared, own] = ['ab'.repeat(16), 'cd'.repeat(16)]
    for (const run of ['first', 'second']) await at.server.report(run, work(1, { traceId: shared }))
    await at.server.report('alone', work(1, { traceId: own }))
    await at.open()
    const find = async (id: string) => {
      await at.page.locator('main').focus()
      await at.page.keyboard.press('/')
      await at.page.keyboard.type(id)
      await at.page.keyboard.press('Enter')
    }
    await find(own)
    await at.page.getByRole('heading', { name: 'alone', exact: true }).waitFor()
    await find(shared)
    await row('second').waitFor()
    await expect.poll(() => at.page.locator('tbody .run-cell').allTextContents()).toEqual(['second', 'first'])
    await find('first')
    await at.page.getByRole('heading', { name: 'first', exact: true }).waitFor()
  })

  test('is worked by keyboard alone', async () => {
    await at.server.report('older', loop(3))
    await at.server.report('newer', work(2))
    await at.open()
    await at.page.getByRole('link', { name: 'newer' }).focus()
    await at.page.keyboard.press('ArrowDown')
    await expect.poll(() => at.page.locator(':focus').textContent()).toBe('older')
    await at.page.keyboard.press('Enter')
    await at.page.locator('.decision.nudge').waitFor()
  })
})
