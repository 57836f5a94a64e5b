import type { Vocabulary } from '../vocabulary.ts'

/**
 * MCP (OpenTelemetry semantic-conventions, docs/gen-ai/mcp.md). An execute_tool span that an MCP
 * instrumentation enriched instead of adding its own is internal, and keeps its rank.
 */
export const mcp: Vocabulary = {
  name: 'mcp',
  title: 'MCP conventions of OpenTelemetry, client and server',
  covers:
    'semantic-conventions 1.39 to 1.41, semantic-conventions-genai; the MCP SDK for Python 2.3 and FastMCP 4.2 themselves',
  proof: ['source'],
  capture: {
    results: 'off',
    advice: 'Set OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT=SPAN_AND_EVENT.',
  },
  kinds: [
    {
      kind: 'tool',
      rank: 'mcp_server',
      when: [{ attribute: 'mcp.method.name', is: ['tools/call'] }, { spanKind: [2, 5] }],
    },
    {
      kind: 'tool',
      rank: 'mcp_client',
      when: [{ attribute: 'mcp.method.name', is: ['tools/call'] }, { spanKind: [3, 4] }],
    },
    { kind: 'tool', when: [{ attribute: 'mcp.method.name', is: ['tools/call'] }] },
    { kind: 'ignore', when: [{ attribute: 'mcp.method.name', present: true }] },
  ],
  fields: {
    // Spans are named `{mcp.method.name} {target}`; those of clients in the Python SDK 2 say that they send it.
    toolName: ['gen_ai.tool.name', { nameAfter: 'tools/call ' }, { nameAfter: 'MCP send tools/call ' }],
    session: ['mcp.session.id'],
    // No convention has annotations yet.
    readOnlyHint: [
      { attribute: 'mcp.tool.annotations.readOnlyHint', own: true },
      { attribute: 'mcp.tool.annotations.read_only_hint', own: true },
    ],
    destructiveHint: [
      { attribute: 'mcp.tool.annotations.destructiveHint', own: true },
      { attribute: 'mcp.tool.annotations.destructive_hint', own: true },
    ],
  },
  failures: [
    // The JSON-RPC error code, there only for errors; 0 is none. Elsewhere it may be a plain status.
    { source: { attribute: 'rpc.response.status_code', own: true }, isNot: ['0', 0, 'OK'] },
    { source: { attribute: 'jsonrpc.error.code', own: true }, isNot: ['0', 0] },
  ],
  hints: { keys: ['mcp.'] },
}
