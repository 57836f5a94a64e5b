import type { Step, StepRecord } from '@loop-observer/rules'
import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { traceDecoder } from '../../../collector/receiver/decode.ts'
import type { BoundSteps } from '../../../collector/judging/judging.ts'
import type { SpanView } from '../../../collector/receiver/span-view.ts'
import { recordsOf, spanBinding, toolSteps, type SpanBinding } from './bind-spans.ts'

const stories = [
  {
    version: 'v4',
    modelCalls: 3,
    tokensIn: 360,
    tokensOut: 54,
    lane: 'main',
    last: 'Let me look that up.',
  },
  {
    version: 'v5',
    modelCalls: 4,
    tokensIn: 480,
    tokensOut: 72,
    lane: 'main',
    last: 'The invoice could not be found.',
  },
  {
    version: 'v6',
    modelCalls: 4,
    tokensIn: 480,
    tokensOut: 72,
    lane: 'main',
    last: 'The invoice could not be found.',
  },
  {
    version: 'v7',
    modelCalls: 4,
    tokensIn: 480,
    tokensOut: 72,
    lane: 'main',
    last: 'The invoice could not be found.',
  },
]

describe.each(stories)(
  'the recorded run of the Vercel AI SDK $version',
  ({ version, modelCalls, tokensIn, tokensOut, lane, last }) => {
    let spans: readonly SpanView[]
    let bound: readonly BoundSteps[]
    let binding: SpanBinding

    beforeAll(async () => {
      const body = await readFile(
        new URL(`../../fixtures/otlp/vercel-ai-${version}.otlp.json`, import.meta.url),
      )
      spans = traceDecoder()('json', body).spans
      binding = await spanBinding()
      bound = await binding.bind(spans)
    })
    afterAll(() => binding.close())

    test('is one run, known by its trace', () => {
      expect(bound).toHaveLength(1)
      expect(bound[0]?.intro).toMatchObject({
        run: spans[0]?.traceId,
        key: `default/${spans[0]?.traceId}`,
        source: 'telemetry',
        attributes: { 'service.name': 'sample-agent' },
      })
    })

    test('searches twice and finds nothing, then fails', () => {
      const [first, second, third, ...more] = toolSteps(bound)
      expect(more).toEqual([])
      expect(first).toMatchObject({
        tool: 'search',
        callId: expect.stringMatching(/^c1@/) as string,
        ok: true,
        lane,
        rank: 'own_span',
        error: null,
      })
      expect(second).toMatchObject({
        tool: 'search',
        callId: expect.stringMatching(/^c2@/) as string,
        ok: true,
        lane,
      })
      expect(third).toMatchObject({
        tool: 'boom',
        callId: expect.stringMatching(/^c3@/) as string,
        ok: false,
        lane,
      })
      expect(first?.call.exact).not.toBeNull()
      expect(second?.call.exact).toBe(first?.call.exact)
      expect(first?.observation.state).toBe('empty')
      expect(second?.observation).toEqual(first?.observation)
      expect(third?.error).not.toBeNull()
      expect(third?.observation.state).toBe('known')
    })

    test('counts each model call once and no roll-up', () => {
      const models = recordsOf(bound).flatMap(({ step }) => (step.kind === 'model' ? [step] : []))
      expect(models).toHaveLength(modelCalls)
      expect(models.reduce((sum, step) => sum + (step.tokensIn ?? 0), 0)).toBe(tokensIn)
      expect(models.reduce((sum, step) => sum + (step.tokensOut ?? 0), 0)).toBe(tokensOut)
      expect(models.every((step) => step.model === 'mock-model' && step.text !== null)).toBe(true)
    })

    test('shows what a person may see', () => {
      const records = recordsOf(bound)
      const search = records.find(({ step }) => step.kind === 'tool')
      expect(search?.preview).toEqual({
        args: '{"q":"invoice 4411"}',
        observation: '{"hits":0,"query":"invoice 4411"}',
        text: null,
      })
      const boom = records.findLast(({ step }) => step.kind === 'tool')
      expect(boom?.preview).toMatchObject({ args: '{"id":7}', observation: 'upstream 503' })
      expect(records.findLast(({ step }) => step.kind === 'model')?.preview?.text).toBe(last)
    })

    test('needs no amendment, span by span either: each tool span says what came back', async () => {
      expect(recordsOf(bound).filter(({ step }) => step.kind === 'amendment')).toEqual([])
      const apart = await spanBinding()
      const steps = []
      for (const span of spans) steps.push(...recordsOf(await apart.bind([span])))
      expect(withoutName(steps)).toEqual(withoutName(recordsOf(bound)))
      await apart.close()
    })
  },
)

/** A name, or an end, that comes alone waits for a step of its run in the store. */
function withoutName(records: readonly StepRecord[]): readonly Step[] {
  const aside = ['naming', 'outcome']
  return records.flatMap(({ step }) => (aside.includes(step.kind) ? [] : [step])).toSorted(byId)
}

function byId(a: { readonly id: string }, b: { readonly id: string }): number {
  return a.id < b.id ? -1 : 1
}
