import { loopAttributes } from '@loop-observer/rules'
import type { Source } from './vocabulary.ts'

// Where each field stands, in reading order, over all vocabularies: a span often carries two or
// three. The first source that holds something other than a placeholder is taken.
// Sources of the names: semantic-conventions docs/gen-ai (1.27 to 1.41) and semantic-conventions-genai;
// vercel/ai packages/otel (ai 4.3, 5.0, 6.0, 7.0); rules/words/attributes.ts for `loop.*`.

/** Name of the tool. */
export const toolName: readonly Source[] = [
  'gen_ai.tool.name',
  'ai.toolCall.name',
  { nameAfter: 'execute_tool ' },
  { nameAfter: 'tools/call ' }, // MCP spans are named `{mcp.method.name} {target}`
]

/** Id of the call, as the model gave it. */
export const callId: readonly Source[] = ['gen_ai.tool.call.id', 'ai.toolCall.id']

/** Arguments of the call. */
export const toolArguments: readonly Source[] = [
  'gen_ai.tool.call.arguments',
  'ai.toolCall.args',
  { event: 'gen_ai.tool.message', attribute: 'content' },
  {
    event: 'gen_ai.client.inference.operation.details',
    attribute: 'gen_ai.input.messages',
    path: ['*', 'parts', '*', 'arguments'],
  },
]

/** What came back. */
export const toolObservation: readonly Source[] = [
  'gen_ai.tool.call.result',
  'ai.toolCall.result',
  { event: 'gen_ai.choice', attribute: 'message' },
  { event: 'gen_ai.choice', attribute: 'content' },
  {
    event: 'gen_ai.client.inference.operation.details',
    attribute: 'gen_ai.output.messages',
    path: ['*', 'parts', '*', 'response'],
  },
]

/** Name of the model. */
export const modelName: readonly Source[] = [
  'gen_ai.response.model',
  'ai.response.model',
  'gen_ai.request.model',
  'ai.model.id',
]

/** Tokens of the prompt, cached ones included. */
export const tokensIn: readonly Source[] = [
  'gen_ai.usage.input_tokens',
  'gen_ai.usage.prompt_tokens', // until 1.27
  'ai.usage.inputTokens', // AI SDK 5 streamText, 6
  'ai.usage.promptTokens', // AI SDK 4, 5 generateText
]

/** Tokens of the answer. */
export const tokensOut: readonly Source[] = [
  'gen_ai.usage.output_tokens',
  'gen_ai.usage.completion_tokens', // until 1.27
  'ai.usage.outputTokens',
  'ai.usage.completionTokens',
]

/** Cost of a model call in US dollars. The conventions have none. */
export const costUsd: readonly Source[] = [loopAttributes.costUsd, 'gen_ai.usage.cost']

/** The model's own words: plain text, or messages from which the text parts are taken. */
export const modelText: readonly Source[] = [
  loopAttributes.text,
  'ai.response.text',
  'gen_ai.output.messages',
  { event: 'gen_ai.client.inference.operation.details', attribute: 'gen_ai.output.messages' },
  { event: 'gen_ai.choice', attribute: 'message' }, // until 1.36
  { event: 'gen_ai.choice', attribute: 'content' },
  { event: 'gen_ai.content.completion', attribute: 'gen_ai.completion' }, // 1.27
]

/** Messages sent to the model, which answer earlier calls. */
export const modelInput: readonly Source[] = [
  'gen_ai.input.messages',
  'ai.prompt.messages',
  { event: 'gen_ai.client.inference.operation.details', attribute: 'gen_ai.input.messages' },
]

/** Name of the agent that the run belongs to. */
export const agentName: readonly Source[] = [
  loopAttributes.agent,
  'gen_ai.agent.name',
  'ai.telemetry.functionId',
  { attribute: 'resource.name', only: ['vercel-ai'] },
]

/** The actor. Our own spans say it in `loop.lane` only: their agent's name is the run's. */
export const laneName: readonly Source[] = ['gen_ai.agent.name', 'gen_ai.agent.id', 'ai.telemetry.functionId']

/** Session or conversation, shown with the run. A policy may make one of them the run's key. */
export const session: readonly Source[] = [
  'gen_ai.conversation.id',
  'session.id',
  'ai.telemetry.metadata.sessionId',
  'ai.telemetry.metadata.threadId',
  'ai.telemetry.metadata.conversationId',
  'mcp.session.id',
]

/** Annotations that say whether a tool only reads. No convention has them yet. */
export const readOnlyHint: readonly Source[] = [
  loopAttributes.readOnly,
  { attribute: 'mcp.tool.annotations.readOnlyHint', only: ['mcp'] },
  { attribute: 'mcp.tool.annotations.read_only_hint', only: ['mcp'] },
]

/** Annotations that say that a tool destroys something, so that it does not only read. */
export const destructiveHint: readonly Source[] = [
  { attribute: 'mcp.tool.annotations.destructiveHint', only: ['mcp'] },
  { attribute: 'mcp.tool.annotations.destructive_hint', only: ['mcp'] },
]
