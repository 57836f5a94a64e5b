import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { arrivals } from './arrivals.ts'
import { judgedSpans } from './judged-spans.ts'
import { layers, spansOf, story } from './told-calls.ts'

describe('calls that several sources tell', () => {
  test('are as many, and judged alike, in whatever order, split and duplication their spans come', async () => {
    const told = story.map((each) => ({ each, spans: spansOf(each) }))
    const arrived = told.chain(({ each, spans }) =>
      arrivals(spans).map((batches) => ({ story: each, spans, batches })),
    )
    await fc.assert(
      fc.asyncProperty(arrived, async ({ story: { calls }, spans, batches }) => {
        const ordered = await judgedSpans([spans])
        expect(ordered.calls).toBe(calls.length)
        expect(await judgedSpans(batches)).toEqual(ordered)
      }),
      { numRuns: 60 },
    )
  })

  test('are twelve when twelve parallel ones are told by five spans each, a request for each span', async () => {
    const calls = Array.from({ length: 12 }, () => ({
      tool: 'search',
      query: 'x',
      answer: 'no hits',
      after: 1,
    }))
    const spans = spansOf({ layers, linked: layers.map(() => false), ids: 'none', calls })
    await fc.assert(
      fc.asyncProperty(fc.shuffledSubarray([...spans], { minLength: spans.length }), async (shuffled) => {
        expect((await judgedSpans(shuffled.map((span) => [span]))).calls).toBe(12)
      }),
      { numRuns: 15 },
    )
  })
})
