import { nextTurn } from './script.ts'
import type { Written } from './server.ts'

interface Body {
  readonly contents: readonly { readonly parts?: readonly { readonly functionResponse?: object }[] }[]
}

/** Gemini's generateContent, not streamed; the model's name stands in the path. */
export function geminiTurn(model: string, { contents }: Body): Written {
  const parts = contents.flatMap((content) => content.parts ?? [])
  const results = parts.filter(({ functionResponse }) => functionResponse !== undefined)
  const turn = nextTurn(model, results.length, 'fc_')
  const said =
    'text' in turn
      ? [{ text: turn.text }]
      : turn.calls.map(({ id, tool, args }) => ({ functionCall: { id, name: tool, args } }))
  const answer = {
    candidates: [{ content: { role: 'model', parts: said }, finishReason: 'STOP', index: 0 }],
    usageMetadata: { promptTokenCount: 10, candidatesTokenCount: 5, totalTokenCount: 15 },
    modelVersion: model,
  }
  return { contentType: 'application/json', pieces: [JSON.stringify(answer)] }
}
