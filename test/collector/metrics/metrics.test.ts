import { describe, expect, it } from 'vitest'
import { catalogue, type MetricSpec } from '../../../collector/metrics/catalogue.ts'
import { measuredStore } from '../../../collector/metrics/measured-store.ts'
import { createMetrics } from '../../../collector/metrics/metrics.ts'
import { memoryStore } from '../judging/runs.ts'

describe('metrics', () => {
  it.each(Object.entries<MetricSpec>(catalogue))(
    '%s is named after its type and unit, and explained',
    (name, spec) => {
      expect(name).toMatch(/^[a-z][a-z_]*$/)
      expect(name.endsWith('_total')).toBe(spec.type === 'counter')
      if (spec.type === 'histogram') {
        expect(name).toMatch(/_(seconds|bytes)$/)
        expect(spec.buckets).toEqual(spec.buckets?.toSorted((a, b) => a - b))
      }
      expect(spec.help).toMatch(/\.$/)
      for (const label of spec.labels) expect(label).not.toMatch(/(^|_)(id|run|trace|span|session)$/)
    },
  )

  it('are all in the output, under the prefix, with those of the process', async () => {
    const { text, contentType } = await createMetrics().render()
    for (const [name, { type }] of Object.entries<MetricSpec>(catalogue)) {
      expect(text).toContain(`# TYPE loop_observer_${name} ${type}\n`)
    }
    expect(text).toContain('process_cpu_seconds_total')
    expect(contentType).toContain('text/plain')
  })

  it('belong to one observer: two in a process do not mix', async () => {
    const [one, other] = [createMetrics({ process: false }), createMetrics({ process: false })]
    one.count('decisions_total', { reason: 'repetition', action: 'halt', enforced: 'true' })
    expect((await one.render()).text).toContain(
      'decisions_total{reason="repetition",action="halt",enforced="true"} 1',
    )
    expect((await other.render()).text).not.toContain('repetition')
  })

  it('time the calls of a store and count those that fail', async () => {
    const metrics = createMetrics({ process: false })
    const store = measuredStore(memoryStore(), metrics)
    await store.ping()
    await store.close()
    await expect(store.ping()).rejects.toThrow()
    const { text } = await metrics.render()
    expect(text).toContain('loop_observer_store_errors_total{store="sqlite",call="ping"} 1')
    expect(text).toContain('loop_observer_store_seconds_count{store="sqlite",call="ping"} 2')
  })
})
