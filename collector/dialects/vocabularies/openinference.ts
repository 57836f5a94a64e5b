import { claudeResultLimits } from '../claude-result.ts'
import type { Vocabulary } from '../vocabulary.ts'

const kind = 'openinference.span.kind'
const isTool = { attribute: kind, is: ['TOOL'] } as const
const beeai = { scopeStarts: 'openinference.instrumentation.beeai' } as const

/**
 * OpenInference (spec/semantic_conventions.md and its instrumentations of LangChain, OpenAI Agents,
 * smolagents, CrewAI, Agno, LlamaIndex, the Claude Agent SDK, BeeAI, AG2).
 */
export const openinference: Vocabulary = {
  name: 'openinference',
  title: 'OpenInference',
  covers:
    'commit 1fe497f1d (August 2026); LangChain JS 4.1.1 and Python 0.1.80, OpenAI Agents 2.6.0, smolagents 0.1.43',
  proof: ['live', 'source', 'trace'],
  capture: {
    results: 'on',
    advice:
      'Leave OPENINFERENCE_HIDE_INPUTS and OPENINFERENCE_HIDE_OUTPUTS unset. A process that is killed exports nothing of its open spans.',
  },
  kinds: [
    // BeeAI 0.1 writes one call as start, success and finish.
    { kind: 'ignore', when: [isTool, beeai, { nameEnds: '.start' }] },
    { kind: 'ignore', when: [isTool, beeai, { nameEnds: '.finish' }] },
    // Final answers of smolagents.
    { kind: 'ignore', when: [isTool, { name: 'FinalAnswerTool' }] },
    { kind: 'ignore', when: [isTool, { attribute: 'tool.name', is: ['final_answer'] }] },
    { kind: 'tool', when: [isTool] },
    { kind: 'model', when: [{ attribute: kind, is: ['LLM'] }] },
    // Python LangChain calls any run an agent whose name contains "agent", a tool too.
    {
      kind: 'tool',
      when: [
        { attribute: kind, is: ['AGENT'] },
        { attribute: 'tool.name', present: true },
      ],
    },
    { kind: 'agent', when: [{ attribute: kind, is: ['AGENT', 'CHAIN'] }] },
    { kind: 'ignore', when: [{ attribute: kind, present: true }] },
  ],
  fields: {
    toolName: ['tool.name', { nameBefore: '.__call__', own: true }], // the latter: DSPy
    callId: ['tool.id', 'tool_call.id'], // Claude Agent SDK; AG2
    // `tool.parameters` is the schema in half of the instrumentations. LangChain unwraps a single
    // text argument, so that arguments compare within one tool only.
    toolArguments: [
      { attribute: 'input.value', own: true },
      // Bedrock agents: an action group's parameters stand in the call of a message.
      {
        attribute: 'llm.input_messages.0.message.tool_calls.0.tool_call.function.arguments',
        own: true,
      },
    ],
    toolObservation: [{ attribute: 'output.value', own: true }],
    modelName: ['llm.model_name'],
    tokensIn: ['llm.token_count.prompt'],
    tokensOut: ['llm.token_count.completion'],
    costUsd: ['llm.cost.total'],
    modelText: [{ under: 'llm.output_messages.' }],
    modelInput: [{ under: 'llm.input_messages.' }],
    // LangChain's create_agent puts its name into the metadata of all spans below.
    agentName: ['agent.name', { attribute: 'metadata', path: ['lc_agent_name'], own: true }],
    laneName: [{ attribute: 'metadata', path: ['lc_agent_name'], own: true }],
    session: [
      'session.id',
      { attribute: 'metadata', path: ['session_id'], own: true },
      { attribute: 'metadata', path: ['thread_id'], own: true },
      { attribute: 'metadata', path: ['conversation_id'], own: true },
    ],
  },
  limits: [
    // Claude Agent SDK: the subtype of the result message.
    { limit: 'max_turns', message: /^Result error: error_max_turns/ },
    { limit: 'max_budget', message: /^Result error: error_max_budget/ },
    ...claudeResultLimits('output.value', [{ attribute: kind, is: ['AGENT'] }]),
    // LangChain's AgentExecutor returns this text as its answer.
    {
      limit: 'max_iterations',
      when: [{ name: 'AgentExecutor' }, { attribute: 'output.value', contains: 'Agent stopped due to' }],
    },
  ],
  hints: { keys: ['openinference.'], scopes: ['openinference.', '@arizeai/'] },
}
