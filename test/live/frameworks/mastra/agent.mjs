import { createOpenAI } from '@ai-sdk/openai'
import { Agent } from '@mastra/core/agent'
import { Mastra } from '@mastra/core/mastra'
import { createTool } from '@mastra/core/tools'
import { Observability } from '@mastra/observability'
import { OtelExporter } from '@mastra/otel-exporter'
import { z } from 'zod'
import { isHalted, model, modelUrl, noted, ownLimit, report, task, useTool } from './agent-kit.mjs'

const endpoint = `${process.env.OTEL_EXPORTER_OTLP_ENDPOINT}/v1/traces`
const exporter = new OtelExporter({ provider: { custom: { endpoint, protocol: 'http/json' } } })
const noting = {
  name: 'noting',
  exportTracingEvent: async ({ type, exportedSpan: { traceId, id } }) => {
    if (type === 'span_ended') noted.onEnd({ spanContext: () => ({ traceId, spanId: id }) })
  },
  shutdown: async () => {},
}
const provider = { forceFlush: () => exporter.flush(), shutdown: () => exporter.shutdown() }

const askBeforeTurn = {
  id: 'ask-before-turn',
  processInputStep: async ({ abort }) => {
    if (await isHalted(provider)) abort('halted by the observer')
  },
}
const invoices = new Agent({
  id: 'invoices',
  name: 'invoices',
  instructions: 'Look it up.',
  model: createOpenAI({ baseURL: `${modelUrl}/v1`, apiKey: 'k' })(model),
  tools: {
    search: createTool({
      id: 'search',
      description: 'Searches invoices.',
      inputSchema: z.object({ query: z.string() }),
      execute: async (input) => useTool('search', input),
    }),
    read: createTool({
      id: 'read',
      description: 'Reads a page.',
      inputSchema: z.object({ page: z.number() }),
      execute: async (input) => useTool('read', input),
    }),
  },
  inputProcessors: [askBeforeTurn],
})
const mastra = new Mastra({
  agents: { invoices },
  observability: new Observability({
    configs: { otel: { serviceName: 'invoices', exporters: [exporter, noting] } },
  }),
})
const { text } = await mastra.getAgent('invoices').generate(task, { maxSteps: ownLimit })
await report(provider, text)
