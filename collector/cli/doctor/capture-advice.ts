/** What to switch on so that an instrumentation captures tool results, by dialect. */
const advice: Readonly<Record<string, string>> = {
  'otel-genai':
    'Set OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT=SPAN_AND_EVENT and OTEL_SEMCONV_STABILITY_OPT_IN=gen_ai_latest_experimental (older instrumentations: =true).',
  mcp: 'Set OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT=SPAN_AND_EVENT.',
  'vercel-ai':
    'Call the AI SDK with experimental_telemetry: { isEnabled: true, recordInputs: true, recordOutputs: true }.',
  loop: 'Report calls with run.tool of the SDK: it makes features of arguments and result in the process.',
}

/** One sentence for the dialect. */
export function captureAdvice(dialect: string): string {
  return (
    advice[dialect] ??
    'Switch on content capture in the instrumentation; without results only repeated calls are seen.'
  )
}
