import type { Vocabulary } from '../vocabulary.ts'

const scope = 'github.copilot'
const operation = 'gen_ai.operation.name'

/** GitHub Copilot (from documentation). Its older spellings stand with the GenAI conventions. */
export const copilot: Vocabulary = {
  name: 'copilot',
  title: 'GitHub Copilot',
  covers: 'documentation of 2026',
  proof: ['docs'],
  capture: { results: 'off', advice: 'Set COPILOT_OTEL_CAPTURE_CONTENT=true.' },
  kinds: [
    { kind: 'tool', when: [{ scope }, { attribute: operation, is: ['execute_tool'] }] },
    { kind: 'model', when: [{ scope }, { attribute: operation, is: ['chat'] }] },
    // `invoke_agent` repeats the tokens of its chats.
    { kind: 'agent', when: [{ scope }] },
  ],
  hints: { scopes: ['github.copilot'] },
}
