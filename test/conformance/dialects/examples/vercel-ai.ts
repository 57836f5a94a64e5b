import type { DialectExamples } from '../example.ts'

const history = [
  { role: 'user', content: [{ type: 'text', text: 'Find invoice 4411' }] },
  {
    role: 'assistant',
    content: [{ type: 'tool-call', toolCallId: 'c1', toolName: 'search', args: { q: 'x' } }],
  },
]

export const vercelAi: DialectExamples = {
  dialect: 'vercel-ai',
  examples: [
    {
      title: 'ai.toolCall (4 to 6, and 7 legacy)',
      kind: 'tool',
      span: {
        name: 'ai.toolCall',
        scopeName: 'opencode',
        attributes: {
          'operation.name': 'ai.toolCall finder',
          'resource.name': 'finder',
          'ai.operationId': 'ai.toolCall',
          'ai.telemetry.functionId': 'finder',
          'ai.toolCall.name': 'search',
          'ai.toolCall.id': 'c1',
          'ai.toolCall.args': '{"q":"invoice 4411"}',
          'ai.toolCall.result': '{"hits":0}',
        },
      },
      argumentsKey: 'ai.toolCall.args',
      resultKey: 'ai.toolCall.result',
      callIdKey: 'ai.toolCall.id',
      reads: {
        tool: 'search',
        callId: 'c1',
        args: '{"q":"invoice 4411"}',
        observation: '{"hits":0}',
        failed: false,
        actor: 'finder',
        agent: 'finder',
        dialect: 'vercel-ai',
      },
    },
    {
      title: 'a tool call known by operation.name only',
      kind: 'tool',
      span: {
        name: 'ai.toolCall',
        attributes: {
          'operation.name': 'ai.toolCall finder',
          'ai.toolCall.name': 'search',
          'resource.name': 'finder',
        },
      },
      argumentsKey: null,
      resultKey: null,
      callIdKey: null,
      reads: { tool: 'search', agent: 'finder' },
    },
    {
      title: 'doGenerate of 4: `result` in the prompt, promptTokens',
      kind: 'model',
      span: {
        name: 'ai.generateText.doGenerate',
        attributes: {
          'ai.operationId': 'ai.generateText.doGenerate',
          'ai.model.id': 'm',
          'ai.response.text': 'Not found.',
          'ai.usage.promptTokens': 120,
          'ai.usage.completionTokens': 18,
          'ai.prompt.messages': JSON.stringify([
            ...history,
            {
              role: 'tool',
              content: [{ type: 'tool-result', toolCallId: 'c1', toolName: 'search', result: { hits: 0 } }],
            },
          ]),
        },
      },
      reads: { model: 'm', tokensIn: 120, tokensOut: 18, text: 'Not found.' },
      answers: [{ callId: 'c1', observation: { hits: 0 }, failed: false }],
    },
    {
      title: 'doStream of 6: typed `output` in the prompt, inputTokens',
      kind: 'model',
      span: {
        name: 'ai.streamText.doStream',
        attributes: {
          'ai.operationId': 'ai.streamText.doStream',
          'ai.response.model': 'm-2026',
          'ai.usage.inputTokens': 120,
          'ai.usage.outputTokens': 18,
          'ai.prompt.messages': JSON.stringify([
            ...history,
            {
              role: 'tool',
              content: [
                {
                  type: 'tool-result',
                  toolCallId: 'c1',
                  toolName: 'search',
                  output: { type: 'json', value: { hits: 0 } },
                },
                {
                  type: 'tool-result',
                  toolCallId: 'c2',
                  toolName: 'boom',
                  output: { type: 'error-text', value: 'upstream 503' },
                },
              ],
            },
          ]),
        },
      },
      reads: { model: 'm-2026', tokensIn: 120, tokensOut: 18, text: null },
      answers: [
        { callId: 'c1', observation: { hits: 0 }, failed: false },
        { callId: 'c2', observation: 'upstream 503', failed: true },
      ],
    },
    {
      title: 'ai.generateText, which repeats the tokens of its children',
      kind: 'silent',
      span: {
        name: 'ai.generateText',
        attributes: {
          'ai.operationId': 'ai.generateText',
          'ai.usage.promptTokens': 120,
          'ai.usage.completionTokens': 18,
          'ai.response.text': 'Not found.',
        },
      },
    },
    {
      title: 'ai.generateText of 4 whose last allowed step wanted a tool',
      kind: 'other',
      span: {
        name: 'ai.generateText',
        attributes: {
          'ai.operationId': 'ai.generateText',
          'ai.settings.maxSteps': 6,
          'ai.response.finishReason': 'tool-calls',
        },
      },
      reads: [{ kind: 'agent_limit', limit: 'maxSteps' }],
    },
    {
      title: 'ai.generateText of an application that loops by itself, one step at a time',
      kind: 'silent',
      span: {
        name: 'ai.generateText',
        attributes: {
          'ai.operationId': 'ai.generateText',
          'ai.settings.maxSteps': 1,
          'ai.response.finishReason': 'tool-calls',
        },
      },
    },
    {
      title: 'a step of 7',
      kind: 'silent',
      span: { name: 'step 1', scopeName: 'gen_ai', attributes: { 'gen_ai.operation.name': 'agent_step' } },
    },
    {
      title: 'ai.embed',
      kind: 'silent',
      span: { name: 'ai.embed.doEmbed', attributes: { 'ai.operationId': 'ai.embed.doEmbed' } },
    },
  ],
}
