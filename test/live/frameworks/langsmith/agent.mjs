import { Client } from 'langsmith'
import { initializeOTEL } from 'langsmith/experimental/otel/setup'
import { traceable } from 'langsmith/traceable'
import { wrapOpenAI } from 'langsmith/wrappers'
import OpenAI from 'openai'
import { isHalted, model, modelUrl, ownLimit, report, task, useTool } from './agent-kit.mjs'
import { provider as exporting } from './telemetry.mjs'

initializeOTEL({ globalTracerProvider: exporting })

// Spans are made when LangSmith's client sends its batch.
const client = new Client()
const provider = {
  forceFlush: async () => {
    await client.awaitPendingTraceBatches()
    await exporting.forceFlush()
  },
  shutdown: () => exporting.shutdown(),
}
const openai = wrapOpenAI(new OpenAI({ baseURL: `${modelUrl}/v1`, apiKey: 'k' }), { client })
const tools = ['search', 'read'].map((name) => ({
  type: 'function',
  function: { name, parameters: { type: 'object', properties: {} } },
}))
const call = {
  search: traceable(async (input) => useTool('search', input), { client, name: 'search', run_type: 'tool' }),
  read: traceable(async (input) => useTool('read', input), { client, name: 'read', run_type: 'tool' }),
}

const answer = traceable(
  async (question) => {
    const messages = [{ role: 'user', content: question }]
    for (let turn = 0; turn < ownLimit && !(await isHalted(provider)); turn++) {
      const { choices } = await openai.chat.completions.create({ model, messages: [...messages], tools })
      const [{ message }] = choices
      if (!message.tool_calls) return message.content
      messages.push(message)
      for (const { id, function: asked } of message.tool_calls) {
        const content = await call[asked.name](JSON.parse(asked.arguments))
        messages.push({ role: 'tool', tool_call_id: id, content })
      }
    }
    return ''
  },
  { client, name: 'invoices', run_type: 'chain' },
)
await report(provider, await answer(task))
