import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { loop, toolRecord, work } from '../control/steps.ts'
import { usePage } from './use-page.ts'

/** Runs in the page: texts with less than 4.5 to 1 against what is painted behind them (WCAG 2.2, 1.4.3). */
const weakTexts = readFileSync(new URL('./weak-texts.js', import.meta.url), 'utf8')
const views = ['', '#/runs/r', '#/report']

describe.each(['light', 'dark'] as const)('the page in %s', (colorScheme) => {
  const at = usePage()

  test.each(views)('has text of enough contrast on its ground: %s', async (view) => {
    await fill()
    await at.page.emulateMedia({ colorScheme })
    await at.open(view)
    await at.page.locator('main h1').waitFor()
    const weak = await at.page.evaluate(weakTexts)
    expect(weak).toEqual([])
  })

  async function fill(): Promise<void> {
    await at.server.report('r', [...work(2), ...loop(6), toolRecord({ observation: '' })])
    await at.server.report('shadow', loop(6), { source: 'telemetry' })
    await at.server.report('done', work(3))
    await at.server.call('/v1/runs/done/outcome', { body: { outcome: 'answered' } })
  }
})

describe('the page on a phone', () => {
  const at = usePage()

  test.each(views)('fits its width, and what is pressed is large enough: %s', async (view) => {
    const long = 'a-run-with-a-very-long-name-without-any-space-'.repeat(4)
    await at.server.report('r', [...work(2), ...loop(6, { args: { q: long } })], { agent: long, task: long })
    await at.server.report(long, work(3))
    await at.page.setViewportSize({ width: 360, height: 740 })
    await at.open(view)
    await at.page.locator('main h1').waitFor()
    await expect.poll(() => at.page.evaluate('document.documentElement.scrollWidth')).toBe(360)
    const small = await at.page.evaluate(
      "[...document.querySelectorAll('main select, main button:not(.link), main input')].filter((each) => each.getBoundingClientRect().height < 26).length",
    )
    expect(small).toBe(0)
  })
})
