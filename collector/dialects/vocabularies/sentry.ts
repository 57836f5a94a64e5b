import type { Vocabulary } from '../vocabulary.ts'

const op = 'sentry.op'

/** Sentry's agent monitoring (packages/core/src/tracing/ai/gen-ai-attributes.ts at f7a6cc0c). */
export const sentry: Vocabulary = {
  name: 'sentry',
  title: 'Sentry',
  covers: 'JavaScript at f7a6cc0c',
  proof: ['source'],
  capture: {
    results: 'off',
    advice: 'Set recordInputs and recordOutputs of its AI integration, or sendDefaultPii.',
  },
  kinds: [
    { kind: 'tool', when: [{ attribute: op, is: ['gen_ai.execute_tool'] }] },
    {
      kind: 'model',
      when: [
        {
          attribute: op,
          is: [
            'gen_ai.chat',
            'gen_ai.text_completion',
            'gen_ai.generate_content',
            'gen_ai.responses',
            'gen_ai.generate_text',
            'gen_ai.stream_text',
            'gen_ai.generate_object',
            'gen_ai.stream_object',
          ],
        },
      ],
    },
    { kind: 'ignore', when: [{ attribute: op, starts: 'gen_ai.embed' }] },
    { kind: 'agent', when: [{ attribute: op, starts: 'gen_ai.' }] },
  ],
  fields: {
    modelText: ['gen_ai.response.text'],
    modelRequests: ['gen_ai.response.tool_calls'],
    modelInput: ['gen_ai.input.messages', 'gen_ai.request.messages'],
  },
  hints: { keys: ['sentry.'] },
}
