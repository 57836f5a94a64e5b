import type { Vocabulary } from '../vocabulary.ts'

const kind = 'traceloop.span.kind'
const mcp = { scopeStarts: 'opentelemetry.instrumentation.mcp' } as const

/** OpenLLMetry (traceloop/openllmetry 0.62.1; traceloop/openllmetry-js 0.27.0). */
export const openllmetry: Vocabulary = {
  name: 'openllmetry',
  title: 'OpenLLMetry (Traceloop)',
  covers: 'Python until 0.62.4, JS 0.27.0',
  proof: ['live', 'source'],
  capture: {
    results: 'on',
    advice:
      'Leave TRACELOOP_TRACE_CONTENT unset. OpenAI Agents before 0.61 exports neither arguments nor results of tools; CrewAI has no tool spans. In JS wrap a LangChain run in withWorkflow, or each of its spans is a trace of its own.',
  },
  kinds: [
    // MCP's client and server write the same span; a server's result is a list of parts.
    {
      kind: 'tool',
      rank: 'mcp_server',
      when: [mcp, { nameEnds: '.tool' }, { attribute: 'traceloop.entity.output', starts: '[' }],
    },
    { kind: 'tool', rank: 'mcp_client', when: [mcp, { nameEnds: '.tool' }] },
    // Until 0.52. These spans carry no operation.
    { kind: 'model', when: [{ attribute: 'llm.request.type', is: ['chat', 'completion'] }] },
    { kind: 'tool', when: [{ attribute: kind, is: ['tool'] }] },
    // JS calls a tool of LangChain a task.
    {
      kind: 'tool',
      when: [
        { attribute: kind, is: ['task'] },
        { attribute: 'gen_ai.operation.name', is: ['execute_tool'] },
      ],
    },
    { kind: 'tool', when: [{ attribute: kind, is: ['task'] }, { name: 'call_tool.task' }] }, // LlamaIndex
    {
      kind: 'model',
      when: [
        { attribute: kind, present: true },
        { attribute: 'gen_ai.operation.name', is: ['chat', 'text_completion', 'generate_content'] },
      ],
    },
    { kind: 'agent', when: [{ attribute: kind, present: true }] },
  ],
  fields: {
    toolName: [
      'gen_ai.tool.name',
      { attribute: 'tool.name', own: true }, // LlamaIndex
      'traceloop.entity.name',
      { nameBefore: '.tool', own: true },
    ],
    toolArguments: [
      'gen_ai.tool.call.arguments',
      { attribute: 'tool.arguments', own: true }, // LlamaIndex
      'traceloop.entity.input',
    ],
    toolObservation: ['gen_ai.tool.call.result', 'traceloop.entity.output'],
    modelText: [{ under: 'gen_ai.completion.' }],
    modelInput: [{ under: 'gen_ai.prompt.' }],
    // LangGraph's node of tools gives the messages that name tool and call.
    agentAnswers: [
      {
        attribute: 'traceloop.entity.output',
        containing: '"ToolMessage"',
        path: ['messages'],
        own: true,
      },
    ],
    // `gen_ai.agent.id` is the run's id in LangChain.
    laneName: [],
    session: [
      'traceloop.association.properties.session_id',
      'traceloop.association.properties.thread_id',
      'traceloop.association.properties.conversation_id',
    ],
  },
  classNames: ['DynamicStructuredTool', 'DynamicTool', 'StructuredTool'],
  hints: { keys: ['traceloop.'], scopes: ['@traceloop/'] },
}
