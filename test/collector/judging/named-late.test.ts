import fc from 'fast-check'
import type { PolicyFile } from '@loop-observer/rules'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createPolicyBook } from '../../../collector/judging/policy-book.ts'
import { openStore } from '../../../collector/store/open-store.ts'
import { plainSpan, type PlainSpan } from '../../conformance/dialects/plain-span.ts'
import { subjects, type Place } from '../../conformance/stores/subjects.ts'
import { spanBinding } from '../binding/bind-spans.ts'
import { bound, judgeOn } from './runs.ts'

const beganMs = 1_796_000_000_000

/** The hold ends with the fence at the end, however busy the machine is. */
const policy: PolicyFile = { digest: 'test', mode: 'enforce', holdMs: 600_000, runKey: ['job.id'] }

/** An agent of which only the span around it, or a model call, bears the id of the run. */
function spansOf(bearer: 'agent' | 'model', attribute: string, traceId: string): readonly PlainSpan[] {
  const id = (k: number): string => String(k).padStart(16, '0')
  const span = (k: number, attributes: PlainSpan['attributes'], named = false): PlainSpan => ({
    traceId,
    spanId: id(k),
    parentSpanId: k === 1 ? null : id(1),
    startMs: beganMs + k * 10,
    endMs: beganMs + k * 10 + (k === 1 ? 900 : 5),
    attributes: { ...attributes, ...(named ? { [attribute]: 'job-7' } : {}) },
  })
  const agent = { 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.agent.name': 'clerk' }
  const model = { 'gen_ai.operation.name': 'chat', 'gen_ai.usage.input_tokens': 9 }
  return [
    span(1, agent, bearer === 'agent'),
    span(2, model, bearer === 'model'),
    ...[3, 4, 5].map((k) =>
      span(k, {
        'gen_ai.operation.name': 'execute_tool',
        'gen_ai.tool.name': 'search',
        'gen_ai.tool.call.arguments': `{"page":${k}}`,
        'gen_ai.tool.call.result': `page ${k}`,
      }),
    ),
  ]
}

const shared = subjects.filter(({ name }) => name === 'SQLite, in memory' || name === 'Redis, one server')

describe.each(shared)('a run of which some spans bear the id, and the others its trace: $name', (subject) => {
  let place: Place
  beforeAll(async () => {
    place = await subject.start()
  })
  afterAll(() => place?.stop())

  const arrivals = fc
    .tuple(
      fc.constantFrom<'agent' | 'model'>('agent', 'model'),
      fc.constantFrom('job.id', 'loop.run.id'),
      fc.uuid().map((id) => id.replaceAll('-', '')),
    )
    .chain((which) => {
      const spans = spansOf(...which)
      return fc.tuple(
        fc.shuffledSubarray([...spans, ...spans.slice(0, 2)], { minLength: spans.length + 2 }),
        fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 7, maxLength: 7 }),
        fc.boolean(),
      )
    })

  test('is one run of that id, in whatever order, split and duplication they come', async () => {
    await fc.assert(
      fc.asyncProperty(arrivals, async ([spans, sizes, atOnce]) => {
        await place.clear()
        const store = await openStore({ url: place.url })
        const judge = judgeOn(store, { policies: createPolicyBook(policy) })
        const { bind } = await spanBinding({ store, policy })
        const send = async (batch: readonly PlainSpan[]): Promise<void> =>
          judge.accept(await bind(batch.map(plainSpan), { nowMs: store.now() }))
        try {
          const batches = cut(spans, sizes)
          if (atOnce) await Promise.all(batches.map(send))
          else for (const batch of batches) await send(batch)
          await judge.acceptAndSettle(bound('job-7', []), '*')
          const runs = await store.list({ tenant: 'default' })
          expect(
            runs.map(({ run, totals }) => ({ run, calls: totals.toolCalls, turns: totals.steps })),
          ).toEqual([{ run: 'job-7', calls: 3, turns: 1 }])
          expect(await store.resolve('default', `trace:${spans[0]?.traceId}`)).toBe('default/job-7')
        } finally {
          await judge.stop()
          await store.close()
        }
      }),
      { numRuns: 25 },
    )
  })
})

function cut<T>(all: readonly T[], sizes: readonly number[]): readonly (readonly T[])[] {
  const batches: T[][] = []
  for (let at = 0, k = 0; at < all.length; k++) {
    const size = sizes[k % sizes.length] ?? 1
    batches.push(all.slice(at, at + size))
    at += size
  }
  return batches
}
