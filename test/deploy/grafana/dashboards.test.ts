import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { catalogue, type MetricSpec } from '../../../collector/metrics/catalogue.ts'
import { dashboardJson } from '../../../deploy/grafana/dashboard.ts'
import { dashboards } from '../../../deploy/grafana/main.ts'
import { unknownIn } from '../prometheus/metric-names.ts'

const home = resolve(import.meta.dirname, '../../../deploy/grafana')
const read = (path: string): string => readFileSync(resolve(home, path), 'utf8')
const panels = Object.values(dashboards).flatMap(({ rows }) => rows.flatMap((row) => row.panels))
const queries = panels.flatMap((panel) => panel.queries)

/** Of the Node process and of Prometheus. */
const others = [
  'process_cpu_seconds_total',
  'process_resident_memory_bytes',
  'nodejs_eventloop_lag_p99_seconds',
]

describe('the dashboards', () => {
  it.each(Object.entries(dashboards))('%s is the file of today (npm run dashboards)', (name, dashboard) => {
    expect(read(`dashboards/${name}`)).toBe(dashboardJson(dashboard))
  })

  it.each(Object.keys(dashboards))('%s gives each panel an id and a place of its own', (name) => {
    const { panels: laid } = JSON.parse(read(`dashboards/${name}`)) as {
      readonly panels: readonly {
        readonly id: number
        readonly gridPos: Readonly<Record<'x' | 'y' | 'w' | 'h', number>>
      }[]
    }
    expect(new Set(laid.map(({ id }) => id)).size).toBe(laid.length)
    const taken = new Set<string>()
    for (const { gridPos: place } of laid) {
      expect(place.x + place.w).toBeLessThanOrEqual(24)
      for (let x = place.x; x < place.x + place.w; x++)
        for (let y = place.y; y < place.y + place.h; y++) {
          expect(taken).not.toContain(`${x},${y}`)
          taken.add(`${x},${y}`)
        }
    }
  })

  it('ask for metrics and labels of the catalogue', () => {
    for (const { expr } of queries) {
      expect(unknownIn(expr), expr).toEqual([])
      const names = expr.match(/\b(process|nodejs)_\w+/g) ?? []
      for (const each of names) expect(others).toContain(each)
    }
  })

  it('name lines by labels that the metric has', () => {
    for (const { expr, legend } of queries) {
      const [, key = ''] = /loop_observer_(\w+)/.exec(expr) ?? []
      const labels = (catalogue as Readonly<Record<string, MetricSpec>>)[key.replace(/_(bucket|count)$/, '')]
        ?.labels
      for (const [, label] of legend.matchAll(/\{\{(\w+)\}\}/g))
        expect([...(labels ?? []), 'instance'], expr).toContain(label)
      const by = [...expr.matchAll(/by \(([^)]*)\)/g)].flatMap(([, list = '']) => list.split(', '))
      for (const label of by) expect([...(labels ?? []), 'instance', 'le'], expr).toContain(label)
    }
  })

  it('call estimates estimates', () => {
    const saving = panels.filter(({ queries: all }) => all.some(({ expr }) => expr.includes('_saved_')))
    expect(saving.length).toBeGreaterThan(1)
    for (const { title, about, queries: all } of saving) {
      expect(title).toContain('(estimate)')
      for (const { legend } of all) expect(`${legend} ${about}`).toMatch(/estimate|only recorded/)
    }
  })

  it('show every metric of runs, decisions, the outbox and the judge model', () => {
    const shown = queries.map(({ expr }) => expr).join('\n')
    const wanted = Object.keys(catalogue).filter((key) =>
      /^(runs_|limit_|nudges|decisions_|budget_|steps_saved|cost_saved|outbox_|judging_|unobserved)/.test(
        key,
      ),
    )
    for (const key of wanted) expect(shown).toContain(`loop_observer_${key}`)
  })

  it('are found by the provisioning, with a data source', () => {
    const { datasources } = parse(read('provisioning/datasources/prometheus.yaml')) as {
      readonly datasources: readonly { readonly type: string; readonly url: string }[]
    }
    expect(datasources).toMatchObject([{ type: 'prometheus', url: '${PROMETHEUS_URL}' }])
    const { providers } = parse(read('provisioning/dashboards/loop-observer.yaml')) as {
      readonly providers: readonly { readonly options: { readonly path: string } }[]
    }
    expect(providers).toHaveLength(1)
  })
})
