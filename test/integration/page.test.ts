import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startChromium } from '../support/chromium.ts'
import { startObserver, type RunningObserver } from '../support/observer.ts'
import { exportRequest, type ToolSpan } from '../support/tool-spans.ts'

const folder = mkdtempSync(join(tmpdir(), 'loop-observer-page-'))
let browser: Browser
let observer: RunningObserver

beforeAll(async () => {
  const policyPath = join(folder, 'policy.yaml')
  writeFileSync(policyPath, 'mode: enforce\n')
  observer = await startObserver({ env: { LOOP_OBSERVER_POLICY: policyPath } })
  browser = await startChromium()
}, 600_000)

afterAll(async () => {
  await browser?.close()
  await observer?.stop()
  rmSync(folder, { recursive: true })
})

describe('the page of an observer that takes spans', () => {
  it('leads from a trace id to why the run was halted, while it happens', async () => {
    const traceId = 'c0ffee'.padEnd(32, '7')
    const page = await browser.newPage()
    await page.goto(observer.controlUrl)
    await page.getByText('No runs yet').waitFor()
    await send(searches(traceId, 0, 3))
    await page.getByRole('link', { name: traceId }).waitFor()
    await page.getByRole('searchbox', { name: 'Run or trace id' }).fill(traceId)
    await page.keyboard.press('Enter')
    await page.locator('.decision.nudge').waitFor()

    await send(searches(traceId, 3, 3))
    await page.locator('.decision.halt').waitFor()
    expect(await page.getByRole('region', { name: 'Why' }).getByRole('heading').textContent()).toBe(
      'Halted: repetition',
    )
    expect(await page.locator('.step .swatch').first().textContent()).toBe('A')
    await page.close()
  })
})

async function send(spans: readonly ToolSpan[]): Promise<void> {
  const { ok } = await fetch(`${observer.otlpUrl}/v1/traces`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: exportRequest('searcher', spans),
  })
  expect(ok).toBe(true)
}

function searches(traceId: string, from: number, count: number): readonly ToolSpan[] {
  const startMs = Date.now() - 60_000
  return Array.from({ length: count }, (_, i) => ({
    traceId,
    spanId: (from + i + 1).toString(16).padStart(16, '0'),
    tool: 'search',
    args: { query: 'opening hours of the heron museum' },
    result: 'The museum opens at ten.',
    startMs: startMs + (from + i) * 1000,
    endMs: startMs + (from + i) * 1000 + 200,
  }))
}
