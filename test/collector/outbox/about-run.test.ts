import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { aboutRuns } from '../../../collector/outbox/about-run.ts'
import type { Store } from '../../../collector/store/store.ts'
import { judged, record } from '../../conformance/stores/builders.ts'
import { memoryStore } from '../judging/runs.ts'

const key = 'default/run-1'

describe('what sinks ask about a run', () => {
  let store: Store
  beforeEach(() => {
    store = memoryStore()
  })
  afterEach(() => store.close())

  it('is where the steps of the evidence stand, young or old, in the order asked', async () => {
    const records = Array.from({ length: 1500 }, (_, i) => {
      const { step, preview } = record(`s${i}`)
      return { step: { ...step, spanId: i === 7 ? null : i.toString(16).padStart(16, '0') }, preview }
    })
    await store.commit([{ key, records, basis: 0, judged: judged(key, 1) }])
    const about = aboutRuns(store)
    const traceId = '0af7651916cd43dd8448eb211c80319c'
    expect(await about.places(key, ['s1499', 's3', 's7', 'unheard'])).toEqual([
      { step: 's1499', span: { traceId, spanId: (1499).toString(16).padStart(16, '0') } },
      { step: 's3', span: { traceId, spanId: '0000000000000003' } },
      { step: 's7', span: null },
      { step: 'unheard', span: null },
    ])
    expect((await about.summary(key))?.agent).toBe('billing')
  })

  it('is nothing when the run is gone', async () => {
    const about = aboutRuns(store)
    expect(await about.summary('default/gone')).toBeNull()
    expect(await about.places('default/gone', ['s1'])).toEqual([{ step: 's1', span: null }])
  })
})
