import fc from 'fast-check'
import type { PolicyFile } from '@loop-observer/rules'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createPolicyBook } from '../../../collector/judging/policy-book.ts'
import { openStore } from '../../../collector/store/open-store.ts'
import { plainSpan, type PlainSpan } from '../../conformance/dialects/plain-span.ts'
import { subjects, type Place } from '../../conformance/stores/subjects.ts'
import { spanBinding } from '../binding/bind-spans.ts'
import { layers, spansOf } from '../binding/told-calls.ts'
import { bound, judgeOn } from './runs.ts'

/** The hold ends with the fence at the end, however busy the machine is. */
const policy: PolicyFile = { digest: 'test', holdMs: 600_000 }
const traceId = 'a'.repeat(32)

const spans = spansOf({
  layers,
  linked: layers.map(() => false),
  ids: 'none',
  calls: Array.from({ length: 8 }, (_, k) => ({ tool: 'search', query: 'x', answer: `page ${k}`, after: 1 })),
}).map((span) => ({ ...span, traceId }))

const kept = subjects.filter(({ name }) => name === 'SQLite, in memory' || name === 'Redis, one server')

describe.each(kept)(
  'calls that several sources tell, each span in a request of its own: $name',
  (subject) => {
    let place: Place
    beforeAll(async () => {
      place = await subject.start()
    })
    afterAll(() => place?.stop())

    test('are counted once each by an observer that takes over in the middle, within the hold', async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.shuffledSubarray([...spans], { minLength: spans.length }),
          fc.nat({ max: spans.length }),
          async (shuffled, restartAt) => {
            await place.clear()
            const store = await openStore({ url: place.url })
            /** As one process would: nothing is known to it but what the store holds. */
            const observe = async (batch: readonly PlainSpan[]): Promise<void> => {
              const judge = judgeOn(store, { policies: createPolicyBook(policy) })
              const { bind } = await spanBinding({ store, policy })
              for (const span of batch)
                await judge.accept(await bind([plainSpan(span)], { nowMs: store.now() }))
              await judge.stop()
            }
            try {
              await observe(shuffled.slice(0, restartAt))
              await observe(shuffled.slice(restartAt))
              const last = judgeOn(store, { policies: createPolicyBook(policy) })
              await last.acceptAndSettle(bound(traceId, []), '*')
              await last.stop()
              const runs = await store.list({ tenant: 'default' })
              expect(runs.map(({ run, totals }) => [run, totals.toolCalls])).toEqual([[traceId, 8]])
            } finally {
              await store.close()
            }
          },
        ),
        { numRuns: 10 },
      )
    })
  },
)
