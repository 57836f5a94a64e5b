import { describe, expect, test } from 'vitest'
import { spanReader } from '../../../collector/dialects/read.ts'
import { plainSpan, type PlainSpan } from '../../conformance/dialects/plain-span.ts'

const agent = { 'gen_ai.operation.name': 'invoke_agent' } as const

/** The agent's span, ended by an exception. */
function thrown(type: string, message: string, attributes: PlainSpan['attributes'] = agent): PlainSpan {
  const exception = { 'exception.type': type, 'exception.message': message }
  return {
    attributes,
    statusCode: 2,
    statusMessage: message,
    events: [{ name: 'exception', attributes: exception }],
  }
}

function limitsOf(span: PlainSpan): readonly string[] {
  return spanReader()(plainSpan(span)).flatMap((reading) =>
    reading.kind === 'agent_limit' ? [reading.limit] : [],
  )
}

describe('a limit that the agent’s own framework enforced', () => {
  test.each<[string, string, PlainSpan]>([
    [
      'LangGraph, Python',
      'GraphRecursionError',
      thrown(
        'langgraph.errors.GraphRecursionError',
        'Recursion limit of 25 reached without hitting a stop condition.',
      ),
    ],
    [
      'LangGraph, by its words',
      'GraphRecursionError',
      thrown('Error', 'Recursion limit of 25 reached without'),
    ],
    [
      'LangGraph under LangSmith, JS, whose status stays OK',
      'GraphRecursionError',
      {
        ...thrown('Error', 'GraphRecursionError: Recursion limit of 25 reached without', {
          'langsmith.span.kind': 'chain',
        }),
        statusCode: 1,
        statusMessage: '',
      },
    ],
    [
      'LangChain, calls of the model',
      'ModelCallLimitExceeded',
      thrown('ModelCallLimitExceededError', 'limit'),
    ],
    [
      'LangChain JS, calls of the model',
      'ModelCallLimitExceeded',
      thrown('ModelCallLimitMiddlewareError', 'limit'),
    ],
    ['LangChain, calls of a tool', 'ToolCallLimitExceeded', thrown('ToolCallLimitExceededError', 'limit')],
    [
      'OpenAI Agents, Python',
      'MaxTurnsExceeded',
      thrown('agents.exceptions.MaxTurnsExceeded', 'Max turns (10) exceeded'),
    ],
    ['OpenAI Agents, JS', 'MaxTurnsExceeded', thrown('MaxTurnsExceededError', 'Max turns (10) exceeded')],
    ['smolagents', 'AgentMaxStepsError', thrown('AgentMaxStepsError', 'Reached max steps.')],
    ['LlamaIndex', 'max_iterations', thrown('WorkflowRuntimeError', 'Max iterations of 20 reached! Either')],
    [
      'Pydantic AI',
      'UsageLimitExceeded',
      thrown('pydantic_ai.exceptions.UsageLimitExceeded', 'request_limit of 50'),
    ],
    [
      'Google ADK',
      'LlmCallsLimitExceededError',
      thrown('LlmCallsLimitExceededError', 'Max number of llm calls limit of `3` exceeded'),
    ],
    [
      'Google ADK, by its words',
      'LlmCallsLimitExceededError',
      thrown('Error', 'Max number of llm calls limit of `3`'),
    ],
    [
      'Genkit',
      'maxTurns',
      thrown('GenerationResponseError', 'ABORTED: Exceeded maximum tool call iterations (5)'),
    ],
    [
      'LangChain4j',
      'maxSequentialToolsInvocations',
      thrown('java.lang.RuntimeException', 'Something is wrong, exceeded 100 sequential tool executions'),
    ],
    [
      'Koog',
      'maxAgentIterations',
      thrown(
        'ai.koog.agents.core.agent.exception.AIAgentMaxNumberOfIterationsReachedException',
        "AI Agent has run into a problem: Agent couldn't finish in given number of steps (50). Please, consider",
      ),
    ],
    [
      'Koog, by its words',
      'maxAgentIterations',
      thrown('Exception', "Agent couldn't finish in given number of steps (50)."),
    ],
    [
      'BeeAI',
      'max_iterations',
      thrown('AgentError', 'Agent was not able to resolve the task in 20 iterations.'),
    ],
    [
      'the AI SDK 4',
      'maxSteps',
      {
        attributes: {
          'ai.operationId': 'ai.generateText',
          'ai.response.finishReason': 'tool-calls',
          'ai.settings.maxSteps': 5,
        },
      },
    ],
    [
      'LangChain’s AgentExecutor',
      'max_iterations',
      {
        name: 'AgentExecutor',
        attributes: {
          'openinference.span.kind': 'CHAIN',
          'output.value': 'Agent stopped due to iteration limit or time limit.',
        },
      },
    ],
    [
      'the Claude Agent SDK, what it throws',
      'max_turns',
      thrown('Error', 'Claude Code returned an error result: Reached maximum number of turns (3)'),
    ],
    [
      'the Claude Agent SDK under OpenInference',
      'max_turns',
      {
        ...thrown('Error', 'Result error: error_max_turns'),
        attributes: { 'openinference.span.kind': 'AGENT' },
      },
    ],
    [
      'the Claude Agent SDK, its result under OpenInference',
      'max_budget',
      {
        attributes: {
          'openinference.span.kind': 'AGENT',
          'output.value': '{"type":"result","subtype":"error_max_budget_usd","num_turns":9}',
        },
      },
    ],
    [
      'the Claude Agent SDK, its result under LangSmith',
      'max_turns',
      {
        attributes: {
          'langsmith.span.kind': 'chain',
          'gen_ai.completion': '{"type": "result", "subtype": "error_max_turns", "is_error": true}',
        },
      },
    ],
    [
      'the Claude Agent SDK, its result under Langfuse',
      'max_turns',
      {
        attributes: {
          'langfuse.observation.type': 'agent',
          'langfuse.observation.output': '{"type":"result","subtype":"error_max_turns"}',
        },
      },
    ],
    [
      'Claude Code, the field of its result',
      'max_turns',
      {
        scopeName: 'com.anthropic.claude_code.tracing',
        name: 'claude_code.interaction',
        attributes: { 'span.type': 'interaction', terminal_reason: 'max_turns' },
      },
    ],
  ])('is recognised: %s', (_, limit, span) => {
    expect(limitsOf(span)).toEqual([limit])
  })

  test('is not read into an answer that speaks of one', () => {
    const words = 'When the limit is hit, the subtype is error_max_turns.'
    const attributes = { 'openinference.span.kind': 'AGENT', 'output.value': words }
    expect(limitsOf({ attributes })).toEqual([])
    expect(limitsOf(thrown('Error', 'connect ECONNREFUSED'))).toEqual([])
  })
})
