import { readdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { loop, toolRecord } from '../control/steps.ts'
import { usePage } from './use-page.ts'

describe('the page', () => {
  const at = usePage({ allowComplaints: true })

  test('shows what agents wrote as text, never as HTML, wherever it shows', async () => {
    const evil = '<img src=x onerror="document.title=\'owned\'"><script>document.title="owned"</script>'
    const call = { tool: evil, args: { q: evil }, observation: evil, lane: evil }
    await at.server.report(evil, [...loop(6, call), toolRecord({})], { agent: evil, task: evil })
    await at.open()
    await expect.poll(() => at.page.locator('tbody .agent-cell').textContent()).toBe(evil + evil)
    await at.page.locator('tbody a').click()
    await at.page.locator('.decision.nudge').waitFor()
    await at.page.locator('.step.tool summary').first().click()
    await expect.poll(() => at.page.locator('.name').first().textContent()).toBe(evil)
    await expect.poll(() => at.page.locator('h1').textContent()).toBe(evil)
    await at.page.goto(`${at.server.url}/#/report?agent=${encodeURIComponent(evil)}`)
    await at.page.locator('.report-table').waitFor()
    await at.page.goto(
      `${at.server.url}/#/?agent=${encodeURIComponent(evil)}&reason=${encodeURIComponent(evil)}`,
    )
    await at.page.locator('#live', { hasText: 'must be one of' }).waitFor()
    await expect.poll(() => at.page.locator('main img, main script').count()).toBe(0)
    await expect.poll(() => at.page.title()).not.toBe('owned')
  })

  test('cannot be steered by text that turns its direction or hides in control characters', async () => {
    const turned = 'safe\u202Egnp.exe\u0000\u001b[31m'
    await at.server.report('r', [toolRecord({ tool: turned, observation: turned })])
    await at.open('#/runs/r')
    await expect.poll(() => at.page.locator('.step .name').textContent()).toContain('gnp.exe')
    const state = at.page.locator('.step .state')
    await expect.poll(() => state.textContent()).toBe('ok')
    const directions = await at.page.evaluate(
      "[...document.querySelectorAll('.step .name, .step .gave')].map((each) => getComputedStyle(each).unicodeBidi)",
    )
    expect(directions).toEqual(['isolate', 'isolate'])
  })

  test('asks for a token where one is needed, and again when it is wrong', async () => {
    await at.restart({ tokens: [{ token: 'secret', rights: ['read'] }] })
    await at.server.report('r', loop(3))
    await at.page.goto(at.server.url)
    const dialog = at.page.getByRole('dialog')
    await dialog.waitFor()
    await at.page.getByRole('textbox', { name: 'Token' }).fill('wrong')
    await at.page.getByRole('button', { name: 'Use it' }).click()
    await at.page.getByText('not one of the settings').waitFor()
    await at.page.getByRole('textbox', { name: 'Token' }).fill('secret')
    await at.page.keyboard.press('Enter')
    await at.page.getByRole('link', { name: 'r', exact: true }).click()
    await at.page.locator('.decision.nudge').waitFor()
    await expect.poll(() => dialog.count()).toBe(0)
    const kept = await at.page.evaluate('[localStorage.length, document.cookie, sessionStorage.length]')
    expect(kept).toEqual([0, '', 1])
  })

  test('says when the observer cannot be reached, and goes on when it can', async () => {
    await at.page.goto(at.server.url)
    await at.page.getByText('No runs yet').waitFor()
    await at.page.context().setOffline(true)
    await at.page.locator('#live', { hasText: 'not reached' }).waitFor()
    await at.page.context().setOffline(false)
    await at.page.locator('#live[data-state=live]').waitFor()
  })

  test('says when a run is not known', async () => {
    await at.page.goto(`${at.server.url}/#/runs/nobody`)
    await at.page.locator('#live', { hasText: 'not known' }).waitFor()
    await at.page.getByText('No run nobody is known here.').waitFor()
  })

  test('is made of all files of its folder, and of no others', async () => {
    const files = readdirSync(new URL('../../../collector/page/assets/', import.meta.url))
    for (const file of files.filter((name) => name !== 'index.html'))
      expect((await fetch(`${at.server.url}/page/${file}`)).status, file).toBe(200)
    expect((await fetch(`${at.server.url}/page/none.js`)).status).toBe(404)
  })

  test('is served with a policy that allows nothing inline and nothing from elsewhere', async () => {
    const { headers } = await fetch(at.server.url)
    const policy = headers.get('content-security-policy')
    expect(policy).toContain("default-src 'none'")
    expect(policy).not.toContain('unsafe')
    expect(policy).not.toContain('*')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
  })

  test('loads nothing from elsewhere', async () => {
    const asked: string[] = []
    at.page.on('request', (request) => asked.push(new URL(request.url()).origin))
    await at.server.report('r', loop(6))
    await at.open()
    await at.open('#/runs/r')
    await at.open('#/report')
    expect(new Set(asked)).toEqual(new Set([at.server.url]))
    expect(at.complaints).toEqual([])
  })
})
