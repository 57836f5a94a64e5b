// A loop written by hand: only the model's calls make spans, what they said and read comes in log records.
import { createRequire } from 'node:module'
import { context, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { OTLPLogExporter } from '@opentelemetry/exporter-logs-otlp-http'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { OpenAIInstrumentation } from '@opentelemetry/instrumentation-openai'
import { BatchLogRecordProcessor, LoggerProvider } from '@opentelemetry/sdk-logs'
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import { isHalted, model, modelUrl, noted, ownLimit, report, task, useTool } from './agent-kit.mjs'

context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
const spans = new TracerProvider({
  spanProcessors: [noted, new BatchSpanProcessor({ exporter: new OTLPTraceExporter() })],
})
trace.setGlobalTracerProvider(spans)
const logs = new LoggerProvider({
  processors: [new BatchLogRecordProcessor({ exporter: new OTLPLogExporter() })],
})
const provider = {
  forceFlush: () => Promise.all([spans.forceFlush(), logs.forceFlush()]),
  shutdown: () => Promise.all([spans.shutdown(), logs.shutdown()]),
}
const instrumentation = new OpenAIInstrumentation()
instrumentation.setTracerProvider(spans)
instrumentation.setLoggerProvider(logs)

const { OpenAI } = createRequire(import.meta.url)('openai')
const openai = new OpenAI({ baseURL: `${modelUrl}/v1`, apiKey: 'k' })
const tools = ['search', 'read'].map((name) => ({
  type: 'function',
  function: { name, parameters: { type: 'object', properties: {} } },
}))

async function answer() {
  const messages = [{ role: 'user', content: task }]
  for (let turn = 0; turn < ownLimit && !(await isHalted(provider)); turn++) {
    const { choices } = await openai.chat.completions.create({ model, messages, tools })
    const [{ message }] = choices
    if (!message.tool_calls) return message.content
    messages.push(message)
    for (const { id, function: asked } of message.tool_calls) {
      const content = useTool(asked.name, JSON.parse(asked.arguments))
      messages.push({ role: 'tool', tool_call_id: id, content })
    }
  }
  return ''
}
const text = await trace.getTracer('app').startActiveSpan('invoices', async (span) => {
  const text = await answer()
  span.end()
  return text
})
await report(provider, text)
