import { agentFramework } from './vocabularies/agent-framework.ts'
import { agentops } from './vocabularies/agentops.ts'
import { anthropicSdk } from './vocabularies/anthropic-sdk.ts'
import { autogen } from './vocabularies/autogen.ts'
import { braintrust } from './vocabularies/braintrust.ts'
import { claudeCode } from './vocabularies/claude-code.ts'
import { codex } from './vocabularies/codex.ts'
import { copilot } from './vocabularies/copilot.ts'
import { crewai } from './vocabularies/crewai.ts'
import { extensionsAi } from './vocabularies/extensions-ai.ts'
import { flue } from './vocabularies/flue.ts'
import { geminiCli } from './vocabularies/gemini-cli.ts'
import { generic } from './vocabularies/generic.ts'
import { genkit } from './vocabularies/genkit.ts'
import { googleAdk } from './vocabularies/google-adk.ts'
import { haystack } from './vocabularies/haystack.ts'
import { koog } from './vocabularies/koog.ts'
import { laminar } from './vocabularies/laminar.ts'
import { langfuse } from './vocabularies/langfuse.ts'
import { langsmith } from './vocabularies/langsmith.ts'
import { langwatch } from './vocabularies/langwatch.ts'
import { litellm } from './vocabularies/litellm.ts'
import { livekit } from './vocabularies/livekit.ts'
import { logfire } from './vocabularies/logfire.ts'
import { loongsuite } from './vocabularies/loongsuite.ts'
import { loop } from './vocabularies/loop.ts'
import { mastra } from './vocabularies/mastra.ts'
import { mcp } from './vocabularies/mcp.ts'
import { mlflow } from './vocabularies/mlflow.ts'
import { openinference } from './vocabularies/openinference.ts'
import { openlit } from './vocabularies/openlit.ts'
import { openllmetry } from './vocabularies/openllmetry.ts'
import { otelGenai } from './vocabularies/otel-genai.ts'
import { pydanticAi } from './vocabularies/pydantic-ai.ts'
import { qwenCode } from './vocabularies/qwen-code.ts'
import { semanticKernel } from './vocabularies/semantic-kernel.ts'
import { sentry } from './vocabularies/sentry.ts'
import { springAi } from './vocabularies/spring-ai.ts'
import { strands } from './vocabularies/strands.ts'
import { vercelAi } from './vocabularies/vercel-ai.ts'
import { voltagent } from './vocabularies/voltagent.ts'
import type { Vocabulary } from './vocabulary.ts'

/**
 * Every vocabulary. What kind a span is of is decided by the first test that matches, in this
 * order: attributes of vendors stand before generic ones, because `gen_ai.operation.name` is used
 * for other things by several vendors. A real span often carries two or three vocabularies; each
 * field is read from the deciding one first, then from all in this order.
 */
export const vocabularies: readonly Vocabulary[] = [
  loop,
  // Known by attributes or scopes that nobody else uses.
  claudeCode,
  anthropicSdk,
  geminiCli,
  qwenCode,
  codex,
  crewai,
  mastra,
  langfuse,
  langsmith,
  logfire,
  mlflow,
  googleAdk,
  vercelAi,
  openinference,
  openllmetry,
  springAi,
  haystack,
  koog,
  sentry,
  genkit,
  livekit,
  laminar,
  flue,
  voltagent,
  agentops,
  braintrust,
  langwatch,
  litellm,
  loongsuite,
  // Its client spans carry the operation of the conventions in the scope of a framework.
  mcp,
  // The conventions' operation in a scope of their own.
  strands,
  pydanticAi,
  agentFramework,
  extensionsAi,
  semanticKernel,
  autogen,
  openlit,
  copilot,
  otelGenai,
  generic,
]
