import type { Vocabulary } from '../vocabulary.ts'

const kind = 'agentops.span.kind'

/** AgentOps (agentops/semconv, its decorators, its instrumentations of frameworks and its callback for LangChain; 0.4.21). */
export const agentops: Vocabulary = {
  name: 'agentops',
  title: 'AgentOps',
  covers: 'Python 0.4',
  proof: ['source'],
  capture: { results: 'on', advice: 'Nothing to switch on.' },
  kinds: [
    { kind: 'tool', when: [{ attribute: kind, is: ['tool'] }] },
    // CrewAI: an inner layer of the call that the span around it tells.
    { kind: 'tool', rank: 'mcp_client', when: [{ attribute: kind, is: ['tool.usage'] }] },
    { kind: 'model', when: [{ attribute: kind, is: ['llm', 'llm.call'] }] },
    { kind: 'ignore', when: [{ attribute: kind, is: ['http', 'text', 'guardrail'] }] },
    { kind: 'agent', when: [{ attribute: kind, present: true }] },
  ],
  fields: {
    toolName: [
      { attribute: 'tool.name', own: true },
      { attribute: 'langchain.tool.name', own: true },
      { attribute: 'operation.name', own: true },
      { nameBefore: '.tool', own: true },
    ],
    toolArguments: [
      { attribute: 'tool.parameters', own: true },
      'langchain.tool.input',
      'agentops.tool.input',
      { attribute: 'agentops.entity.input', own: true },
    ],
    toolObservation: [
      { attribute: 'tool.result', own: true },
      'langchain.tool.output',
      'agentops.tool.output',
      { attribute: 'agentops.entity.output', own: true },
    ],
    laneName: [],
    failureText: [{ attribute: 'langchain.tool.error', own: true }],
  },
  failures: [{ source: { attribute: 'tool.status', own: true }, is: ['failed', 'error'] }],
  hints: { keys: ['agentops.'], scopes: ['agentops'] },
}
