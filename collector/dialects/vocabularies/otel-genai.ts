import type { Vocabulary } from '../vocabulary.ts'

/**
 * OpenTelemetry GenAI conventions (semantic-conventions docs/gen-ai 1.27 to 1.41, then
 * semantic-conventions-genai), with the spellings that instrumentations use beside them.
 */
export const otelGenai: Vocabulary = {
  name: 'otel-genai',
  title: 'GenAI conventions of OpenTelemetry',
  covers:
    'semantic-conventions 1.27 to 1.41, semantic-conventions-genai; instrumentations of opentelemetry-python-contrib and opentelemetry-python-genai (google-genai, openai-agents-v2, langchain)',
  proof: ['live', 'source', 'trace'],
  capture: {
    results: 'off',
    advice:
      'Set OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT=SPAN_AND_EVENT and OTEL_SEMCONV_STABILITY_OPT_IN=gen_ai_latest_experimental (older instrumentations: =true). Some write arguments but never a result: then it is taken from the next model call.',
  },
  kinds: [
    // Microsoft Foundry: each request to an agent of its is one turn of the model (azure-ai-projects 2.10.0).
    {
      kind: 'model',
      when: [
        { attribute: 'gen_ai.provider.name', is: ['microsoft.foundry'] },
        { attribute: 'gen_ai.operation.name', is: ['invoke_agent', 'responses'] },
        { spanKind: [3] },
      ],
    },
    { kind: 'tool', when: [{ attribute: 'gen_ai.operation.name', is: ['execute_tool'] }] },
    {
      kind: 'model',
      when: [{ attribute: 'gen_ai.operation.name', is: ['chat', 'text_completion', 'generate_content'] }],
    },
    {
      kind: 'agent',
      when: [
        {
          attribute: 'gen_ai.operation.name',
          is: ['invoke_agent', 'create_agent', 'invoke_workflow', 'plan', 'handoff'],
        },
      ],
    },
    { kind: 'ignore', when: [{ attribute: 'gen_ai.operation.name', is: ['embeddings', 'retrieval'] }] },
  ],
  fields: {
    toolName: ['gen_ai.tool.name', { nameAfter: 'execute_tool ' }],
    callId: ['gen_ai.tool.call.id'],
    toolArguments: [
      'gen_ai.tool.call.arguments',
      'gen_ai.tool.input', // Mastra 0.3, OpenLIT, Sentry
      'gen_ai.tool.args', // OpenLIT
      'gen_ai.tool.arguments', // GitHub Copilot
      { under: 'code.function.parameters.', leaf: 'value' }, // contrib google-genai
      { event: 'gen_ai.tool.message', attribute: 'content' }, // Strands
      {
        event: 'gen_ai.client.inference.operation.details',
        attribute: 'gen_ai.input.messages',
        path: ['*', 'parts', '*', 'arguments'],
      },
    ],
    toolObservation: [
      'gen_ai.tool.call.result',
      'gen_ai.tool.output', // Mastra 0.3, OpenLIT, Sentry
      'gen_ai.tool.result', // GitHub Copilot
      'code.function.return.value', // contrib google-genai
      { event: 'gen_ai.choice', attribute: 'message' }, // Strands
      { event: 'gen_ai.choice', attribute: 'content' },
      {
        event: 'gen_ai.client.inference.operation.details',
        attribute: 'gen_ai.output.messages',
        path: ['*', 'parts', '*', 'response'],
      },
    ],
    modelName: ['gen_ai.response.model', 'gen_ai.request.model'],
    tokensIn: ['gen_ai.usage.input_tokens', 'gen_ai.usage.prompt_tokens'], // the latter until 1.27
    tokensOut: ['gen_ai.usage.output_tokens', 'gen_ai.usage.completion_tokens'],
    // The conventions have none; OpenLIT writes this one.
    costUsd: ['gen_ai.usage.cost'],
    modelText: [
      'gen_ai.output.messages',
      { event: 'gen_ai.client.inference.operation.details', attribute: 'gen_ai.output.messages' },
      { event: 'gen_ai.choice', attribute: 'message' }, // until 1.36
      { event: 'gen_ai.choice', attribute: 'content' },
      { event: 'gen_ai.content.completion', attribute: 'gen_ai.completion' }, // 1.27
    ],
    modelInput: [
      'gen_ai.input.messages',
      { event: 'gen_ai.client.inference.operation.details', attribute: 'gen_ai.input.messages' },
    ],
    agentName: ['gen_ai.agent.name'],
    laneName: ['gen_ai.agent.name', 'gen_ai.agent.id'],
    session: ['gen_ai.conversation.id', 'session.id'],
    failureText: ['error.message', 'exception.message'],
    failureType: ['error.type', 'exception.type'],
  },
  failures: [
    { source: 'error.type' }, // general conventions; MCP: `tool_error` for a result with isError
    { source: 'gen_ai.tool.status', is: ['error'] }, // Strands
    { source: 'gen_ai.tool.success', is: [false, 'false'] }, // Mastra 0.3
  ],
  limits: [
    { limit: 'GraphRecursionError', exception: 'GraphRecursionError' }, // LangGraph, Python and JS
    { limit: 'GraphRecursionError', message: /^(?:GraphRecursionError: )?Recursion limit of \d+ reached/ },
    { limit: 'MaxTurnsExceeded', exception: 'MaxTurnsExceeded' }, // OpenAI Agents SDK, Python
    { limit: 'MaxTurnsExceeded', exception: 'MaxTurnsExceededError' }, // OpenAI Agents SDK, JS
    { limit: 'MaxTurnsExceeded', message: /^Max turns (?:\(\d+\) )?exceeded/ },
    { limit: 'AgentMaxStepsError', exception: 'AgentMaxStepsError' }, // smolagents
    // LangChain's middleware: modelCallLimitMiddleware, toolCallLimitMiddleware with `exit_behavior: 'error'`.
    { limit: 'ModelCallLimitExceeded', exception: 'ModelCallLimitExceededError' },
    { limit: 'ModelCallLimitExceeded', exception: 'ModelCallLimitMiddlewareError' },
    { limit: 'ToolCallLimitExceeded', exception: 'ToolCallLimitExceededError' },
    // LangChain4j (AiServices); Koog; BeeAI.
    {
      limit: 'maxSequentialToolsInvocations',
      message: /^Something is wrong, exceeded \d+ sequential tool (?:executions|invocations)/,
    },
    { limit: 'maxAgentIterations', exception: 'AIAgentMaxNumberOfIterationsReachedException' },
    {
      limit: 'maxAgentIterations',
      message: /^(?:AI Agent has run into a problem: )?Agent couldn't finish in given number of steps/,
    },
    {
      limit: 'max_iterations',
      message: /^(?:The a|A)gent was not able to resolve the task in \d+ iterations/,
    },
    // Claude Agent SDK and Claude Code: what the SDK throws after the result (claude-code-action pull 1179).
    { limit: 'max_turns', message: /^(?:[^\n]{1,80}: )?Reached maximum number of turns/ },
    { limit: 'max_budget', message: /^(?:[^\n]{1,80}: )?Reached maximum budget/ },
    {
      limit: 'max_iterations',
      message: /^(?:\w+: )?(?:Max iterations of \d+ reached|Reached max iterations)/,
    }, // LlamaIndex
  ],
  hints: { keys: ['gen_ai.'] },
}
