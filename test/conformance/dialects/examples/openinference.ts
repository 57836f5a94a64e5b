import type { DialectExamples } from '../example.ts'
import { searchExample } from '../tool-example.ts'

const keys = { argumentsKey: 'input.value', resultKey: 'output.value', callIdKey: null } as const
const kind = 'openinference.span.kind'

/** LangChain's message as JS and Python serialise it. */
const constructed = {
  lc: 1,
  type: 'constructor',
  id: ['langchain_core', 'messages', 'ToolMessage'],
  kwargs: { status: 'success', content: 'no hits', tool_call_id: 'call_1', name: 'search' },
}
const plain = {
  content: 'no hits',
  additional_kwargs: {},
  type: 'tool',
  name: 'search',
  id: null,
  tool_call_id: 'call_1',
  status: 'success',
}

export const openinference: DialectExamples = {
  dialect: 'openinference',
  examples: [
    searchExample({
      title: 'a tool of OpenAI Agents, Agno, LlamaIndex: no call id',
      span: {
        name: 'search',
        attributes: {
          [kind]: 'TOOL',
          'tool.name': 'search',
          'tool.parameters': '{"type":"object"}',
          'input.value': '{"q":"x"}',
          'output.value': 'no hits',
        },
      },
      ...keys,
      reads: { callId: null },
    }),
    searchExample({
      title: 'a tool of LangChain.js: a bare argument, a message object as result',
      span: {
        name: 'search',
        attributes: {
          [kind]: 'TOOL',
          'tool.name': 'search',
          'input.value': 'invoice 4411',
          'output.value': JSON.stringify({ output: constructed }),
          metadata: '{"lc_agent_name":"finder","thread_id":"t-1"}',
        },
      },
      ...keys,
      reads: { args: 'invoice 4411', agent: 'finder' },
    }),
    searchExample({
      title: 'a tool of LangChain in Python that its name makes an agent',
      span: {
        name: 'search',
        attributes: {
          [kind]: 'AGENT',
          'tool.name': 'search',
          'input.value': "{'q': 'x'}",
          'output.value': JSON.stringify(plain),
        },
      },
      ...keys,
      reads: { args: { q: 'x' } },
    }),
    searchExample({
      title: 'a tool of LangChain in Python, its message as message_to_dict gives it (0.1.80)',
      span: {
        name: 'search',
        statusCode: 1,
        attributes: {
          [kind]: 'TOOL',
          'tool.name': 'search',
          'input.value': '{"q":"x"}',
          'output.value': JSON.stringify({ type: 'tool', data: { ...plain, artifact: null } }),
        },
      },
      ...keys,
    }),
    searchExample({
      title: 'a message that says that the call failed, under status OK',
      span: {
        name: 'search',
        statusCode: 1,
        attributes: {
          [kind]: 'TOOL',
          'input.value': '{"q":"x"}',
          'output.value': JSON.stringify({ ...plain, content: 'upstream 503', status: 'error' }),
        },
      },
      ...keys,
      reads: { observation: 'upstream 503', failed: true, errorText: 'upstream 503' },
    }),
    searchExample({
      title: 'a message that an attribute limit cut off: compared as far as it goes',
      span: {
        name: 'search',
        attributes: {
          [kind]: 'TOOL',
          'input.value': '{"q":"x"}',
          'output.value': JSON.stringify({ output: constructed }).replace(/ hits.*$/, ''),
        },
      },
      ...keys,
      reads: { callId: null, observation: 'no' },
    }),
    searchExample({
      title: 'a tool of smolagents, named by its class as a span',
      span: {
        name: 'SearchTool',
        attributes: {
          [kind]: 'TOOL',
          'tool.name': 'search',
          'input.value': '{"args":[],"sanitize_inputs_outputs":true,"kwargs":{"q":"x"}}',
          'output.value': 'no hits',
        },
      },
      ...keys,
      reads: { callId: null, args: { q: 'x' } },
    }),
    searchExample({
      title: 'a tool of DSPy, named by its method',
      span: {
        name: 'search.__call__',
        attributes: {
          [kind]: 'TOOL',
          'input.value': '{"kwargs": {"q": "x"}}',
          'output.value': 'no hits',
        },
      },
      ...keys,
      reads: { callId: null, args: { q: 'x' } },
    }),
    searchExample({
      title: 'an action group of a Bedrock agent, its arguments in a message',
      span: {
        name: 'action_group_invocation',
        attributes: {
          [kind]: 'TOOL',
          'tool.name': 'search',
          'tool.parameters': '[{"name":"q","type":"string","value":"x"}]',
          'llm.input_messages.0.message.role': 'tool',
          'llm.input_messages.0.message.tool_call_id': 'default',
          'llm.input_messages.0.message.tool_calls.0.tool_call.id': 'default',
          'llm.input_messages.0.message.tool_calls.0.tool_call.function.name': 'search',
          'llm.input_messages.0.message.tool_calls.0.tool_call.function.arguments': '{"q":"x"}',
          'output.value': 'no hits',
        },
      },
      ...keys,
      argumentsKey: 'llm.input_messages.0.message.tool_calls.0.tool_call.function.arguments',
      reads: { callId: null },
    }),
    searchExample({
      title: 'a tool of the Claude Agent SDK, which has an id',
      span: {
        name: 'search',
        attributes: {
          [kind]: 'TOOL',
          'tool.name': 'search',
          'tool.id': 'call_1',
          'input.value': '{"q":"x"}',
          'output.value': '[{"type":"text","text":"no hits"}]',
        },
      },
      ...keys,
      callIdKey: 'tool.id',
    }),
    {
      title: 'a model call with numbered messages',
      kind: 'model',
      span: {
        name: 'response',
        attributes: {
          [kind]: 'LLM',
          'llm.model_name': 'm',
          'llm.token_count.prompt': '120',
          'llm.token_count.completion': '18',
          'llm.cost.total': 0.002,
          'llm.output_messages.0.message.role': 'assistant',
          'llm.output_messages.0.message.contents.0.message_content.type': 'text',
          'llm.output_messages.0.message.contents.0.message_content.text': 'Looking.',
          'llm.output_messages.0.message.tool_calls.0.tool_call.id': 'call_2',
          'llm.output_messages.0.message.tool_calls.0.tool_call.function.name': 'search',
          'llm.output_messages.0.message.tool_calls.0.tool_call.function.arguments': '{"q":"y"}',
          // Attributes come in any order.
          'llm.input_messages.3.message.role': 'tool',
          'llm.input_messages.3.message.tool_call_id': 'call_1',
          'llm.input_messages.3.message.content': 'no hits',
          'llm.input_messages.0.message.role': 'user',
          'llm.input_messages.0.message.content': 'Find invoice 4411',
          'llm.input_messages.1.message.role': 'tool',
          'llm.input_messages.1.message.tool_call_id': 'call_0',
          'llm.input_messages.1.message.content': 'old',
          'llm.input_messages.2.message.role': 'assistant',
          'llm.input_messages.2.message.tool_calls.0.tool_call.id': 'call_1',
        },
      },
      reads: {
        model: 'm',
        tokensIn: 120,
        tokensOut: 18,
        costUsd: 0.002,
        text: 'Looking.',
        requests: [{ callId: 'call_2', tool: 'search', args: '{"q":"y"}' }],
      },
      answers: [{ callId: 'call_1', observation: 'no hits', failed: false }],
    },
    {
      title: 'a model call whose prompt names tools only',
      kind: 'model',
      span: {
        attributes: {
          [kind]: 'LLM',
          'llm.input_messages.0.message.role': 'model',
          'llm.input_messages.1.message.role': 'tool',
          'llm.input_messages.1.message.name': 'search',
          'llm.input_messages.1.message.content': 'no hits',
        },
      },
      reads: { model: null, text: null },
      answers: [{ callId: null, tool: 'search', observation: 'no hits', failed: false }],
    },
    {
      title: 'a chain, which repeats the messages of all',
      kind: 'silent',
      span: {
        name: 'tools',
        attributes: { [kind]: 'CHAIN', 'output.value': JSON.stringify({ messages: [plain] }) },
      },
    },
    {
      title: 'a hand-off of OpenAI Agents: the receiver in the name, neither arguments nor a result',
      kind: 'tool',
      span: { name: 'handoff to billing', attributes: { [kind]: 'TOOL' } },
      argumentsKey: null,
      resultKey: null,
      callIdKey: null,
      reads: { tool: 'handoff to billing', args: undefined, observation: undefined },
    },
    {
      title: 'the final answer of smolagents',
      kind: 'silent',
      span: { name: 'FinalAnswerTool', attributes: { [kind]: 'TOOL', 'tool.name': 'final_answer' } },
    },
    {
      title: 'the start of a call of BeeAI',
      kind: 'silent',
      span: {
        name: 'tool.search.start',
        scopeName: 'openinference.instrumentation.beeai',
        attributes: { [kind]: 'TOOL' },
      },
    },
    {
      title: 'a retriever',
      kind: 'silent',
      span: { attributes: { [kind]: 'RETRIEVER', 'input.value': 'x' } },
    },
    {
      title: 'LangGraph.js at its limit, told by the message alone',
      kind: 'other',
      span: {
        name: 'LangGraph',
        statusCode: 2,
        statusMessage:
          'Recursion limit of 25 reached without hitting a stop condition.\n\nGraphRecursionError: …',
        attributes: { [kind]: 'CHAIN' },
      },
      reads: [{ kind: 'agent_limit', limit: 'GraphRecursionError' }],
    },
    {
      title: 'the Claude Agent SDK out of turns',
      kind: 'other',
      span: {
        statusCode: 2,
        statusMessage: 'Result error: error_max_turns',
        attributes: { [kind]: 'AGENT' },
      },
      reads: [{ kind: 'agent_limit', limit: 'max_turns' }],
    },
    {
      title: 'OpenAI Agents out of turns',
      kind: 'other',
      span: { statusCode: 2, statusMessage: 'Max turns exceeded', attributes: { [kind]: 'AGENT' } },
      reads: [{ kind: 'agent_limit', limit: 'MaxTurnsExceeded' }],
    },
    {
      title: "LangChain's AgentExecutor out of iterations, which ends well",
      kind: 'other',
      span: {
        name: 'AgentExecutor',
        statusCode: 1,
        attributes: {
          [kind]: 'CHAIN',
          'output.value': '{"output":"Agent stopped due to max iterations."}',
        },
      },
      reads: [{ kind: 'agent_limit', limit: 'max_iterations' }],
    },
  ],
}
