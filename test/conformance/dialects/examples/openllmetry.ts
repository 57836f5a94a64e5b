import type { DialectExamples } from '../example.ts'
import { chatReads, genaiChat, genaiKeys, genaiSearch, searchExample } from '../tool-example.ts'

const kind = 'traceloop.span.kind'
const keys = {
  argumentsKey: 'traceloop.entity.input',
  resultKey: 'traceloop.entity.output',
  callIdKey: null,
} as const
const message = {
  lc: 1,
  type: 'constructor',
  id: ['langchain', 'schema', 'messages', 'ToolMessage'],
  kwargs: { content: 'no hits', tool_call_id: 'call_1', name: 'search', status: 'success' },
}

export const openllmetry: DialectExamples = {
  dialect: 'openllmetry',
  examples: [
    searchExample({
      title: 'a decorated function',
      span: {
        name: 'search.tool',
        attributes: {
          [kind]: 'tool',
          'traceloop.entity.name': 'search',
          'traceloop.entity.input': '{"args":[],"kwargs":{"q":"x"}}',
          'traceloop.entity.output': '"no hits"',
        },
      },
      ...keys,
      reads: { callId: null, args: { q: 'x' } },
    }),
    searchExample({
      title: 'a tool of LangChain in Python since 0.53, its steps counted in the arguments',
      span: {
        name: 'execute_tool search',
        attributes: {
          [kind]: 'tool',
          'gen_ai.tool.name': 'search',
          'gen_ai.tool.call.arguments': JSON.stringify({
            input_str: "{'q': 'x'}",
            tags: ['seq:step:1'],
            metadata: { langgraph_step: 4, langgraph_checkpoint_ns: 'tools:3f' },
            inputs: { q: 'x' },
            kwargs: { color: 'green' },
          }),
          'gen_ai.tool.call.result': JSON.stringify({ output: message, kwargs: { tags: [], run_id: '7' } }),
        },
      },
      ...genaiKeys,
      callIdKey: null,
      reads: { args: { q: 'x' } },
    }),
    searchExample({
      title: 'a tool of LangChain in Python before 0.53',
      span: {
        name: 'search.tool',
        attributes: {
          [kind]: 'tool',
          'traceloop.entity.input': JSON.stringify({
            input_str: "{'q': 'x'}",
            tags: [],
            metadata: {},
            inputs: null,
          }),
          'traceloop.entity.output': JSON.stringify({ output: message, kwargs: {} }),
        },
      },
      ...keys,
      reads: { args: { q: 'x' } },
    }),
    searchExample({
      title: 'a tool of LangChain.js: a task, its name in the result, JSON inside JSON',
      span: {
        name: 'execute_tool DynamicStructuredTool',
        attributes: {
          [kind]: 'task',
          'gen_ai.operation.name': 'execute_tool',
          'traceloop.entity.name': 'DynamicStructuredTool',
          'traceloop.entity.input': '{"args":["{\\"q\\":\\"x\\"}"]}',
          'traceloop.entity.output': JSON.stringify(message),
        },
      },
      ...keys,
      reads: { args: { q: 'x' } },
    }),
    searchExample({
      title: 'the same when it failed: the name is lost',
      span: {
        name: 'execute_tool DynamicStructuredTool',
        statusCode: 2,
        statusMessage: 'upstream 503',
        attributes: {
          [kind]: 'task',
          'gen_ai.operation.name': 'execute_tool',
          'traceloop.entity.input': '{"args":["{\\"q\\":\\"x\\"}"]}',
        },
      },
      argumentsKey: 'traceloop.entity.input',
      resultKey: null,
      callIdKey: null,
      reads: {
        tool: 'DynamicStructuredTool',
        unnamed: true,
        callId: null,
        args: { q: 'x' },
        observation: undefined,
        failed: true,
        errorText: 'upstream 503',
      },
    }),
    searchExample({
      title: 'a tool of OpenAI Agents before 0.61, of which only the name is told',
      span: { name: 'search.tool', attributes: { [kind]: 'tool', 'gen_ai.tool.name': 'search' } },
      argumentsKey: null,
      resultKey: null,
      callIdKey: null,
      reads: { callId: null, args: undefined, observation: undefined, failed: null },
    }),
    searchExample({
      title: 'a call at the client of an MCP server',
      span: {
        name: 'search.tool',
        scopeName: 'opentelemetry.instrumentation.mcp.instrumentation',
        attributes: {
          [kind]: 'tool',
          'traceloop.entity.name': 'search',
          'traceloop.entity.input': '{"tool_name": "search", "arguments": {"q": "x"}}',
          'traceloop.entity.output': '{"result": "no hits"}',
        },
      },
      ...keys,
      reads: { callId: null, args: { q: 'x' }, rank: 'mcp_client' },
    }),
    searchExample({
      title: 'the same at the server',
      span: {
        name: 'search.tool',
        scopeName: 'opentelemetry.instrumentation.mcp.instrumentation',
        attributes: {
          [kind]: 'tool',
          'traceloop.entity.name': 'search',
          'traceloop.entity.input': '{"tool_name": "search", "arguments": {"q": "x"}}',
          'traceloop.entity.output': '[{"type": "text", "content": "no hits"}]',
        },
      },
      ...keys,
      reads: { callId: null, args: { q: 'x' }, rank: 'mcp_server' },
    }),
    searchExample({
      title: 'a tool of LlamaIndex',
      span: {
        name: 'call_tool.task',
        attributes: {
          [kind]: 'task',
          'tool.name': 'search',
          'tool.arguments': '{"q":"x"}',
          'traceloop.entity.output': 'no hits',
        },
      },
      argumentsKey: 'tool.arguments',
      resultKey: 'traceloop.entity.output',
      callIdKey: null,
      reads: { callId: null },
    }),
    {
      title: 'a model call until 0.52, with numbered messages',
      kind: 'model',
      span: {
        name: 'openai.chat',
        attributes: {
          'llm.request.type': 'chat',
          'gen_ai.request.model': 'm',
          'gen_ai.usage.prompt_tokens': 120,
          'gen_ai.usage.completion_tokens': 18,
          'gen_ai.prompt.0.role': 'user',
          'gen_ai.prompt.0.content': 'Find invoice 4411',
          'gen_ai.prompt.1.role': 'assistant',
          'gen_ai.prompt.1.tool_calls.0.name': 'search',
          'gen_ai.prompt.2.role': 'tool',
          'gen_ai.prompt.2.content': 'no hits',
          'gen_ai.prompt.2.tool_call_id': 'call_0',
          'gen_ai.completion.0.role': 'assistant',
          'gen_ai.completion.0.content': 'Looking.',
          'gen_ai.completion.0.tool_calls.0.id': 'call_1',
          'gen_ai.completion.0.tool_calls.0.name': 'search',
          'gen_ai.completion.0.tool_calls.0.arguments': '{"q":"x"}',
        },
      },
      reads: { ...chatReads, requests: [{ callId: 'call_1', tool: 'search', args: '{"q":"x"}' }] },
      answers: [{ callId: 'call_0', observation: 'no hits', failed: false }],
    },
    {
      title: 'a model call since 0.53, which follows the conventions',
      kind: 'model',
      span: { name: 'chat m', attributes: genaiChat },
      reads: { ...chatReads, dialect: 'otel-genai' },
    },
    {
      title: "the graph's node of tools, which tells the call of a tool whose name was lost",
      kind: 'other',
      span: {
        name: 'workflow RunnableSequence',
        attributes: {
          [kind]: 'workflow',
          'traceloop.entity.output': JSON.stringify({ messages: [message] }),
        },
      },
      reads: [{ kind: 'amendment', callId: 'call_1', tool: 'search', observation: 'no hits' }],
    },
    {
      title: 'a workflow whose messages end with the model’s',
      kind: 'silent',
      span: {
        name: 'workflow CompiledStateGraph',
        attributes: {
          [kind]: 'workflow',
          'traceloop.entity.output': JSON.stringify({
            messages: [
              message,
              { ...message, id: ['langchain_core', 'messages', 'AIMessage'], kwargs: { content: 'a' } },
            ],
          }),
        },
      },
    },
    {
      title: 'a task that is no tool',
      kind: 'silent',
      span: { name: 'plan.task', attributes: { [kind]: 'task' } },
    },
    searchExample({
      title: 'a tool span of the conventions without a kind',
      span: {
        name: 'execute_tool search',
        scopeName: 'opentelemetry.instrumentation.langchain',
        attributes: genaiSearch,
      },
      ...genaiKeys,
      reads: { dialect: 'otel-genai' },
    }),
  ],
}
