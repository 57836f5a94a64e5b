import type { Vocabulary } from '../vocabulary.ts'

const kind = 'spring.ai.kind'

/** Spring AI (spring-ai-model tool/observation, tags v1.0.0, v1.1.0, v2.0.1). */
export const springAi: Vocabulary = {
  name: 'spring-ai',
  title: 'Spring AI',
  covers: '1.0 to 2.0',
  proof: ['source'],
  capture: {
    results: 'off',
    advice: 'Set spring.ai.tools.observations.include-content=true. The model’s text goes to logs only.',
  },
  kinds: [
    { kind: 'tool', when: [{ attribute: kind, is: ['tool_call'] }] },
    // Chat clients and advisors; 1.x gives them the operation `framework`.
    { kind: 'agent', when: [{ attribute: kind, present: true }] },
  ],
  fields: {
    toolName: ['spring.ai.tool.definition.name'],
    callId: ['spring.ai.tool.call.id'],
    toolArguments: ['spring.ai.tool.call.arguments'],
    toolObservation: ['spring.ai.tool.call.result'],
    session: ['spring.ai.chat.client.conversation.id'],
  },
  // Micrometer's key value for "no value".
  placeholders: [{ prefix: 'spring.ai.', values: ['none'] }],
  hints: { keys: ['spring.ai.'] },
}
