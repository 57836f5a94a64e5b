import { describe, expect, test } from 'vitest'
import { vocabularies } from '../../../collector/dialects/vocabulary-list.ts'
import { describeDialect } from './conformance.ts'
import { agentops } from './examples/agentops.ts'
import { anthropicSdk } from './examples/anthropic-sdk.ts'
import { claudeCode } from './examples/claude-code.ts'
import { geminiCli } from './examples/gemini-cli.ts'
import { googleAdk } from './examples/google-adk.ts'
import { haystack } from './examples/haystack.ts'
import { keyed } from './examples/keyed.ts'
import { langfuse } from './examples/langfuse.ts'
import { langsmith } from './examples/langsmith.ts'
import { logfire } from './examples/logfire.ts'
import { loop } from './examples/loop.ts'
import { mastra } from './examples/mastra.ts'
import { mcp } from './examples/mcp.ts'
import { mlflow } from './examples/mlflow.ts'
import { openinference } from './examples/openinference.ts'
import { openllmetry } from './examples/openllmetry.ts'
import { otelGenai } from './examples/otel-genai.ts'
import { proxies } from './examples/proxies.ts'
import { pydanticAi } from './examples/pydantic-ai.ts'
import { qwenCode } from './examples/qwen-code.ts'
import { scoped } from './examples/scoped.ts'
import { springAi } from './examples/spring-ai.ts'
import { strands } from './examples/strands.ts'
import { vercelAi } from './examples/vercel-ai.ts'

const tables = [
  loop,
  mcp,
  otelGenai,
  vercelAi,
  openinference,
  openllmetry,
  langsmith,
  langfuse,
  mastra,
  pydanticAi,
  googleAdk,
  strands,
  mlflow,
  claudeCode,
  anthropicSdk,
  geminiCli,
  springAi,
  haystack,
  logfire,
  agentops,
  qwenCode,
  ...proxies,
  ...scoped,
  ...keyed,
]

describe('dialects', () => {
  for (const table of tables) describeDialect(table)

  test('have a table each', () => {
    const named = new Set(tables.map(({ dialect }) => dialect))
    // Spans of the last resort stand in the table of the conventions.
    const expected = vocabularies.map(({ name }) => name).filter((name) => name !== 'generic')
    expect(expected.filter((name) => !named.has(name))).toEqual([])
  })
})
