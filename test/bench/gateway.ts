import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { startObserver } from '../support/observer.ts'
import { goAdvice, hasGo } from '../support/otel-collector-build.ts'
import { startCollector } from '../support/otel-collector.ts'
import type { Benchmark } from './benchmark.ts'
import { startSender } from './load/start-sender.ts'
import { cpuSeconds } from './process-cost.ts'

/** The observer beside a Go OpenTelemetry Collector that passes the same spans on. */
export const gateway: Benchmark = {
  name: 'gateway',
  about: 'Processor time a span beside a Go OpenTelemetry Collector (otlp in, otlp_http out), as a ratio.',
  async *measure({ seconds, repeats }) {
    if (!(await hasGo())) {
      process.stderr.write(`SKIPPED gateway: ${goAdvice}\n`)
      return
    }
    const observers: number[] = []
    const collectors: number[] = []
    for (let i = 0; i < repeats; i++) {
      observers.push(await observerCost(seconds))
      collectors.push(await collectorCost(seconds))
    }
    yield { name: 'observer, embedded, batches of 512', unit: 'CPU µs/span', values: observers }
    yield { name: 'Go Collector, batches of 512', unit: 'CPU µs/span', values: collectors }
    const ratios = observers.map((cost, i) => cost / (collectors[i] ?? Number.NaN))
    yield { name: 'observer : Go Collector, batches of 512', unit: '×', values: ratios }
  },
}

async function observerCost(seconds: number): Promise<number> {
  const observer = await startObserver()
  try {
    return await costOf(observer.pid(), observer.otlpUrl, seconds)
  } finally {
    await observer.stop()
  }
}

/** No queue: like the observer, it answers when the spans are where they belong. */
const config = (endpoint: string): string => `
receivers: { otlp: { protocols: { http: { endpoint: "\${env:COLLECTOR_OTLP_HTTP}" } } } }
exporters:
  otlp_http: { endpoint: "${endpoint}", compression: none, sending_queue: { enabled: false } }
extensions: { health_check: { endpoint: "\${env:COLLECTOR_HEALTH}" } }
service:
  extensions: [health_check]
  pipelines: { traces: { receivers: [otlp], exporters: [otlp_http] } }
  telemetry: { metrics: { level: none }, logs: { level: warn } }
`

async function collectorCost(seconds: number): Promise<number> {
  const sink = createServer((request, response) => {
    request.resume().once('end', () => response.end())
  }).listen(0, '127.0.0.1')
  await once(sink, 'listening')
  const endpoint = `http://127.0.0.1:${(sink.address() as AddressInfo).port}`
  const collector = await startCollector({ config: config(endpoint) })
  try {
    return await costOf(collector.pid(), collector.httpUrl, seconds)
  } finally {
    await collector.stop()
    sink.closeAllConnections()
    await once(sink.close(), 'close')
  }
}

async function costOf(pid: number, url: string, seconds: number): Promise<number> {
  await load(url, seconds / 2)
  const before = await cpuSeconds(pid)
  const spans = await load(url, seconds)
  return (((await cpuSeconds(pid)) - before) * 1e6) / spans
}

async function load(url: string, seconds: number): Promise<number> {
  const shape = { batch: 512, runs: 1000, stepsPerRun: 50, gzip: false }
  const most = { connections: 8, mostSpans: Math.ceil(seconds * 100_000), spansPerSecond: null }
  const sender = await startSender({ ...shape, ...most, url, seconds })
  try {
    const { spans, refused } = await sender.go()
    if (refused > 0) throw new Error(`${refused} requests were refused.`)
    return spans
  } finally {
    await sender.close()
  }
}
