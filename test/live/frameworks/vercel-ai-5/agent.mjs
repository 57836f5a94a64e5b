import { createOpenAI } from '@ai-sdk/openai'
import { generateText, stepCountIs, tool } from 'ai'
import { z } from 'zod'
import { isHalted, model, modelUrl, ownLimit, report, task, useTool } from './agent-kit.mjs'
import { provider } from './telemetry.mjs'

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
  stopWhen: [stepCountIs(ownLimit), () => isHalted(provider)],
  experimental_telemetry: { isEnabled: true, functionId: 'invoices' },
})
await report(provider, result.text)
