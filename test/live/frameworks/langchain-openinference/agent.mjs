import { LangChainInstrumentation } from '@arizeai/openinference-instrumentation-langchain'
import * as callbackManager from '@langchain/core/callbacks/manager'
import { ChatOpenAI } from '@langchain/openai'
import { createAgent, createMiddleware, tool } from 'langchain'
import { z } from 'zod'
import { isHalted, model, modelUrl, ownLimit, report, task, useTool } from './agent-kit.mjs'
import { provider } from './telemetry.mjs'

const instrumentation = new LangChainInstrumentation({ tracerProvider: provider })
instrumentation.manuallyInstrument(callbackManager)

const askBeforeTurn = createMiddleware({
  name: 'AskBeforeTurn',
  beforeModel: {
    canJumpTo: ['end'],
    hook: async () => ((await isHalted(provider)) ? { jumpTo: 'end' } : undefined),
  },
})
const agent = createAgent({
  model: new ChatOpenAI({ model, apiKey: 'k', configuration: { baseURL: `${modelUrl}/v1` } }),
  tools: [
    tool((input) => useTool('search', input), {
      name: 'search',
      description: 'Searches invoices.',
      schema: z.object({ query: z.string() }),
    }),
    tool((input) => useTool('read', input), {
      name: 'read',
      description: 'Reads a page.',
      schema: z.object({ page: z.number() }),
    }),
  ],
  middleware: [askBeforeTurn],
})
const { messages } = await agent.invoke(
  { messages: [{ role: 'user', content: task }] },
  { recursionLimit: 3 * ownLimit },
)
await report(provider, messages.at(-1).content)
