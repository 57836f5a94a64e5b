import { describe } from 'vitest'
import { describeDialect } from './conformance.ts'
import { loop } from './examples/loop.ts'
import { mcp } from './examples/mcp.ts'
import { otelGenai } from './examples/otel-genai.ts'
import { vercelAi } from './examples/vercel-ai.ts'

describe('dialects', () => {
  for (const table of [loop, mcp, otelGenai, vercelAi]) describeDialect(table)
})
