import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startChromium } from '../../support/chromium.ts'
import { startControl, type ControlServer } from '../control/server.ts'
import { loop, toolRecord, work } from '../control/steps.ts'

describe('the page', () => {
  let browser: Browser
  let server: ControlServer
  let page: Page
  let complaints: string[]
  beforeAll(async () => {
    browser = await startChromium()
  }, 600_000)
  afterAll(() => browser?.close())
  beforeEach(async () => {
    server = await startControl()
    page = await browser.newPage()
    complaints = []
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text())
    })
    page.on('pageerror', (error) => complaints.push(String(error)))
  })
  afterEach(async () => {
    await page.close()
    await server.stop()
  })

  const row = (run: string) => page.locator('tbody tr', { hasText: run })

  test('lists runs as they happen', async () => {
    await page.goto(server.url)
    await page.getByText('No runs yet').waitFor()
    await server.report('invoice-7', loop(8))
    await row('invoice-7').waitFor()
    expect(await row('invoice-7').textContent()).toContain('halted repetition')
    await server.report('invoice-8', work(3))
    await row('invoice-8').waitFor()
    expect(await page.locator('.counts').textContent()).toBe('1 open · 1 halted')
    expect(await page.locator('#live').textContent()).toBe('live')
    expect(complaints).toEqual([])
  })

  test('filters the list', async () => {
    await server.report('a', loop(8))
    await server.report('b', work(3), { agent: 'research' })
    await page.goto(server.url)
    await row('research').waitFor()
    await page.getByLabel('Outcome').selectOption('halted')
    await row('research').waitFor({ state: 'detached' })
    expect(await page.locator('tbody tr').count()).toBe(1)
    await page.getByLabel('Agent').fill('nobody')
    await page.getByLabel('Agent').press('Enter')
    await page.getByText('No run matches').waitFor()
  })

  test("shows a run's steps with the decisions between them, and goes on as it does", async () => {
    await server.report('r', loop(3))
    await page.goto(server.url)
    await page.getByRole('link', { name: 'r', exact: true }).click()
    await page.locator('.decision.nudge').waitFor()
    expect(await page.locator('.step.tool').count()).toBe(3)
    const { decisions } = (await server.call('/v1/runs/r')).body
    const nudge = await page.locator('.decision.nudge').textContent()
    expect(nudge).toContain(decisions[0].explanation)
    expect(nudge).toContain(decisions[0].message)

    await server.report('r', loop(5))
    await page.locator('.decision.halt').waitFor()
    const order = await page
      .locator('.timeline > li')
      .evaluateAll((items) => items.map(({ className }) => className))
    expect(order.indexOf('decision nudge')).toBeLessThan(order.indexOf('decision halt'))
    expect(order.at(-1)).toBe('step tool')
    expect(await page.locator('.bar .chip').textContent()).toBe('halted repetition')
    expect(complaints).toEqual([])
  })

  test('says what each rule thought of each step, when asked why not', async () => {
    await server.report('r', loop(2))
    await page.goto(`${server.url}/#/runs/r`)
    await page.locator('.step.tool').nth(1).waitFor()
    expect(await page.locator('.thoughts').count()).toBe(0)
    await page.getByRole('button', { name: 'Why not?' }).click()
    await page.locator('.thoughts').first().waitFor()
    expect(await page.locator('.step.tool').nth(1).locator('.thoughts').textContent()).toContain(
      'repetition 2 of 3 identical results (nudge at 3, stop at 5)',
    )
    await page.getByRole('button', { name: 'Why not?' }).click()
    await page.locator('.thoughts').first().waitFor({ state: 'detached' })
    expect(complaints).toEqual([])
  })

  test('gives equal observations equal colours and letters, others none', async () => {
    await server.report('r', [
      ...loop(2),
      ...work(1),
      toolRecord({ observation: '' }),
      toolRecord({}),
      ...loop(1),
    ])
    await page.goto(`${server.url}/#/runs/r`)
    await page.locator('.step.tool').nth(5).waitFor()
    const same = await page.locator('.step.tool .same').allTextContents()
    expect(same).toEqual(['A', 'A', '', '', '', 'A'])
    const classes = await page.locator('.swatch').evaluateAll((all) => all.map(({ className }) => className))
    expect(new Set(classes).size).toBe(1)
    const states = await page.locator('.step.tool .state').allTextContents()
    expect(states.slice(2)).toEqual(['ok', 'empty', 'unknown', 'ok'])
  })

  test('shows what agents wrote as text, never as HTML', async () => {
    const evil = '<img src=x onerror="document.title=\'owned\'"><script>document.title="owned"</script>'
    await server.report(
      evil,
      [toolRecord({ tool: evil, args: { q: evil }, observation: evil, lane: evil })],
      { agent: evil },
    )
    await page.goto(server.url)
    await page.locator('tbody a').click()
    await page.locator('.step.tool').waitFor()
    await page.locator('.step.tool summary').click()
    expect(await page.locator('.name').textContent()).toBe(evil)
    expect(await page.locator('main img, main script').count()).toBe(0)
    expect(await page.title()).not.toBe('owned')
  })

  test('is worked by keyboard alone', async () => {
    await server.report('r', loop(3))
    await page.goto(server.url)
    await row('billing').waitFor()
    await page.getByRole('link', { name: 'r', exact: true }).focus()
    await page.keyboard.press('Enter')
    await page.locator('.step.tool summary').first().waitFor()
    await page.locator('.step.tool summary').first().focus()
    await page.keyboard.press('Enter')
    await page.locator('.step.tool details[open] dl').waitFor()
    await page.getByRole('button', { name: 'step 1' }).first().focus()
    await page.keyboard.press('Enter')
    expect(await page.locator('.step:focus').count()).toBe(1)
  })

  test('leaves open what was opened when the run goes on', async () => {
    await server.report('r', loop(3))
    await page.goto(`${server.url}/#/runs/r`)
    await page.locator('.step.tool summary').first().click()
    await server.report('r', loop(5))
    await page.locator('.decision.halt').waitFor()
    expect(await page.locator('details[open]').count()).toBe(1)
  })

  test('asks for a token where one is needed, and again when it is wrong', async () => {
    await server.stop()
    server = await startControl({ tokens: [{ token: 'secret', rights: ['read'] }] })
    await server.report('r', loop(3))
    await page.goto(server.url)
    const dialog = page.getByRole('dialog')
    await dialog.waitFor()
    await page.getByRole('textbox', { name: 'Token' }).fill('wrong')
    await page.getByRole('button', { name: 'Use it' }).click()
    await page.getByText('not one of the settings').waitFor()
    await page.getByRole('textbox', { name: 'Token' }).fill('secret')
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: 'r', exact: true }).click()
    await page.locator('.decision.nudge').waitFor()
    expect(await dialog.isVisible()).toBe(false)
  })

  test('says when the observer cannot be reached, and goes on when it can', async () => {
    await page.goto(server.url)
    await page.getByText('No runs yet').waitFor()
    await page.context().setOffline(true)
    await page.locator('#live', { hasText: 'not reached' }).waitFor()
    await page.context().setOffline(false)
    await page.locator('#live[data-state=live]').waitFor()
  })

  test('says when a run is not known', async () => {
    await page.goto(`${server.url}/#/runs/nobody`)
    await page.locator('#live', { hasText: 'not known' }).waitFor()
  })

  test('is served with a policy that allows nothing inline and nothing from elsewhere', async () => {
    const { headers } = await server.call('/').catch(async () => fetch(server.url))
    const policy = headers.get('content-security-policy')
    expect(policy).toContain("default-src 'none'")
    expect(policy).not.toContain('unsafe')
  })
})
