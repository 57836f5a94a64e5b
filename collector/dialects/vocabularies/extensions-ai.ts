import type { Vocabulary } from '../vocabulary.ts'

const operation = 'gen_ai.operation.name'
const chats = { scopeStarts: 'Experimental.Microsoft.Extensions.AI' } as const
const agents = { scopeStarts: 'Experimental.Microsoft.Agents.AI' } as const

/** Microsoft.Extensions.AI and Agent Framework for .NET (FunctionInvokingChatClient.cs at 5862342c9). */
export const extensionsAi: Vocabulary = {
  name: 'extensions-ai',
  title: 'Microsoft.Extensions.AI, Agent Framework for .NET',
  covers: 'dotnet/extensions at 5862342c9',
  proof: ['source', 'trace'],
  capture: {
    results: 'off',
    advice:
      'Set EnableSensitiveData, or OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT=true. A call that threw has no result; a call of an unknown tool has no span.',
  },
  kinds: [
    // Sums the tokens of its chats.
    { kind: 'agent', when: [chats, { nameStarts: 'orchestrate_tools' }] },
    ...[chats, agents].flatMap((scope) => [
      { kind: 'tool', when: [scope, { attribute: operation, is: ['execute_tool'] }] } as const,
      { kind: 'model', when: [scope, { attribute: operation, is: ['chat'] }] } as const,
      { kind: 'agent', when: [scope] } as const,
    ]),
  ],
  hints: { scopes: ['Experimental.Microsoft.'] },
}
