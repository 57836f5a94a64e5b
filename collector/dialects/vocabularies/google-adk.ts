import type { Vocabulary } from '../vocabulary.ts'

const scope = 'gcp.vertex.agent'
const operation = 'gen_ai.operation.name'
const request = 'gcp.vertex.agent.llm_request'

/**
 * Google Agent Development Kit (src/google/adk/telemetry; @google/adk 2.0.0). Its spans may come in
 * OpenInference's scope, with both vocabularies on them.
 */
export const googleAdk: Vocabulary = {
  name: 'google-adk',
  title: 'Google ADK',
  covers: 'Python to 2.13, JS 2.0.0',
  proof: ['live', 'source', 'trace'],
  capture: {
    results: 'off',
    advice:
      'Python from 2.x: set OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT=SPAN_ONLY or SPAN_AND_EVENT (true means events only). Earlier, with ADK_TELEMETRY_SCHEMA_VERSION_OPT_IN=1 and in JS ADK_CAPTURE_MESSAGE_CONTENT_IN_SPANS=true, which it is by default.',
  },
  kinds: [
    // Repeats parallel calls, which have spans of their own.
    { kind: 'ignore', when: [{ attribute: 'gen_ai.tool.name', is: ['(merged tools)'] }] },
    { kind: 'ignore', when: [{ scope }, { name: 'execute_tool (merged)' }] },
    { kind: 'tool', when: [{ scope }, { attribute: operation, is: ['execute_tool'] }] },
    {
      kind: 'tool',
      when: [
        { attribute: operation, is: ['execute_tool'] },
        { attribute: 'gcp.vertex.agent.tool_response', present: true },
      ],
    },
    {
      kind: 'tool',
      when: [
        { scope: 'openinference.instrumentation.google_adk' },
        { attribute: 'openinference.span.kind', is: ['TOOL'] },
      ],
    },
    { kind: 'model', when: [{ name: 'call_llm' }, { attribute: request, present: true }] },
    { kind: 'model', when: [{ scope }, { attribute: operation, is: ['generate_content', 'chat'] }] },
    { kind: 'agent', when: [{ scope }] },
  ],
  fields: {
    toolName: ['gen_ai.tool.name'],
    // Beside it OpenInference writes the arguments here; for other frameworks this is the schema.
    toolArguments: [
      'gcp.vertex.agent.tool_call_args',
      'gen_ai.tool.call.arguments', // schema version 2 of its telemetry
      { attribute: 'tool.parameters', own: true },
    ],
    toolObservation: [
      'gcp.vertex.agent.tool_response',
      'gen_ai.tool.call.result',
      { attribute: 'output.value', path: ['response'], own: true },
    ],
    modelText: [{ attribute: 'gcp.vertex.agent.llm_response', path: ['content'] }],
    modelInput: [{ attribute: request, path: ['contents'] }],
    session: ['gcp.vertex.agent.session_id'],
  },
  resultsTellFailure: true,
  // What stands there with content capture off; a call without arguments looks the same.
  placeholders: [{ prefix: 'gcp.vertex.agent.', values: ['N/A', '{}'] }],
  limits: [
    { limit: 'LlmCallsLimitExceededError', exception: 'LlmCallsLimitExceededError' },
    { limit: 'LlmCallsLimitExceededError', message: /^Max number of llm calls limit of / },
  ],
  hints: { keys: ['gcp.vertex.agent.'], scopes: ['gcp.vertex.agent'] },
}
