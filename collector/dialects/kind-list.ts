import { loopAttributes } from '@loop-observer/rules'
import type { KindTest } from './vocabulary.ts'

/**
 * What kind of span it is: the first test that matches decides. Vendor attributes stand before
 * generic ones, because `gen_ai.operation.name` is used for other things by several vendors.
 */
export const kindList: readonly KindTest[] = [
  // Our own (rules/words/attributes.ts). Decision spans come back through a shared Collector.
  { dialect: 'loop', kind: 'ignore', when: [{ attribute: loopAttributes.decisionSeq, present: true }] },
  {
    dialect: 'loop',
    kind: 'tool',
    rank: 'sdk',
    when: [{ attribute: loopAttributes.stepKind, is: ['tool'] }],
  },
  { dialect: 'loop', kind: 'model', when: [{ attribute: loopAttributes.stepKind, is: ['model'] }] },
  { dialect: 'loop', kind: 'check', when: [{ attribute: loopAttributes.stepKind, is: ['check'] }] },
  { dialect: 'loop', kind: 'bar', when: [{ attribute: loopAttributes.stepKind, is: ['bar'] }] },
  { dialect: 'loop', kind: 'user', when: [{ attribute: loopAttributes.stepKind, is: ['user'] }] },
  { dialect: 'loop', kind: 'progress', when: [{ attribute: loopAttributes.stepKind, is: ['progress'] }] },

  // Vercel AI SDK 4, 5, 6, and 7 with its legacy integration (vercel/ai packages/otel/src/legacy-open-telemetry.ts).
  // Applications pass their own tracer, so the scope's name says nothing.
  { dialect: 'vercel-ai', kind: 'tool', when: [{ attribute: 'ai.operationId', is: ['ai.toolCall'] }] },
  { dialect: 'vercel-ai', kind: 'model', when: [{ attribute: 'ai.operationId', ends: '.doGenerate' }] },
  { dialect: 'vercel-ai', kind: 'model', when: [{ attribute: 'ai.operationId', ends: '.doStream' }] },
  { dialect: 'vercel-ai', kind: 'ignore', when: [{ attribute: 'ai.operationId', starts: 'ai.embed' }] },
  { dialect: 'vercel-ai', kind: 'agent', when: [{ attribute: 'ai.operationId', starts: 'ai.' }] },
  { dialect: 'vercel-ai', kind: 'tool', when: [{ attribute: 'operation.name', starts: 'ai.toolCall' }] },
  { dialect: 'vercel-ai', kind: 'agent', when: [{ attribute: 'operation.name', starts: 'ai.' }] },

  // MCP (OpenTelemetry semantic-conventions, docs/gen-ai/mcp.md). An execute_tool span that an
  // MCP instrumentation enriched instead of adding its own is internal, and keeps its rank.
  {
    dialect: 'mcp',
    kind: 'tool',
    rank: 'mcp_server',
    when: [{ attribute: 'mcp.method.name', is: ['tools/call'] }, { spanKind: [2, 5] }],
  },
  {
    dialect: 'mcp',
    kind: 'tool',
    rank: 'mcp_client',
    when: [{ attribute: 'mcp.method.name', is: ['tools/call'] }, { spanKind: [3, 4] }],
  },
  { dialect: 'mcp', kind: 'tool', when: [{ attribute: 'mcp.method.name', is: ['tools/call'] }] },
  { dialect: 'mcp', kind: 'ignore', when: [{ attribute: 'mcp.method.name', present: true }] },

  // Vercel AI SDK 7 (@ai-sdk/otel): its steps carry an operation that the conventions do not have.
  { dialect: 'vercel-ai', kind: 'agent', when: [{ attribute: 'gen_ai.operation.name', is: ['agent_step'] }] },

  // OpenTelemetry GenAI conventions (semantic-conventions 1.27 to 1.41, then semantic-conventions-genai).
  {
    dialect: 'otel-genai',
    kind: 'tool',
    when: [{ attribute: 'gen_ai.operation.name', is: ['execute_tool'] }],
  },
  {
    dialect: 'otel-genai',
    kind: 'model',
    when: [{ attribute: 'gen_ai.operation.name', is: ['chat', 'text_completion', 'generate_content'] }],
  },
  {
    dialect: 'otel-genai',
    kind: 'agent',
    when: [{ attribute: 'gen_ai.operation.name', is: ['invoke_agent', 'create_agent', 'invoke_workflow'] }],
  },
  {
    dialect: 'otel-genai',
    kind: 'ignore',
    when: [{ attribute: 'gen_ai.operation.name', is: ['embeddings', 'retrieval'] }],
  },

  // What is left: instrumentations that name the tool and spell the operation their own way.
  {
    dialect: 'generic',
    kind: 'tool',
    when: [
      { attribute: 'gen_ai.operation.name', is: ['tool', 'tool_call'] },
      { attribute: 'gen_ai.tool.name', present: true },
    ],
  },
  {
    dialect: 'generic',
    kind: 'tool',
    when: [{ nameStarts: 'execute_tool ' }, { attribute: 'gen_ai.tool.name', present: true }],
  },
  {
    dialect: 'generic',
    kind: 'tool',
    when: [{ nameStarts: 'running tool' }, { attribute: 'gen_ai.tool.name', present: true }],
  },
  {
    dialect: 'generic',
    kind: 'tool',
    when: [{ nameStarts: 'tool.' }, { attribute: 'gen_ai.tool.name', present: true }],
  },
]
