import type { DialectExamples } from '../example.ts'
import { chatReads, genaiChat, searchExample } from '../tool-example.ts'

const call = { id: 'call_1', type: 'function', function: { name: 'search', arguments: '{"q":"x"}' } }

/** Vocabularies of what stands between an agent and its models, or takes its traces. */
export const proxies: readonly DialectExamples[] = [
  {
    dialect: 'litellm',
    examples: [
      {
        title: 'a model call, named by the function that was called',
        kind: 'model',
        span: {
          name: 'litellm_request',
          scopeName: 'litellm',
          attributes: {
            ...genaiChat,
            'gen_ai.operation.name': 'acompletion',
            'gen_ai.cost.total_cost': 0.002,
          },
        },
        reads: { ...chatReads, costUsd: 0.002 },
      },
      {
        title: "a model call in OpenAI's newer protocol",
        kind: 'model',
        span: {
          name: 'litellm_request',
          scopeName: 'litellm',
          attributes: { ...genaiChat, 'gen_ai.operation.name': 'aresponses' },
        },
        reads: chatReads,
      },
      {
        title: 'the request to the provider once more',
        kind: 'silent',
        span: {
          name: 'raw_gen_ai_request',
          scopeName: 'litellm',
          attributes: { 'llm.openai.model': 'm', 'llm.openai.messages': '[]' },
        },
      },
    ],
  },
  {
    dialect: 'langwatch',
    examples: [
      searchExample({
        title: 'a tool',
        span: {
          name: 'search',
          attributes: {
            'langwatch.span.type': 'tool',
            'langwatch.input': '{"type": "json", "value": {"q": "x"}}',
            'langwatch.output': '{"type": "text", "value": "no hits"}',
          },
        },
        argumentsKey: 'langwatch.input',
        resultKey: 'langwatch.output',
        callIdKey: null,
        reads: { callId: null, args: { q: 'x' } },
      }),
      {
        title: 'a model call',
        kind: 'model',
        span: {
          attributes: {
            'langwatch.span.type': 'llm',
            'gen_ai.request.model': 'm',
            'langwatch.metrics': '{"prompt_tokens": 120, "completion_tokens": 18, "cost": 0.002}',
            'langwatch.input': JSON.stringify({
              type: 'chat_messages',
              value: [
                { role: 'assistant', tool_calls: [{ ...call, id: 'call_0' }] },
                { role: 'tool', tool_call_id: 'call_0', content: 'no hits' },
              ],
            }),
            'langwatch.output': JSON.stringify({
              type: 'chat_messages',
              value: [{ role: 'assistant', content: 'Looking.', tool_calls: [call] }],
            }),
          },
        },
        reads: {
          model: 'm',
          tokensIn: 120,
          tokensOut: 18,
          costUsd: 0.002,
          text: 'Looking.',
          requests: [{ callId: 'call_1', tool: 'search', args: '{"q":"x"}' }],
        },
        answers: [{ callId: 'call_0', observation: 'no hits', failed: false }],
      },
      {
        title: 'any other span',
        kind: 'silent',
        span: { parentSpanId: 'a'.repeat(16), attributes: { 'langwatch.span.type': 'workflow' } },
      },
    ],
  },
  {
    dialect: 'braintrust',
    examples: [
      searchExample({
        title: 'a tool',
        span: {
          name: 'search',
          attributes: {
            'braintrust.span_attributes': '{"type":"tool"}',
            'braintrust.input_json': '{"q":"x"}',
            'braintrust.output_json': '"no hits"',
          },
        },
        argumentsKey: 'braintrust.input_json',
        resultKey: 'braintrust.output_json',
        callIdKey: null,
        reads: { callId: null },
      }),
      {
        title: 'a model call',
        kind: 'model',
        span: {
          name: 'Chat Completion',
          attributes: {
            'braintrust.span_attributes': '{"type":"llm"}',
            'braintrust.metadata': '{"provider":"openai","model":"m"}',
            'braintrust.metrics': '{"prompt_tokens":120,"completion_tokens":18,"tokens":138}',
            'braintrust.input_json': JSON.stringify([
              { role: 'user', content: 'find x' },
              { role: 'assistant', tool_calls: [{ ...call, id: 'call_0' }] },
              { role: 'tool', tool_call_id: 'call_0', content: 'no hits' },
            ]),
            'braintrust.output_json': JSON.stringify([
              { index: 0, message: { role: 'assistant', content: 'Looking.', tool_calls: [call] } },
            ]),
          },
        },
        reads: {
          model: 'm',
          tokensIn: 120,
          tokensOut: 18,
          text: 'Looking.',
          requests: [{ callId: 'call_1', tool: 'search', args: '{"q":"x"}' }],
        },
        answers: [{ callId: 'call_0', observation: 'no hits', failed: false }],
      },
      {
        title: 'a task',
        kind: 'silent',
        span: {
          parentSpanId: 'a'.repeat(16),
          attributes: { 'braintrust.span_attributes': '{"type":"task"}', 'braintrust.input_json': '"x"' },
        },
      },
    ],
  },
]
