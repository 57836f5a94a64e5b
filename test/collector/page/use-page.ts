import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { startChromium } from '../../support/chromium.ts'
import { startControl, type ControlServer } from '../control/server.ts'

/** A page of a real Chromium before an observer of its own, new for each test. */
export interface OpenedPage {
  readonly page: Page
  readonly server: ControlServer
  /** Errors that the browser reported, refusals of the content security policy among them. */
  readonly complaints: string[]
  /** Starts the observer anew; what it held is gone. */
  restart(options?: Parameters<typeof startControl>[0]): Promise<void>
  /** Opens `#…` and waits until the page is live. */
  open(hash?: string): Promise<void>
}

/** Opens Chromium once for the tests of a block, and a page and an observer for each. */
export function usePage(options: { readonly allowComplaints?: boolean } = {}): OpenedPage {
  let browser: Browser
  let server: ControlServer
  let page: Page
  const complaints: string[] = []
  beforeAll(async () => {
    browser = await startChromium()
  }, 600_000)
  afterAll(() => browser?.close())
  beforeEach(async () => {
    server = await startControl()
    page = await browser.newPage()
    complaints.length = 0
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text())
    })
    page.on('pageerror', (error) => complaints.push(String(error)))
  })
  afterEach(async () => {
    await page.close()
    await server.stop()
    if (options.allowComplaints !== true) expect(complaints).toEqual([])
  })
  return {
    get page() {
      return page
    },
    get server() {
      return server
    },
    complaints,
    async restart(settings) {
      await server.stop()
      server = await startControl(settings)
    },
    async open(hash = '') {
      // Else another part after `#` is the same document, and may still look as before.
      await page.goto('about:blank')
      await page.goto(`${server.url}/${hash}`)
      await page.locator('#live[data-state=live]').waitFor()
    },
  }
}
