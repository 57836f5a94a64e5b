import { bodyKey, type LogVocabulary } from './log-vocabulary.ts'

const scope = [{ scope: 'autogen_core.events' }] as const
const body = (...path: readonly string[]) => ({ attribute: bodyKey, path })

/** AutoGen's Python logger `autogen_core.events`, bridged to OTLP: each record is one event as JSON (autogen_core/logging.py at 027ecf0a3). */
export const autogenLogs: LogVocabulary = {
  name: 'autogen-logs',
  besideSpans: 'autogen',
  title: 'AutoGen, logger autogen_core.events',
  covers: 'autogen-core at 027ecf0a3',
  proof: ['source'],
  capture: { results: 'on', advice: 'Arguments and results are in each ToolCallEvent.' },
  tests: [
    { event: 'ToolCall', kind: 'tool', when: scope },
    { event: 'LLMCall', kind: 'model', when: scope },
    { event: 'LLMStreamEnd', kind: 'model', when: scope },
    { event: 'LLMStreamStart', kind: 'ignore', when: scope },
    { event: 'Message', kind: 'ignore', when: scope },
  ],
  fields: {
    toolName: [body('tool_name')],
    toolArguments: [body('arguments')],
    toolObservation: [body('result')],
    modelName: [body('response', 'model')],
    tokensIn: [[body('prompt_tokens')]],
    tokensOut: [body('completion_tokens')],
    modelText: [body('response', 'choices', '*', 'message'), body('response', 'content')],
    session: ['gen_ai.conversation.id', 'session.id'],
    actorName: [body('agent_id')],
  },
}
