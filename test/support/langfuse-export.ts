import { readFileSync } from 'node:fs'
import type { AttributeValue, SpanView } from '../../collector/receiver/span-view.ts'
import { plainSpan } from '../conformance/dialects/plain-span.ts'

type Json = { readonly [key: string]: AttributeValue }

/**
 * The spans of a Langfuse export in test/fixtures/recorded, as far as they can be rebuilt: what
 * Langfuse took for input, output, model and usage is put back under the keys of the vocabulary.
 */
export function spansOfExport(name: string): readonly SpanView[] {
  const url = new URL(`../fixtures/recorded/langfuse.${name}.trace.json`, import.meta.url)
  const { observations } = JSON.parse(readFileSync(url, 'utf8')) as { readonly observations: readonly Json[] }
  return observations.map(spanOf)
}

function spanOf(observation: Json): SpanView {
  const metadata = opened(observation['metadata']) as Json
  const scope = opened(metadata['scope']) as Json
  const { level, statusMessage } = observation
  return plainSpan({
    name: word(observation['name']),
    traceId: word(observation['traceId']),
    spanId: word(observation['id']).padEnd(16, '0').slice(0, 16),
    parentSpanId: (observation['parentObservationId'] ?? null) as string | null,
    startMs: Date.parse(word(observation['startTime'])),
    endMs: Date.parse(word(observation['endTime'])),
    statusCode: level === 'ERROR' ? 2 : 0,
    statusMessage: typeof statusMessage === 'string' ? statusMessage : '',
    scopeName: word(scope['name']),
    attributes: attributesOf(observation, metadata, word(scope['name'])),
  })
}

function attributesOf(observation: Json, metadata: Json, scope: string): Json {
  const attributes = (opened(metadata['attributes']) ?? {}) as Json
  const input = textOf(observation['input'])
  const output = textOf(observation['output'])
  const usage = observation['usageDetails'] as Json
  if (scope === 'langfuse-sdk')
    return defined({
      'langfuse.observation.type': word(observation['type']).toLowerCase(),
      'langfuse.observation.input': input,
      'langfuse.observation.output': output,
      'langfuse.observation.model.name': observation['model'],
      'langfuse.observation.usage_details': JSON.stringify(usage),
      'langfuse.trace.metadata.thread_id': metadata['thread_id'],
    })
  if (scope === 'langsmith')
    return defined({
      ...attributes,
      'gen_ai.prompt': input,
      'gen_ai.completion': output,
      'gen_ai.usage.input_tokens': usage['input'],
      'gen_ai.usage.output_tokens': usage['output'],
    })
  if (scope === 'pydantic-ai' && observation['type'] === 'GENERATION')
    return defined({ ...attributes, 'gen_ai.input.messages': input, 'gen_ai.output.messages': output })
  return attributes
}

function defined(attributes: { readonly [key: string]: AttributeValue | undefined }): Json {
  return Object.fromEntries(
    Object.entries(attributes).filter(([, value]) => value !== undefined && value !== null),
  ) as Json
}

/** As the attribute was: text. The API's JSON quotes it once more in older exports. */
function textOf(value: AttributeValue | undefined): string | undefined {
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'string') return JSON.stringify(value)
  return value.startsWith('"') ? String(JSON.parse(value)) : value
}

function opened(value: AttributeValue | undefined): AttributeValue | undefined {
  let current = value
  while (typeof current === 'string') current = JSON.parse(current) as AttributeValue
  return current
}

function word(value: AttributeValue | undefined): string {
  if (typeof value !== 'string') throw new Error('the export has another form')
  return value
}
