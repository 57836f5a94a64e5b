import type { DialectExamples, Example } from '../example.ts'
import type { PlainSpan } from '../plain-span.ts'
import { chatReads, genaiChat, genaiKeys, genaiSearch, searchExample } from '../tool-example.ts'

/** Vocabularies that follow the GenAI conventions in a scope of their own, and what is special to each. */
export const scoped: readonly DialectExamples[] = [
  {
    dialect: 'agent-framework',
    examples: [
      ...conventional({ scopeName: 'agent_framework' }),
      searchExample({
        title: 'a text result, quoted twice, of a call without an id',
        span: {
          scopeName: 'agent_framework',
          attributes: {
            ...genaiSearch,
            'gen_ai.tool.call.id': 'unknown',
            'gen_ai.tool.call.result': '"\\"no hits\\""',
          },
        },
        ...genaiKeys,
        reads: { callId: null },
      }),
      silent('a workflow', { name: 'workflow.run', scopeName: 'agent_framework' }),
    ],
  },
  {
    dialect: 'extensions-ai',
    examples: [
      ...conventional({ scopeName: 'Experimental.Microsoft.Extensions.AI' }),
      searchExample({
        title: 'a call that threw: the result `null`, the id the tool’s name',
        span: {
          scopeName: 'Experimental.Microsoft.Agents.AI',
          statusCode: 2,
          statusMessage: 'upstream 503',
          attributes: {
            ...genaiSearch,
            'gen_ai.tool.call.id': 'search',
            'gen_ai.tool.call.result': 'null',
            'error.type': 'System.Exception',
          },
        },
        ...genaiKeys,
        reads: { callId: null, observation: undefined, failed: true, errorText: 'upstream 503' },
      }),
      silent('the loop over tools, which sums the tokens of its chats', {
        name: 'orchestrate_tools',
        scopeName: 'Experimental.Microsoft.Extensions.AI',
        attributes: { ...genaiChat, 'gen_ai.operation.name': 'orchestrate_tools' },
      }),
    ],
  },
  {
    dialect: 'semantic-kernel',
    examples: [
      ...conventional({ scopeName: 'Microsoft.SemanticKernel' }),
      ...conventional({ scopeName: 'semantic_kernel.functions.kernel_function' }),
    ],
  },
  {
    dialect: 'autogen',
    examples: [
      searchExample({
        title: 'a tool of AutoGen, which tells neither arguments nor result',
        span: {
          scopeName: 'autogen-core',
          attributes: {
            'gen_ai.operation.name': 'execute_tool',
            'gen_ai.system': 'autogen',
            'gen_ai.tool.name': 'search',
            'gen_ai.tool.call.id': 'call_1',
          },
        },
        argumentsKey: null,
        resultKey: null,
        callIdKey: 'gen_ai.tool.call.id',
        reads: { args: undefined, observation: undefined, failed: null },
      }),
      searchExample({
        title: 'code that AG2 ran, and its exit code',
        span: {
          name: 'execute_code',
          attributes: {
            'ag2.span.type': 'code_execution',
            'gen_ai.operation.name': 'execute_code',
            'ag2.code_execution.exit_code': 1,
            'ag2.code_execution.output': 'SyntaxError: x',
          },
        },
        argumentsKey: null,
        resultKey: 'ag2.code_execution.output',
        callIdKey: null,
        reads: {
          tool: 'execute_code',
          callId: null,
          args: undefined,
          observation: 'SyntaxError: x',
          failed: true,
          errorText: 'SyntaxError: x',
        },
      }),
      silent('a message between agents', {
        name: 'autogen send finder',
        scopeName: 'autogen SingleThreadedAgentRuntime',
      }),
      silent('a conversation', { attributes: { 'ag2.span.type': 'conversation' } }),
    ],
  },
  {
    dialect: 'openlit',
    examples: [
      ...conventional({ scopeName: 'openlit.instrumentation.openai' }),
      searchExample({
        title: "the older spelling, with Python's repr of LangChain's message",
        span: {
          scopeName: 'openlit.instrumentation.langchain',
          attributes: {
            'gen_ai.operation.name': 'execute_tool',
            'gen_ai.tool.name': 'search',
            'gen_ai.tool.input': "{'q': 'x'}",
            'gen_ai.tool.output': "content='no hits' name='search' tool_call_id='call_1'",
          },
        },
        argumentsKey: 'gen_ai.tool.input',
        resultKey: 'gen_ai.tool.output',
        callIdKey: null,
        reads: { args: { q: 'x' } },
      }),
    ],
  },
  {
    dialect: 'copilot',
    examples: [
      ...conventional({ scopeName: 'github.copilot' }),
      searchExample({
        title: 'the older spelling',
        span: {
          scopeName: 'github.copilot',
          attributes: {
            'gen_ai.operation.name': 'execute_tool',
            'gen_ai.tool.name': 'search',
            'gen_ai.tool.call.id': 'call_1',
            'gen_ai.tool.arguments': '{"q":"x"}',
            'gen_ai.tool.result': 'no hits',
          },
        },
        argumentsKey: 'gen_ai.tool.arguments',
        resultKey: 'gen_ai.tool.result',
        callIdKey: 'gen_ai.tool.call.id',
      }),
      silent('an agent, which sums the tokens of its chats', {
        scopeName: 'github.copilot',
        attributes: { ...genaiChat, 'gen_ai.operation.name': 'invoke_agent' },
      }),
    ],
  },
]

function conventional({ scopeName }: { readonly scopeName: string }): readonly Example[] {
  return [
    searchExample({
      title: `a tool in scope ${scopeName}`,
      span: { name: 'execute_tool search', scopeName, attributes: genaiSearch },
      ...genaiKeys,
    }),
    {
      title: `a model call in scope ${scopeName}`,
      kind: 'model',
      span: { name: 'chat m', scopeName, attributes: genaiChat },
      reads: chatReads,
    },
  ]
}

function silent(title: string, span: PlainSpan): Example {
  return { title, kind: 'silent', span }
}
