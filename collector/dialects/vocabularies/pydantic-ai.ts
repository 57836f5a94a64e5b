import type { Vocabulary } from '../vocabulary.ts'

const scope = 'pydantic-ai'
const operation = 'gen_ai.operation.name'
const namesTool = { attribute: 'gen_ai.tool.name', present: true } as const

/** Pydantic AI and Logfire (pydantic_ai_slim/pydantic_ai/_instrumentation.py at 4fda38988). */
export const pydanticAi: Vocabulary = {
  name: 'pydantic-ai',
  title: 'Pydantic AI, Logfire',
  covers: 'instrumentation versions 1 to 6; Python 2.68',
  proof: ['live', 'source', 'trace'],
  capture: { results: 'on', advice: 'Leave include_content of InstrumentationSettings true.' },
  kinds: [
    // Copies of unfinished spans, meant for Logfire's own exporter.
    { kind: 'ignore', when: [{ attribute: 'logfire.span_type', is: ['pending_span'] }] },
    // Output functions: the final answer, not work.
    { kind: 'ignore', when: [{ scope }, { attribute: 'gen_ai.tool.name', is: ['final_result'] }] },
    // Waiting for approval or another process: the tool did not run.
    { kind: 'ignore', when: [{ attribute: 'pydantic_ai.tool.deferral.name', present: true }] },
    { kind: 'tool', when: [{ scope }, { attribute: operation, is: ['execute_tool'] }] },
    { kind: 'tool', when: [{ scope }, { nameStarts: 'running tool' }, namesTool] },
    {
      kind: 'tool',
      when: [{ attribute: 'logfire.json_schema', present: true }, { nameStarts: 'running tool' }, namesTool],
    },
    { kind: 'model', when: [{ scope }, { attribute: operation, is: ['chat'] }] },
    // `running N tools`, whose calls have spans of their own, and runs of agents.
    { kind: 'agent', when: [{ scope }] },
  ],
  fields: {
    toolArguments: ['gen_ai.tool.call.arguments', { attribute: 'tool_arguments', own: true }],
    toolObservation: ['gen_ai.tool.call.result', { attribute: 'tool_response', own: true }],
    costUsd: ['operation.cost'],
    // Version 1 has one list of events for the whole conversation.
    modelText: ['gen_ai.output.messages', { attribute: 'events', part: 'answer', own: true }],
    modelInput: ['gen_ai.input.messages', { attribute: 'events', part: 'prompt', own: true }],
    agentName: ['gen_ai.agent.name', { attribute: 'agent_name', own: true }],
  },
  failures: [{ source: 'pydantic_ai.tool.failure_stage' }],
  limits: [{ limit: 'UsageLimitExceeded', exception: 'UsageLimitExceeded' }],
  hints: { keys: ['pydantic_ai.', 'logfire.'], scopes: ['pydantic-ai'] },
}
