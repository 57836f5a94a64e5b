import type { Pinned } from './install.ts'

/** A framework with its instrumentation, and an agent made with it, in the folder of that name. */
export interface Framework extends Pinned {
  /** What is tested, for people. */
  readonly title: string
  /** The vocabulary in which the observer reads its spans: those of tools, or of the model where there are no others. */
  readonly vocabulary: string
  /** Only the model's calls are spans: tool calls and their results are taken from its messages, the last is never told. */
  readonly hasNoToolSpans?: boolean
  /** What its users must set so that results are captured, and what keeps it on this machine. */
  readonly env?: (modelUrl: string) => Readonly<Record<string, string>>
  /** Arguments of a call as the instrumentation tells them; by default all, with their names. */
  readonly unwrapsText?: boolean
  /** What ends a run that is halted: the agent asks before each turn (default), or its model's URL is that of the guard. */
  readonly actuator?: 'guard'
  /** Small and quick to install: part of every `npm test`. */
  readonly isFast?: boolean
}

/** All that are run, those without tool spans last. */
export const frameworks: readonly Framework[] = [
  {
    name: 'vercel-ai-7',
    title: 'Vercel AI SDK 7, its OpenTelemetry integration',
    language: 'javascript',
    vocabulary: 'otel-genai',
    isFast: true,
  },
  {
    name: 'vercel-ai-7-guard',
    title: 'Vercel AI SDK 7 behind the guard, with spans of its own',
    language: 'javascript',
    vocabulary: 'otel-genai',
    actuator: 'guard',
  },
  { name: 'vercel-ai-6', title: 'Vercel AI SDK 6', language: 'javascript', vocabulary: 'vercel-ai' },
  { name: 'vercel-ai-5', title: 'Vercel AI SDK 5', language: 'javascript', vocabulary: 'vercel-ai' },
  {
    name: 'mastra',
    title: 'Mastra, its OpenTelemetry exporter',
    language: 'javascript',
    vocabulary: 'mastra',
  },
  {
    name: 'langchain-openinference',
    title: 'LangChain.js with OpenInference',
    language: 'javascript',
    vocabulary: 'openinference',
    unwrapsText: true,
  },
  {
    name: 'langchain-openllmetry',
    title: 'LangChain.js with OpenLLMetry',
    language: 'javascript',
    vocabulary: 'openllmetry',
  },
  {
    name: 'langsmith',
    title: 'LangSmith, its OpenTelemetry mode',
    language: 'javascript',
    vocabulary: 'langsmith',
    env: (modelUrl) => ({
      LANGSMITH_TRACING: 'true',
      LANGSMITH_TRACING_MODE: 'otel',
      LANGSMITH_ENDPOINT: modelUrl,
      LANGSMITH_API_KEY: 'k',
    }),
  },
  {
    name: 'anthropic-sdk',
    title: "Anthropic's SDK, its own tracing",
    language: 'javascript',
    vocabulary: 'anthropic-sdk',
    isFast: true,
  },
  {
    name: 'py-openai-agents',
    title: 'OpenAI Agents with OpenInference',
    language: 'python',
    vocabulary: 'openinference',
  },
  {
    name: 'py-langchain-openinference',
    title: 'LangChain and LangGraph with OpenInference',
    language: 'python',
    vocabulary: 'openinference',
    unwrapsText: true,
  },
  {
    name: 'py-smolagents',
    title: 'smolagents with OpenInference',
    language: 'python',
    vocabulary: 'openinference',
  },
  {
    name: 'py-langchain-openllmetry',
    title: 'LangChain with OpenLLMetry',
    language: 'python',
    vocabulary: 'openllmetry',
  },
  { name: 'py-pydantic-ai', title: 'Pydantic AI', language: 'python', vocabulary: 'pydantic-ai' },
  { name: 'py-strands', title: 'Strands', language: 'python', vocabulary: 'strands' },
  {
    name: 'py-google-adk',
    title: 'Google ADK',
    language: 'python',
    vocabulary: 'google-adk',
    env: () => ({
      GOOGLE_API_KEY: 'k',
      OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT: 'SPAN_ONLY',
    }),
  },
  {
    name: 'py-openai',
    title: "OpenTelemetry's instrumentation of OpenAI for Python",
    language: 'python',
    vocabulary: 'otel-genai',
    hasNoToolSpans: true,
    env: () => ({
      OTEL_SEMCONV_STABILITY_OPT_IN: 'gen_ai_latest_experimental',
      OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT: 'span_only',
    }),
  },
  {
    name: 'openai-instrumentation',
    title: "OpenTelemetry's instrumentation of OpenAI for JavaScript, content in log records",
    language: 'javascript',
    vocabulary: 'otel-genai',
    hasNoToolSpans: true,
    env: () => ({ OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT: 'true' }),
  },
]
