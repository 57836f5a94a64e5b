import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dashboards } from '../../../deploy/grafana/main.ts'
import { startChromium } from '../../support/chromium.ts'
import { until } from '../../support/deadline.ts'
import { freePorts } from '../../support/free-port.ts'
import { startObserver, type RunningObserver } from '../../support/observer.ts'
import { writePolicy } from '../../support/policy-file.ts'
import {
  startAlertmanager,
  startPrometheus,
  type RunningAlertmanager,
  type RunningPrometheus,
  type Series,
} from '../../support/prometheus.ts'

const root = resolve(import.meta.dirname, '../../..')
const rules = ['recording.rules.yaml', 'alerts.rules.yaml'].map((name) =>
  resolve(root, 'deploy/prometheus', name),
)

interface Alert {
  readonly status: string
  readonly labels: Readonly<Record<string, string>>
  readonly annotations: Readonly<Record<string, string>>
}

interface Message {
  readonly type: string
  readonly agent: string
  readonly run: string
  readonly class: string | null
  readonly reason: string | null
  readonly explanation: string
  readonly page: string
}

/** Both kinds of message arrive at one real server, as they would at an on-call tool. */
let receiver: Server
const alerts: Alert[] = []
const messages: Message[] = []

let policy: Awaited<ReturnType<typeof writePolicy>>
let observer: RunningObserver
let alertmanager: RunningAlertmanager
let prometheus: RunningPrometheus

beforeAll(async () => {
  receiver = createServer((request, response) => {
    let text = ''
    request.on('data', (chunk: Buffer) => (text += chunk.toString()))
    request.on('end', () => {
      if (request.url === '/alerts')
        alerts.push(...(JSON.parse(text) as { readonly alerts: readonly Alert[] }).alerts)
      else messages.push(JSON.parse(text) as Message)
      response.writeHead(204).end()
    })
  }).listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`
  // The demo's agent that repeats a call is halted at its fourth turn, by the limit.
  policy = await writePolicy('limits: { steps: 40 }\nroutes:\n  - agent: repeats\n    limits: { steps: 4 }\n')
  observer = await startObserver({
    args: ['--policy', policy.path],
    env: { LOOP_OBSERVER_WEBHOOKS: `${url}/messages` },
  })
  alertmanager = await startAlertmanager(`${url}/alerts`)
  prometheus = await startPrometheus({
    targets: [`127.0.0.1:${observer.controlPort}`],
    ruleFiles: rules,
    externalLabels: {
      loop_observer_page: observer.controlUrl,
      loop_observer_runbooks: 'https://git.example.com/RUNBOOKS.md',
    },
    alertmanager: alertmanager.address,
  })
  await until(async () => (await prometheus.query('up == 1')).length > 0, { what: 'the observer is scraped' })
  await demo()
}, 180_000)

afterAll(async () => {
  await prometheus?.stop()
  await alertmanager?.stop()
  await observer?.stop()
  await policy?.remove()
  receiver?.close()
  receiver?.closeAllConnections()
})

/** The demo says by its exit code that an agent ended otherwise than without the limit, which is so here. */
async function demo(): Promise<void> {
  const env = {
    ...process.env,
    LOOP_OBSERVER_URL: observer.controlUrl,
    OTEL_EXPORTER_OTLP_ENDPOINT: observer.otlpUrl,
  }
  const args = ['-C', 'loop-observer-source', resolve(root, 'deploy/demo/main.ts')]
  await promisify(execFile)(process.execPath, args, { cwd: root, env, timeout: 90_000 }).catch(() => null)
}

describe('a run of the demo that is halted at its limit', () => {
  it('raises an alert in Prometheus, which arrives with agent, class and a link to the runs', async () => {
    const alert = await until(() => alerts.find(({ labels }) => labels['alertname'] === 'LoopLimitHits'), {
      timeoutMs: 60_000,
      what: () => `the alert; arrived: ${JSON.stringify(alerts)}`,
    })
    expect(alert).toMatchObject({
      status: 'firing',
      labels: { severity: 'warning', agent: 'repeats', reason: 'budget_steps', class: 'repetition' },
    })
    expect(alert.annotations['description']).toContain('They were in repetition before')
    expect(alert.annotations['runbook_url']).toBe('https://git.example.com/RUNBOOKS.md#looplimithits')
    const [page, query = ''] = (alert.annotations['page'] ?? '').split('/#/?')
    expect(page).toBe(observer.controlUrl)
    const { runs } = (await (await fetch(`${observer.controlUrl}/v1/runs?${query}`)).json()) as {
      readonly runs: readonly { readonly run: string; readonly outcome: string }[]
    }
    expect(runs).toMatchObject([{ agent: 'repeats', outcome: 'halted', reason: 'budget_steps' }])
    expect(messages.map(({ run }) => run)).toContain(runs[0]?.run)
  })

  it('is the one run that the link of the alert shows', async () => {
    const alert = alerts.find(({ labels }) => labels['alertname'] === 'LoopLimitHits')
    const browser = await startChromium()
    try {
      const page = await browser.newPage()
      await page.goto(alert?.annotations['page'] ?? '')
      await page.locator('tbody tr', { hasText: 'repeats' }).waitFor({ timeout: 10_000 })
      expect(await page.locator('tbody tr').count()).toBe(1)
    } finally {
      await browser.close()
    }
  })

  it("is named, with class and explanation, by the observer's own webhook", async () => {
    const message = await until(() => messages.find(({ type }) => type === 'limit_hit'), {
      what: () => `the message; arrived: ${JSON.stringify(messages)}`,
    })
    expect(message).toMatchObject({ agent: 'repeats', class: 'repetition', reason: 'budget_steps' })
    expect(message.explanation).toContain('Halted')
    expect(message.page).toBe(`${observer.controlUrl}/#/runs/${message.run}`)
    const shown = await (await fetch(`${observer.controlUrl}/v1/runs/${message.run}`)).json()
    expect(shown).toMatchObject({ run: message.run, summary: { outcome: 'halted' } })
  })

  it('raises no alert about the observer', async () => {
    const firing = await prometheus.query('ALERTS{alertname=~"LoopObserver.*|LoopOutbox.*|LoopJudge.*"}')
    expect(firing).toEqual([])
  })
})

