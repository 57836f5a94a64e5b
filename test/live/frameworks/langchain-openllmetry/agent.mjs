import { trace } from '@opentelemetry/api'
import { ChatOpenAI } from '@langchain/openai'
import { LangChainInstrumentation } from '@traceloop/instrumentation-langchain'
import { createAgent, createMiddleware, tool } from 'langchain'
import { z } from 'zod'
import { isHalted, model, modelUrl, ownLimit, report, task, useTool } from './agent-kit.mjs'
import { provider } from './telemetry.mjs'

const instrumentation = new LangChainInstrumentation()
instrumentation.setTracerProvider(provider)

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
// A span around the run, as `withWorkflow` of Traceloop's SDK makes one: without it each span is a trace of its own.
const text = await trace.getTracer('app').startActiveSpan('invoices', async (span) => {
  const { messages } = await agent.invoke(
    { messages: [{ role: 'user', content: task }] },
    { recursionLimit: 3 * ownLimit },
  )
  span.end()
  return messages.at(-1).content
})
await report(provider, text)
