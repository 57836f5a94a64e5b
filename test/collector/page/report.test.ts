import { describe, expect, test } from 'vitest'
import { loop, toolRecord, work } from '../control/steps.ts'
import { usePage } from './use-page.ts'

describe('the report on the page', () => {
  const at = usePage()

  test('says how runs ended, with averages, the share that was right, and what was verified', async () => {
    await at.server.report('a', loop(8))
    for (const [run, correct] of [
      ['b', true],
      ['c', false],
    ] as const) {
      await at.server.report(run, work(4))
      await at.server.call(`/v1/runs/${run}/outcome`, { body: { outcome: 'answered', correct } })
    }
    await at.open('#/report')
    const rows = at.page.getByRole('region', { name: 'How runs ended' }).locator('tbody tr')
    await expect
      .poll(() => rows.first().locator('td').allTextContents())
      .toEqual(['2', '4', '–', '50 % of 2', '–'])
    await expect.poll(() => rows.nth(1).locator('th').textContent()).toBe('halted repetition')
    await rows.nth(1).getByRole('link').click()
    await at.page.locator('tbody tr', { hasText: 'halted repetition' }).waitFor()
    await expect.poll(() => new URL(at.page.url()).hash).toBe('#/?outcome=halted&reason=repetition&since=24h')
    await expect.poll(() => at.page.locator('tbody tr').count()).toBe(1)
  })

  test('shows limit hits by what the runs were doing, over time, and leads to those runs', async () => {
    await at.server.report('met', [...work(4), limit()])
    await at.server.report('stuck', [...work(1), ...loop(2), limit()])
    await at.open('#/report')
    const limits = at.page.getByRole('region', { name: 'Limit hits' })
    const hits = (await at.server.call('/v1/report')).body.limitHits[0].classes
    const classes = Object.keys(hits)
    await expect.poll(() => limits.locator('rect.layer').count()).toBe(classes.length)
    await expect.poll(() => limits.locator('rect.layer title').first().textContent()).toContain(': ')
    await limits.getByRole('link').first().click()
    await at.page.locator('.runs tbody tr').first().waitFor()
    await expect.poll(() => new URL(at.page.url()).hash).toContain(`class=${classes[0]}`)
  })

  test('is narrowed to an agent and a time, in the address', async () => {
    await at.server.report('a', work(1))
    await at.server.report('b', work(1), { agent: 'research' })
    await at.open('#/report?agent=research&since=1h')
    await expect.poll(() => at.page.locator('.counts').textContent()).toBe('1 run')
    await at.page.getByRole('searchbox', { name: 'Agent' }).fill('nobody')
    await at.page.keyboard.press('Enter')
    await at.page.getByText('No runs in this time.').waitFor()
    await expect.poll(() => new URL(at.page.url()).hash).toBe('#/report?since=1h&agent=nobody')
  })
})

function limit() {
  const { id, lane, startedAtMs, endedAtMs, receivedAtMs } = toolRecord({}).step
  const base = { id, lane, startedAtMs, endedAtMs, receivedAtMs, sequence: null, traceId: null, spanId: null }
  return { step: { ...base, kind: 'agent_limit' as const, limit: 'max_turns' }, preview: null }
}
