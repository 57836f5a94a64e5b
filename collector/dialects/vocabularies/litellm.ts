import type { Vocabulary } from '../vocabulary.ts'

const operation = 'gen_ai.operation.name'

/**
 * LiteLLM, the library and its proxy (litellm/integrations/opentelemetry.py and otel/ of 1.110.2). Without
 * OTEL_SEMCONV_STABILITY_OPT_IN its operation is the name of the function that was called. The span of
 * the proxy's request around it repeats the call.
 */
export const litellm: Vocabulary = {
  name: 'litellm',
  title: 'LiteLLM, library and proxy',
  covers: '1.60 to 1.110',
  proof: ['source'],
  capture: {
    results: 'on',
    advice:
      'Answers to tools stand in the prompts: leave turn_off_message_logging false. Propagate traceparent to the proxy, or each call is a trace of its own.',
  },
  kinds: [
    {
      kind: 'model',
      when: [
        {
          attribute: operation,
          is: [
            'completion',
            'acompletion',
            'atext_completion',
            'responses',
            'aresponses',
            'anthropic_messages',
            'aanthropic_messages',
            'agenerate_content',
            'agenerate_content_stream',
          ],
        },
      ],
    },
    // The provider's request once more.
    { kind: 'ignore', when: [{ name: 'raw_gen_ai_request' }] },
    { kind: 'ignore', when: [{ attribute: operation, is: ['embedding', 'aembedding'] }] },
  ],
  fields: { costUsd: ['litellm.cost.total', 'gen_ai.cost.total_cost'] },
  hints: { keys: ['litellm.'], scopes: ['litellm'] },
}
