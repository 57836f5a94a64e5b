// Knows of no observer: its spans go to OTEL_EXPORTER_OTLP_ENDPOINT, its model's URL is that of the guard. OpenTelemetry's
// instrumentation of fetch gives the requests to the model a traceparent, so that both tell of one run.
import { createOpenAI } from '@ai-sdk/openai'
import { OpenTelemetry } from '@ai-sdk/otel'
import { registerInstrumentations } from '@opentelemetry/instrumentation'
import { UndiciInstrumentation } from '@opentelemetry/instrumentation-undici'
import { generateText, isStepCount, registerTelemetry, tool } from 'ai'
import { z } from 'zod'
import { model, modelUrl, ownLimit, report, task, useTool } from './agent-kit.mjs'
import { provider } from './telemetry.mjs'

registerInstrumentations({ tracerProvider: provider, instrumentations: [new UndiciInstrumentation()] })
registerTelemetry(new OpenTelemetry())

const openai = createOpenAI({ baseURL: `${modelUrl}/v1`, apiKey: 'k' })
const result = await generateText({
  model: openai(model),
  prompt: task,
  tools: {
    search: tool({
      description: 'Searches invoices.',
      inputSchema: z.object({ query: z.string() }),
      execute: async (input) => useTool('search', input),
    }),
    read: tool({
      description: 'Reads a page.',
      inputSchema: z.object({ page: z.number() }),
      execute: async (input) => useTool('read', input),
    }),
  },
  stopWhen: isStepCount(ownLimit),
})
await report(provider, result.text)
