import { claudeResultLimits } from '../claude-result.ts'
import type { Vocabulary } from '../vocabulary.ts'

const type = 'langfuse.observation.type'
const output = 'langfuse.observation.output'
const usage = 'langfuse.observation.usage_details'

/** Langfuse SDKs (langfuse/_client/attributes.py; langfuse-js packages/core/src/constants.ts). */
export const langfuse: Vocabulary = {
  name: 'langfuse',
  title: 'Langfuse SDK',
  covers: 'Python 3, JS 4',
  proof: ['source', 'trace'],
  capture: {
    results: 'on',
    advice: 'Nothing to switch on. Observations of tools need the type `tool` (as_type="tool").',
  },
  kinds: [
    { kind: 'tool', when: [{ attribute: type, is: ['tool'] }] },
    { kind: 'model', when: [{ attribute: type, is: ['generation'] }] },
    {
      kind: 'ignore',
      when: [{ attribute: type, is: ['event', 'embedding', 'retriever', 'guardrail', 'evaluator'] }],
    },
    // Until 3.4 the LangChain callback wrote tools as plain spans: known by the ToolMessage they give.
    {
      kind: 'tool',
      when: [
        { attribute: type, is: ['span'] },
        { attribute: output, starts: '{"content":' },
        { attribute: output, contains: '"tool_call_id"' },
      ],
    },
    { kind: 'agent', when: [{ attribute: type, present: true }] },
  ],
  fields: {
    toolArguments: ['langfuse.observation.input'],
    toolObservation: [output],
    modelName: ['langfuse.observation.model.name'],
    tokensIn: [
      { attribute: usage, path: ['input'] },
      { attribute: usage, path: ['prompt_tokens'] },
    ],
    tokensOut: [
      { attribute: usage, path: ['output'] },
      { attribute: usage, path: ['completion_tokens'] },
    ],
    costUsd: [{ attribute: 'langfuse.observation.cost_details', path: ['total'] }],
    modelText: [output],
    modelInput: ['langfuse.observation.input'],
    session: [
      'langfuse.session.id',
      'session.id',
      'langfuse.trace.metadata.thread_id',
      'langfuse.observation.metadata.thread_id',
    ],
    failureText: ['langfuse.observation.status_message'],
  },
  failures: [{ source: 'langfuse.observation.level', is: ['ERROR'] }],
  limits: claudeResultLimits('langfuse.observation.output'),
  hints: { keys: ['langfuse.'], scopes: ['langfuse'] },
}
