import {
  context,
  SpanStatusCode,
  trace,
  type Attributes,
  type Context,
  type Tracer,
} from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import { makeCall } from '../make-call.ts'
import { said } from '../said.ts'
import { stepLimit, type Call, type ScriptedAgent } from '../scripted-agent.ts'
import { ask, authorization, type Surroundings } from '../surroundings.ts'

/** What the control channel answers, as far as an agent needs it. */
interface Advice {
  readonly action: 'continue' | 'nudge' | 'halt' | 'escalate'
  readonly seq: number
  readonly decision?: { readonly message: string }
}

/**
 * Runs an agent that knows nothing of loop-observer but a URL: OpenTelemetry's own SDK and exporter,
 * spans by the GenAI conventions, and the decision over HTTP under its trace id. Resolves to that id.
 */
export async function runWithSpans(agent: ScriptedAgent, surroundings: Surroundings): Promise<string> {
  const { urls, token } = surroundings
  const exporter = new OTLPTraceExporter({ url: `${urls.otlp}/v1/traces`, headers: authorization(token) })
  const provider = new TracerProvider({ spanProcessors: [new BatchSpanProcessor({ exporter })] })
  const tracer = provider.getTracer('some-instrumentation')
  const root = tracer.startSpan(`invoke_agent ${agent.name}`, {
    attributes: { 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.agent.name': agent.name },
  })
  const { traceId } = root.spanContext()
  const outcome = await loop(agent, surroundings, async (action, after) => {
    const spanId = await record(tracer, trace.setSpan(context.active(), root), agent.name, action)
    await provider.forceFlush()
    // `fence`: answer as soon as this span is judged.
    const path = `/v1/runs/trace:${traceId}/decision?after=${after}&fence=${spanId}&wait=5000`
    return (await ask(surroundings, path)) as Advice
  })
  if (outcome === 'failed')
    root.setStatus({ code: SpanStatusCode.ERROR, message: `no answer within ${stepLimit} steps` })
  root.end()
  await provider.shutdown()
  await ask(surroundings, `/v1/runs/trace:${traceId}/outcome`, { method: 'POST', body: { outcome } })
  return traceId
}

async function loop(
  agent: ScriptedAgent,
  { tell }: Surroundings,
  act: (action: Call, after: number) => Promise<Advice>,
): Promise<'answered' | 'halted' | 'failed'> {
  let after = 0
  for (let turn = 0; turn < stepLimit; turn++) {
    const action = agent.turn(turn)
    if ('answer' in action) return 'answered'
    const advice = await act(action, after)
    after = advice.seq
    if (advice.action === 'continue') continue
    tell(agent.name, turn + 1, said(advice.action, advice.decision?.message ?? ''))
    if (advice.action !== 'nudge') return 'halted'
  }
  tell(agent.name, stepLimit, 'stops at its own limit without an answer')
  return 'failed'
}

/** Makes a call inside a span, as an instrumentation does. Resolves to the span's id. */
async function record(tracer: Tracer, parent: Context, agent: string, call: Call): Promise<string> {
  const attributes: Attributes = {
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.agent.name': agent,
    'gen_ai.tool.name': call.tool,
    'gen_ai.tool.call.arguments': JSON.stringify(call.args),
  }
  const span = tracer.startSpan(`execute_tool ${call.tool}`, { attributes }, parent)
  span.setAttribute('gen_ai.tool.call.result', await makeCall(call))
  span.end()
  return span.spanContext().spanId
}
