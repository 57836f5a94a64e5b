import Anthropic from '@anthropic-ai/sdk'
import { betaZodTool } from '@anthropic-ai/sdk/helpers/beta/zod'
import { z } from 'zod'
import { isHalted, model, modelUrl, ownLimit, report, task, useTool } from './agent-kit.mjs'
import { provider } from './telemetry.mjs'

const anthropic = new Anthropic({
  baseURL: modelUrl,
  apiKey: 'k',
  openTelemetry: { traces: { contentMode: 'content' } },
})
const runner = anthropic.beta.messages.toolRunner({
  model,
  max_tokens: 1000,
  max_iterations: ownLimit,
  thread: false,
  messages: [{ role: 'user', content: task }],
  tools: [
    betaZodTool({
      name: 'search',
      description: 'Searches invoices.',
      inputSchema: z.object({ query: z.string() }),
      run: async (input) => useTool('search', input),
    }),
    betaZodTool({
      name: 'read',
      description: 'Reads a page.',
      inputSchema: z.object({ page: z.number() }),
      run: async (input) => useTool('read', input),
    }),
  ],
})
let text = ''
for await (const { content } of runner) {
  text = content.map((block) => block.text ?? '').join('')
  if (await isHalted(provider)) break
}
await report(provider, text)
