/** A tool call to be sent as an OTLP span of the GenAI conventions. */
export interface ToolSpan {
  /** 32 hex digits. */
  readonly traceId: string
  /** 16 hex digits. */
  readonly spanId: string
  readonly tool: string
  /** Default: derived from the span's id. */
  readonly callId?: string
  readonly args: unknown
  readonly result: string
  /** More of them. */
  readonly attributes?: Readonly<Record<string, string>>
  /** Milliseconds since the epoch. */
  readonly startMs: number
  readonly endMs: number
}

/** The body of `POST /v1/traces` (application/json) for these tool calls of one agent. */
export function exportRequest(agent: string, spans: readonly ToolSpan[]): string {
  const resource = { attributes: attributes({ 'service.name': agent }) }
  return JSON.stringify({
    resourceSpans: [
      { resource, scopeSpans: [{ scope: { name: 'test' }, spans: spans.map((s) => span(agent, s)) }] },
    ],
  })
}

function span(agent: string, call: ToolSpan): object {
  return {
    traceId: call.traceId,
    spanId: call.spanId,
    name: `execute_tool ${call.tool}`,
    kind: 1,
    startTimeUnixNano: `${call.startMs}000000`,
    endTimeUnixNano: `${call.endMs}000000`,
    attributes: attributes({
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.agent.name': agent,
      'gen_ai.tool.name': call.tool,
      'gen_ai.tool.call.id': call.callId ?? `call_${call.spanId}`,
      'gen_ai.tool.call.arguments': JSON.stringify(call.args),
      'gen_ai.tool.call.result': call.result,
      ...call.attributes,
    }),
    status: {},
  }
}

function attributes(values: Readonly<Record<string, string>>): readonly object[] {
  return Object.entries(values).map(([key, stringValue]) => ({ key, value: { stringValue } }))
}
