import type { Condition, Vocabulary } from '../vocabulary.ts'

const operation = 'gen_ai.operation.name'
const agents = { scope: 'logfire.openai_agents' } as const
const mcp = { scope: 'logfire.mcp' } as const
const isLog = { attribute: 'logfire.span_type', is: ['log'] } as const
const providers: readonly Condition[] = [
  { scope: 'logfire.openai' },
  { scope: 'logfire.anthropic' },
  { scope: 'logfire.azure_ai_inference' },
]

/**
 * Logfire's own instrumentations: OpenAI Agents, the clients of OpenAI and Anthropic, MCP
 * (logfire/_internal/integrations of 3 and of 5.4.0). A span is named by its message template, in which
 * the values are not filled in. Its Claude Agent SDK follows the conventions.
 */
export const logfire: Vocabulary = {
  name: 'logfire',
  title: 'Logfire: OpenAI Agents, OpenAI, Anthropic, MCP',
  covers: 'Python 3 to 5.4',
  proof: ['source'],
  capture: {
    results: 'on',
    advice: 'Nothing to switch on; leave the scrubbing of keys such as `session` out of results of tools.',
  },
  kinds: [
    { kind: 'tool', when: [agents, { name: 'Function: {name}' }] },
    { kind: 'model', when: [agents, { nameStarts: 'Chat completion with' }] },
    { kind: 'model', when: [agents, { nameStarts: 'Responses API' }] },
    { kind: 'agent', when: [agents] },
    ...providers.flatMap((scope) => [
      { kind: 'ignore', when: [scope, { nameStarts: 'Embedding' }] } as const,
      { kind: 'ignore', when: [scope, { nameStarts: 'Image' }] } as const,
      // A streamed answer is written down as a record of its own when it has ended.
      { kind: 'model', when: [scope, { nameStarts: 'streaming response' }, isLog] } as const,
      {
        kind: 'ignore',
        when: [
          scope,
          { attribute: 'gen_ai.request.model', present: true },
          { attribute: 'gen_ai.response.model', present: false },
          { attribute: 'response_data', present: false },
        ],
      } as const,
      { kind: 'model', when: [scope, { attribute: 'gen_ai.request.model', present: true }] } as const,
    ]),
    { kind: 'tool', rank: 'mcp_client', when: [mcp, { nameStarts: 'MCP request: tools/call' }] },
    { kind: 'tool', rank: 'mcp_server', when: [mcp, { name: 'MCP server handle request: tools/call' }] },
    { kind: 'ignore', when: [mcp] },
    // Other integrations of it that name no operation, and logs.
    {
      kind: 'ignore',
      when: [isLog, { scopeStarts: 'logfire' }, { attribute: operation, present: false }],
    },
  ],
  fields: {
    toolName: [
      { attribute: 'name', own: true },
      { attribute: 'request', path: ['params', 'name'], own: true },
      { nameAfter: 'MCP request: tools/call ', own: true },
    ],
    toolArguments: [
      { attribute: 'input', own: true },
      { attribute: 'request', path: ['params', 'arguments'], own: true },
    ],
    toolObservation: [
      { attribute: 'output', own: true },
      { attribute: 'response', own: true },
    ],
    modelText: [
      'gen_ai.output.messages',
      { attribute: 'response_data', path: ['message'], own: true },
      { attribute: 'response_data', path: ['combined_chunk_content'], own: true },
      { attribute: 'response_data', path: ['text'], own: true },
      { attribute: 'events', part: 'answer', own: true },
      { attribute: 'request_data', path: ['messages'], part: 'answer', own: true },
    ],
    modelInput: [
      'gen_ai.input.messages',
      { attribute: 'events', part: 'prompt', own: true },
      { attribute: 'request_data', path: ['messages'], part: 'prompt', own: true },
    ],
    tokensIn: [
      'gen_ai.usage.input_tokens',
      { attribute: 'response_data', path: ['usage', 'prompt_tokens'], own: true },
    ],
    tokensOut: [
      'gen_ai.usage.output_tokens',
      { attribute: 'response_data', path: ['usage', 'completion_tokens'], own: true },
    ],
    costUsd: ['operation.cost'],
    agentName: [],
    session: [{ attribute: 'group_id', own: true }],
    failureText: [
      { attribute: 'error', path: ['data', 'error'], own: true },
      { attribute: 'error', path: ['message'], own: true },
    ],
  },
  failures: [{ source: { attribute: 'error', path: ['message'], own: true } }],
  // Its level says that a span failed, its status does not.
  limits: [
    { limit: 'MaxTurnsExceeded', when: [agents, { attribute: 'error', contains: '"Max turns exceeded"' }] },
  ],
  hints: { scopes: ['logfire.'] },
}
