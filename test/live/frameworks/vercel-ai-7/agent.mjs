import { createOpenAI } from '@ai-sdk/openai'
import { OpenTelemetry } from '@ai-sdk/otel'
import { generateText, isStepCount, registerTelemetry, tool } from 'ai'
import { z } from 'zod'
import { isHalted, model, modelUrl, ownLimit, report, task, useTool } from './agent-kit.mjs'
import { provider } from './telemetry.mjs'

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
  stopWhen: [isStepCount(ownLimit), () => isHalted(provider)],
})
await report(provider, result.text)
