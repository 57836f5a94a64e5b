import type { Vocabulary } from '../vocabulary.ts'

const operation = 'gen_ai.operation.name'
const scopes = [{ scopeStarts: 'Microsoft.SemanticKernel' }, { scopeStarts: 'semantic_kernel.' }] as const

/** Semantic Kernel (KernelFunction.cs, kernel_function.py at b39d95a34). Prompt functions count as tools. */
export const semanticKernel: Vocabulary = {
  name: 'semantic-kernel',
  title: 'Semantic Kernel',
  covers: 'commit b39d95a34',
  proof: ['source'],
  capture: {
    results: 'off',
    advice: 'Set SEMANTICKERNEL_EXPERIMENTAL_GENAI_ENABLE_OTEL_DIAGNOSTICS_SENSITIVE=true.',
  },
  kinds: scopes.flatMap((scope) => [
    { kind: 'tool', when: [scope, { attribute: operation, is: ['execute_tool'] }] } as const,
    {
      kind: 'model',
      when: [scope, { attribute: operation, is: ['chat', 'chat.completions', 'text.completions'] }],
    } as const,
  ]),
  hints: { scopes: ['Microsoft.SemanticKernel', 'semantic_kernel.'] },
}