it('an agent that no observer answers is told of, once its spans arrive', async () => {
  const [closed = 0] = await freePorts(1)
  const agent = resolve(root, 'test/sdk/node-agent.ts')
  const args = [
    '-C',
    'loop-observer-source',
    agent,
    `http://127.0.0.1:${closed}`,
    `${observer.otlpUrl}/v1/traces`,
  ]
  await promisify(execFile)(process.execPath, args, { cwd: root, timeout: 60_000 })
  const told = await until(
    () => alerts.find(({ labels }) => labels['alertname'] === 'LoopObserverFailingOpen'),
    { what: () => `the alert; arrived: ${JSON.stringify(alerts)}` },
  )
  expect(told).toMatchObject({ status: 'firing', labels: { severity: 'critical', job: 'loop-observer' } })
})

/** Panels that have nothing to show after a demo without faults: failures, limits that came near, a judge model. */
const quiet =
  /crashed|failed|waits|given up|Questions|Time of questions|without the observer|right or wrong|came near|would have been/

describe('in a real Prometheus that scrapes the observer', () => {
  const panels = Object.values(dashboards).flatMap(({ rows }) => rows.flatMap((row) => row.panels))

  it.each(panels.map((panel) => [panel.title, panel] as const))(
    'the panel %s has an answer',
    async (title, panel) => {
      for (const { expr } of panel.queries) {
        const asked = expr
          .replaceAll('$__rate_interval', '1m')
          .replaceAll('$__interval', '1m')
          .replaceAll('$__range', '10m')
          .replaceAll(/"\$(job|agent)"/g, '".*"')
        expect(asked).not.toContain('$')
        await prometheus.query(asked)
        if (quiet.test(title) || /dead|failures|settles/.test(expr)) continue
        await until(async () => (await prometheus.query(asked)).length > 0, {
          what: asked,
          timeoutMs: 10_000,
        })
      }
    },
  )

  it.each([
    ['agents.json', 'Limit hits by class', { class: 'repetition' }, 1],
    // Three of the demo, and the instrumented agent that nobody tells of how it ended.
    ['agents.json', 'Runs by outcome', { outcome: 'answered' }, 4],
  ])('%s counts from the first: %s', async (file, title, labels, count) => {
    const panel = dashboards[file]?.rows.flatMap((row) => row.panels).find((each) => each.title === title)
    const expr = (panel?.queries[0]?.expr ?? '')
      .replaceAll('$__interval', '10m')
      .replaceAll(/"\$(job|agent)"/g, '".*"')
    const isAsked = ({ metric }: Series): boolean =>
      Object.entries(labels).every(([name, value]) => metric[name] === value)
    const counted = async (): Promise<number> =>
      Number((await prometheus.query(expr)).find(isAsked)?.value?.[1] ?? 0)
    // What was counted last may be scraped a second later.
    await until(async () => (await counted()) >= count, { what: `${count} counted`, timeoutMs: 10_000 })
    expect(await counted()).toBe(count)
  })
})
