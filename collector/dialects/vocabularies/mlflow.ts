import type { Vocabulary } from '../vocabulary.ts'

const type = 'mlflow.spanType'

/** MLflow (mlflow/tracing/constant.py). Every value is JSON text, strings too. */
export const mlflow: Vocabulary = {
  name: 'mlflow',
  title: 'MLflow',
  covers: 'commits of 2026',
  proof: ['source'],
  capture: { results: 'on', advice: 'Nothing to switch on.' },
  kinds: [
    { kind: 'tool', when: [{ attribute: type, is: ['"TOOL"', 'TOOL'] }] },
    { kind: 'model', when: [{ attribute: type, is: ['"CHAT_MODEL"', '"LLM"', 'CHAT_MODEL', 'LLM'] }] },
    // In its GenAI export retrievers and rerankers also become `execute_tool`.
    {
      kind: 'ignore',
      when: [{ attribute: type, is: ['"RETRIEVER"', '"RERANKER"', '"EMBEDDING"', '"PARSER"', '"MEMORY"'] }],
    },
    { kind: 'agent', when: [{ attribute: type, present: true }] },
  ],
  fields: {
    toolName: ['gen_ai.tool.name'],
    toolArguments: ['mlflow.spanInputs'],
    toolObservation: ['mlflow.spanOutputs'],
    modelName: [{ attribute: 'mlflow.llm.model', path: [] }],
    tokensIn: [{ attribute: 'mlflow.chat.tokenUsage', path: ['input_tokens'] }],
    tokensOut: [{ attribute: 'mlflow.chat.tokenUsage', path: ['output_tokens'] }],
    costUsd: [{ attribute: 'mlflow.llm.cost', path: ['total_cost'] }],
    modelText: ['mlflow.spanOutputs'],
    modelInput: [{ attribute: 'mlflow.spanInputs', path: ['messages'] }],
  },
  hints: { keys: ['mlflow.'] },
}
