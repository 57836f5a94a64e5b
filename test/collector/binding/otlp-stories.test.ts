import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { BoundSteps } from '../../../collector/judging/judging.ts'
import { traceDecoder } from '../../../collector/receiver/decode.ts'
import type { SpanView } from '../../../collector/receiver/span-view.ts'
import { recordsOf, spanBinding, toolSteps, type SpanBinding } from './bind-spans.ts'

interface Story {
  readonly file: string
  readonly says: string
  readonly runKey?: string
  readonly modelCalls: number
  readonly lane: string
  readonly callIds: readonly (RegExp | null)[]
  readonly searchArgs: string
  readonly hits: string
  readonly error: string
  readonly model: string | null
}

const stories: readonly Story[] = [
  {
    file: 'mastra-otel-exporter-1.4.0',
    says: 'names the agent on some spans only, and ids on all calls',
    modelCalls: 4,
    lane: 'main',
    callIds: [/^c1@/, /^c2@/, /^c3@/],
    searchArgs: '{"q":"invoice 4411"}',
    hits: '{"hits":0}',
    error: 'upstream 503',
    model: 'mock-model',
  },
  {
    file: 'openinference-langchain-js-4.1.1',
    says: 'unwraps a single text argument, and carries the call id in the result',
    modelCalls: 4,
    lane: 'main',
    callIds: [/^c1@/, /^c2@/, null],
    searchArgs: 'invoice 4411',
    hits: '{"hits":0,"query":"invoice 4411"}',
    error: 'upstream 503',
    model: null,
  },
  {
    file: 'traceloop-langchain-js-0.27.0',
    says: 'makes a trace of every span, and names tools in results only',
    runKey: 'service.name',
    modelCalls: 4,
    lane: 'main',
    callIds: [/^c1@/, /^c2@/, /^c3@/],
    searchArgs: '{"q":"invoice 4411"}',
    hits: '{"hits":0,"query":"invoice 4411"}',
    error: 'upstream 503',
    model: null,
  },
  {
    file: 'langsmith-js-0.12.0',
    says: 'has no call ids, and status OK on failures',
    modelCalls: 3,
    lane: 'main',
    callIds: [null, null, null],
    searchArgs: '{"q":"invoice 4411"}',
    hits: '{"hits":0,"query":"invoice 4411"}',
    error: 'Error: upstream 503',
    model: 'mock-model',
  },
]

describe.each(stories)('the recorded run of $file, which $says', (story) => {
  let spans: readonly SpanView[]
  let bound: readonly BoundSteps[]
  let binding: SpanBinding

  beforeAll(async () => {
    const url = new URL(`../../fixtures/otlp/${story.file}.otlp.json`, import.meta.url)
    spans = traceDecoder()('json', await readFile(url)).spans
    binding = await newBinding()
    bound = await binding.bind(spans)
  })
  afterAll(() => binding.close())

  function newBinding(): Promise<SpanBinding> {
    return spanBinding(story.runKey === undefined ? {} : { policy: { runKey: [story.runKey] } })
  }

  test('is one run', () => {
    expect(bound).toHaveLength(1)
  })

  test('searches twice with the same result, then fails', () => {
    const [first, second, third, ...more] = toolSteps(bound)
    expect(more).toEqual([])
    const { lane, callIds } = story
    expect(first).toMatchObject({ tool: 'search', callId: like(callIds[0]), ok: true, lane, error: null })
    expect(second).toMatchObject({ tool: 'search', callId: like(callIds[1]), ok: true, lane })
    expect(third).toMatchObject({ tool: 'boom', callId: like(callIds[2]), ok: false, lane })
    expect(first?.call.exact).not.toBeNull()
    expect(second?.call).toEqual(first?.call)
    expect(first?.observation.state).not.toBe('unknown')
    expect(second?.observation).toEqual(first?.observation)
    expect(third?.error).not.toBeNull()
  })

  test('counts each model call once and no roll-up', () => {
    const models = recordsOf(bound).flatMap(({ step }) => (step.kind === 'model' ? [step] : []))
    expect(models).toHaveLength(story.modelCalls)
    expect(models.reduce((sum, { tokensIn }) => sum + (tokensIn ?? 0), 0)).toBe(120 * story.modelCalls)
    expect(models.reduce((sum, { tokensOut }) => sum + (tokensOut ?? 0), 0)).toBe(18 * story.modelCalls)
    expect(models.every(({ model, lane }) => model === story.model && lane === story.lane)).toBe(true)
  })

  test('shows what a person may see', () => {
    const previews = recordsOf(bound).map(({ preview }) => preview)
    const tools = previews.filter((preview) => preview?.args !== null && preview !== null)
    expect(tools.map((preview) => [preview?.args, preview?.observation])).toEqual([
      [story.searchArgs, story.hits],
      [story.searchArgs, story.hits],
      ['{"id":7}', story.error],
    ])
    const texts = previews.flatMap((preview) => (preview?.text ? [preview.text] : []))
    expect(texts).toEqual([
      ...Array.from({ length: story.modelCalls - 1 }, () => 'Let me look that up.'),
      'The invoice could not be found.',
    ])
  })

  test('has no other steps', () => {
    const kinds = recordsOf(bound).map(({ step }) => step.kind)
    expect(kinds.filter((kind) => !['tool', 'model', 'naming', 'outcome'].includes(kind))).toEqual([])
  })

  test('ends with the root of its trace', () => {
    const ends = recordsOf(bound).flatMap(({ step }) => (step.kind === 'outcome' ? [step] : []))
    expect(ends.at(-1)).toMatchObject({ outcome: 'answered', observed: true })
    const worked = recordsOf(bound).flatMap(({ step }) => (step.kind === 'outcome' ? [] : [step.endedAtMs]))
    expect(ends.at(-1)?.endedAtMs).toBeGreaterThanOrEqual(Math.max(...worked))
  })

  test('has the same calls when its spans come one by one, but for a name that only a neighbour tells', async () => {
    const apart = await newBinding()
    const steps = []
    for (const span of spans) steps.push(...recordsOf(await apart.bind([span])))
    const calls = steps.flatMap(({ step }) => (step.kind === 'tool' ? [step] : []))
    const inOrder = calls.toSorted((a, b) => a.startedAtMs - b.startedAtMs || (a.id < b.id ? -1 : 1))
    const names =
      story.runKey === undefined
        ? ['search', 'search', 'boom']
        : ['search', 'search', 'DynamicStructuredTool']
    expect(inOrder.map(({ tool }) => tool)).toEqual(names)
    expect(inOrder.map(({ ok }) => ok)).toEqual([true, true, false])
    await apart.close()
  })
})

/** Short ids come with their span. */
function like(pattern: RegExp | null | undefined): unknown {
  return pattern instanceof RegExp ? expect.stringMatching(pattern) : pattern
}
