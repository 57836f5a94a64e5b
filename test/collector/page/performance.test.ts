import type { Page } from 'playwright-core'
import { afterEach, describe, expect, test } from 'vitest'
import { openStore } from '../../../collector/store/open-store.ts'
import type { Store } from '../../../collector/store/store.ts'
import { toolRecord, work } from '../control/steps.ts'
import { usePage } from './use-page.ts'

/** Runs in the page: collects tasks of more than 50 ms, and when what is largest was painted. */
const watch = `
  window.longTasks = []
  window.content = []
  new PerformanceObserver((list) => content.push(...list.getEntries().map(({ startTime }) => startTime)))
    .observe({ type: 'largest-contentful-paint', buffered: true })
  new PerformanceObserver((list) => longTasks.push(...list.getEntries().map(({ duration }) => duration)))
    .observe({ type: 'longtask', buffered: true })
`

interface Figures {
  readonly firstPaintMs: number
  /** When the first rows were painted. */
  readonly contentMs: number
  readonly longTasksMs: readonly number[]
}

describe('the page stays fast', { timeout: 300_000 }, () => {
  const at = usePage()
  let store: Store | undefined
  afterEach(() => store?.close())

  test('on 10,000 runs', async () => {
    for (let i = 0; i < 100; i++) {
      const reports = Array.from({ length: 100 }, (_, j) => at.server.report(`run-${i}-${j}`, work(3)))
      await Promise.all(reports)
    }
    await at.page.addInitScript(watch)
    await at.page.goto(at.server.url)
    await at.page.locator('tbody tr').first().waitFor()
    const begun = await figures(at.page)
    await at.page.locator('#live[data-state=live]').waitFor()
    await at.page.evaluate('longTasks.length = 0')
    const scrolling = await scrolled(at.page, `document.querySelectorAll('tbody').length >= 500`)
    report('10,000 runs', begun, scrolling)
    await expect.poll(() => at.page.locator('tbody').count()).toBe(500)
    expect(begun.contentMs).toBeLessThan(3000)
    await expect.poll(() => at.page.locator('tbody tr').count()).toBeLessThan(600)
    expect(scrolling.cpuMsAWindow).toBeLessThan(50)
    expect(scrolling.heapMb).toBeLessThan(30)
    await staysBounded(at.page, scrolling)
  })

  test('on a run of 10,000 steps', async () => {
    store = await openStore({ url: 'sqlite::memory:', retention: { logLimit: 20_000 } })
    await at.restart({ store })
    for (let i = 0; i < 20; i++) {
      const same = Array.from({ length: 100 }, (_, j) =>
        toolRecord({ tool: 'poll', args: { i }, observation: `state ${i % 7} ${j % 50}` }),
      )
      await at.server.report('long', [...work(400), ...same])
    }
    await at.page.addInitScript(watch)
    await at.page.goto(`${at.server.url}/#/runs/long`)
    await at.page.locator('.step').first().waitFor()
    const begun = await figures(at.page)
    await at.page.getByText('10,000 steps').waitFor()
    await at.page.locator('#live[data-state=live]').waitFor()
    await at.page.evaluate('longTasks.length = 0')
    const end = 'scrollY + innerHeight >= document.documentElement.scrollHeight - 50'
    const scrolling = await scrolled(at.page, end)
    report('a run of 10,000 steps', begun, scrolling)
    await expect.poll(() => at.page.locator('.step .ordinal', { hasText: /^10000$/ }).count()).toBe(1)
    expect(begun.contentMs).toBeLessThan(3000)
    await expect.poll(() => at.page.locator('.step').count()).toBeLessThan(600)
    expect(scrolling.cpuMsAWindow).toBeLessThan(50)
    expect(scrolling.heapMb).toBeLessThan(50)
    await staysBounded(at.page, scrolling)
  })
})

interface Scrolling {
  /** Times of the processor, which do not grow when others use it too, as those of a clock would. */
  readonly cpuMsAWindow: number
  readonly windows: number
  /** By the clock. */
  readonly longTasksMs: readonly number[]
  readonly heapMb: number
  readonly elements: number
}

/** Scrolls by a window at a time, each drawn before the next, until `done` holds. */
async function scrolled(page: Page, done: string): Promise<Scrolling> {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  const taskMs = async (): Promise<number> => {
    const { metrics } = await session.send('Performance.getMetrics')
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Infinity) * 1000
  }
  const beforeMs = await taskMs()
  const windows: number = await page.evaluate(`new Promise((resolve, reject) => {
    const began = performance.now()
    let windows = 0
    function next() {
      if (${done}) resolve(windows)
      else if (performance.now() - began > 120_000) reject(new Error('never got there: ' + scrollY))
      else {
        windows++
        scrollBy(0, innerHeight)
        requestAnimationFrame(next)
      }
    }
    next()
  })`)
  const cpuMsAWindow = ((await taskMs()) - beforeMs) / windows
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  await session.detach()
  const { longTasksMs } = await figures(page)
  const elements: number = await page.evaluate("document.querySelectorAll('*').length")
  return { cpuMsAWindow, windows, longTasksMs, heapMb: usedSize / 2 ** 20, elements }
}

/** Elements of the document at most, however long the list: those near the window, and the frame around them. */
const mostElements = 5000

/** What has been seen once costs nothing when it is seen again, and what has left the window is gone. */
async function staysBounded(page: Page, { heapMb, elements }: Scrolling): Promise<void> {
  expect(elements).toBeLessThan(mostElements)
  await page.evaluate(`new Promise((resolve) => {
    let jumps = 0
    function next() {
      if (jumps++ === 60) return resolve()
      scrollTo(0, jumps % 2 === 0 ? document.documentElement.scrollHeight : 0)
      requestAnimationFrame(() => requestAnimationFrame(next))
    }
    next()
  })`)
  const session = await page.context().newCDPSession(page)
  const usedMb = async (): Promise<number> => {
    await session.send('HeapProfiler.collectGarbage')
    return (await session.send('Runtime.getHeapUsage')).usedSize / 2 ** 20
  }
  await expect.poll(usedMb).toBeLessThan(1.5 * heapMb + 2)
  await session.detach()
  await expect.poll(() => page.evaluate("document.querySelectorAll('*').length")).toBeLessThan(mostElements)
}

async function figures(page: Page): Promise<Figures> {
  return page.evaluate(`({
    firstPaintMs: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Infinity,
    contentMs: content.at(-1) ?? Infinity,
    longTasksMs: [...longTasks],
  })`)
}

function report(what: string, begun: Figures, scrolling: Scrolling): void {
  const { cpuMsAWindow, windows, longTasksMs, heapMb, elements } = scrolling
  console.info(
    `${what}: first paint ${Math.round(begun.firstPaintMs)} ms, with content ${Math.round(begun.contentMs)} ms; ` +
      `scrolled by ${windows} windows: ${cpuMsAWindow.toFixed(1)} ms of the processor a window, ` +
      `${longTasksMs.length} tasks over 50 ms, longest ${Math.round(Math.max(0, ...longTasksMs))} ms; ` +
      `${elements} elements, ${heapMb.toFixed(0)} MB`,
  )
}
