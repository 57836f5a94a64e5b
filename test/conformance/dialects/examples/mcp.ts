import type { DialectExamples, ToolExample } from '../example.ts'

export const mcp: DialectExamples = {
  dialect: 'mcp',
  examples: [
    toolCall('the client side of tools/call', 3, 'mcp_client'),
    toolCall('the server side of tools/call', 2, 'mcp_server'),
    toolCall('an execute_tool span enriched by MCP', 1, 'own_span'),
    {
      title: 'the client side in the SDK for Python, which names the tool in the span only',
      kind: 'tool',
      span: {
        name: 'MCP send tools/call search',
        scopeName: 'mcp-python-sdk',
        kind: 3,
        attributes: { 'mcp.method.name': 'tools/call', 'jsonrpc.request.id': '4' },
      },
      argumentsKey: null,
      resultKey: null,
      callIdKey: null,
      reads: { tool: 'search', callId: null, rank: 'mcp_client', failed: null },
    },
    {
      title: 'a result that carries isError',
      kind: 'tool',
      span: {
        name: 'tools/call search',
        kind: 3,
        attributes: {
          'mcp.method.name': 'tools/call',
          'gen_ai.tool.call.result': '{"content":[{"type":"text","text":"no such index"}],"isError":true}',
        },
      },
      argumentsKey: null,
      resultKey: 'gen_ai.tool.call.result',
      callIdKey: null,
      reads: { tool: 'search', observation: 'no such index', failed: true, errorText: 'no such index' },
    },
    {
      title: 'a failure of the tool, told by error.type alone',
      kind: 'tool',
      span: {
        name: 'tools/call search',
        kind: 2,
        attributes: { 'mcp.method.name': 'tools/call', 'error.type': 'tool_error' },
      },
      argumentsKey: null,
      resultKey: null,
      callIdKey: null,
      reads: { failed: true, errorText: 'tool_error' },
    },
    {
      title: 'a JSON-RPC error code',
      kind: 'tool',
      span: {
        name: 'tools/call search',
        kind: 3,
        attributes: { 'mcp.method.name': 'tools/call', 'rpc.response.status_code': '-32602' },
      },
      argumentsKey: null,
      resultKey: null,
      callIdKey: null,
      reads: { failed: true },
    },
    {
      title: 'a status that is no error',
      kind: 'tool',
      span: {
        name: 'tools/call search',
        kind: 3,
        attributes: { 'mcp.method.name': 'tools/call', 'rpc.response.status_code': '0' },
      },
      argumentsKey: null,
      resultKey: null,
      callIdKey: null,
      reads: { failed: null },
    },
    {
      title: 'annotations: read only',
      kind: 'tool',
      span: {
        name: 'tools/call search',
        kind: 3,
        attributes: { 'mcp.method.name': 'tools/call', 'mcp.tool.annotations.readOnlyHint': true },
      },
      argumentsKey: null,
      resultKey: null,
      callIdKey: null,
      reads: { readOnly: true },
    },
    {
      title: 'annotations: destructive',
      kind: 'tool',
      span: {
        name: 'tools/call drop',
        kind: 3,
        attributes: { 'mcp.method.name': 'tools/call', 'mcp.tool.annotations.destructiveHint': true },
      },
      argumentsKey: null,
      resultKey: null,
      callIdKey: null,
      reads: { readOnly: false },
    },
    {
      title: 'tools/list',
      kind: 'silent',
      span: { name: 'tools/list', kind: 3, attributes: { 'mcp.method.name': 'tools/list' } },
    },
    {
      title: 'initialize',
      kind: 'silent',
      span: { name: 'initialize', kind: 2, attributes: { 'mcp.method.name': 'initialize' } },
    },
  ],
}

function toolCall(title: string, kind: number, rank: 'mcp_client' | 'mcp_server' | 'own_span'): ToolExample {
  return {
    title,
    kind: 'tool',
    span: {
      name: 'tools/call search',
      kind,
      attributes: {
        'mcp.method.name': 'tools/call',
        'gen_ai.operation.name': 'execute_tool',
        'jsonrpc.request.id': '7',
        'gen_ai.tool.name': 'search',
        'gen_ai.tool.call.arguments': '{"q":"invoice 4411"}',
        'gen_ai.tool.call.result': '{"content":[{"type":"text","text":"no hits"}],"isError":false}',
      },
    },
    argumentsKey: 'gen_ai.tool.call.arguments',
    resultKey: 'gen_ai.tool.call.result',
    callIdKey: null,
    reads: {
      tool: 'search',
      callId: null,
      args: '{"q":"invoice 4411"}',
      observation: 'no hits',
      failed: false,
      rank,
      dialect: 'mcp',
    },
  }
}
