import type { Vocabulary } from '../vocabulary.ts'

const scope = 'agent_framework'
const operation = 'gen_ai.operation.name'

/** Microsoft Agent Framework, Python (agent_framework/observability.py at 5eb3eb745). */
export const agentFramework: Vocabulary = {
  name: 'agent-framework',
  title: 'Microsoft Agent Framework, Python',
  covers: 'commit 5eb3eb745',
  proof: ['source', 'trace'],
  capture: { results: 'off', advice: 'Set ENABLE_SENSITIVE_DATA=true, or enable_sensitive_data.' },
  kinds: [
    { kind: 'tool', when: [{ scope }, { attribute: operation, is: ['execute_tool'] }] },
    { kind: 'model', when: [{ scope }, { attribute: operation, is: ['chat'] }] },
    // Workflows and their messages, too.
    { kind: 'agent', when: [{ scope }] },
  ],
  // A random UUID names an agent that has no name, on the agent's span only.
  fields: { laneName: [] },
  resultsTellFailure: true,
  hints: { scopes: ['agent_framework'] },
}
