import type { Panel, Row } from './panel.ts'

/** A dashboard as data. */
export interface Dashboard {
  readonly uid: string
  readonly title: string
  readonly about: string
  /** Whether people choose agents above the panels. */
  readonly byAgent: boolean
  readonly rows: readonly Row[]
}

const datasource = { type: 'prometheus', uid: '${datasource}' }
const width = 24
const heights = { bars: 8, lines: 8, table: 8, number: 4 }

/** The JSON that Grafana 10 and later loads. */
export function dashboardJson({ uid, title, about, byAgent, rows }: Dashboard): string {
  const panels: object[] = []
  let y = 0
  for (const row of rows) {
    panels.push({
      id: panels.length + 1,
      type: 'row',
      title: row.title,
      collapsed: false,
      gridPos: { x: 0, y, w: width, h: 1 },
      panels: [],
    })
    y += 1
    let x = 0
    let high = 0
    for (const panel of row.panels) {
      const w = panel.as === 'number' ? 4 : 8
      if (x + w > width) {
        x = 0
        y += high
        high = 0
      }
      const h = heights[panel.as]
      panels.push(panelJson(panel, panels.length + 1, { x, y, w, h }))
      x += w
      high = Math.max(high, h)
    }
    y += high
  }
  const dashboard = {
    uid,
    title,
    description: about,
    tags: ['loop-observer'],
    schemaVersion: 39,
    version: 1,
    editable: true,
    graphTooltip: 1,
    time: { from: 'now-6h', to: 'now' },
    refresh: '30s',
    templating: { list: variables(byAgent) },
    annotations: { list: [] },
    links: [{ type: 'dashboards', title: 'loop-observer', tags: ['loop-observer'], asDropdown: true }],
    panels,
  }
  return `${JSON.stringify(dashboard, null, 2)}\n`
}

function panelJson({ title, about, as, unit, queries }: Panel, id: number, gridPos: object): object {
  const type = { bars: 'timeseries', lines: 'timeseries', table: 'table', number: 'stat' }[as]
  const isInstant = as === 'number' || as === 'table'
  return {
    id,
    type,
    title,
    description: about,
    datasource,
    gridPos,
    // Bars count what fell into a stretch of time: it must hold several scrapes.
    ...(as === 'bars' ? { interval: '1m' } : {}),
    targets: queries.map(({ expr, legend }, index) => ({
      refId: String.fromCodePoint(65 + index),
      datasource,
      expr,
      legendFormat: legend,
      instant: isInstant,
      range: !isInstant,
      ...(as === 'table' ? { format: 'table' } : {}),
    })),
    fieldConfig: { defaults: defaultsOf(as, unit), overrides: [] },
    options: optionsOf(as),
    ...(as === 'table'
      ? {
          transformations: [
            { id: 'organize', options: { excludeByName: { Time: true }, renameByName: { Value: 'count' } } },
            { id: 'sortBy', options: { sort: [{ field: 'count', desc: true }] } },
          ],
        }
      : {}),
  }
}

function defaultsOf(as: Panel['as'], unit = 'short'): object {
  const counts = as === 'bars' || (as === 'table' && unit === 'short')
  const base = { unit, ...(counts ? { decimals: 0 } : {}), ...(as === 'lines' ? { min: 0 } : {}) }
  if (as === 'lines') return { ...base, custom: { drawStyle: 'line', fillOpacity: 0, spanNulls: false } }
  if (as === 'bars')
    return { ...base, custom: { drawStyle: 'bars', fillOpacity: 80, stacking: { mode: 'normal' } } }
  return base
}

function optionsOf(as: Panel['as']): object {
  if (as === 'number')
    return {
      reduceOptions: { calcs: ['lastNotNull'], fields: '', values: false },
      colorMode: 'value',
      graphMode: 'none',
    }
  if (as === 'table') return { showHeader: true }
  return { legend: { displayMode: 'list', placement: 'bottom' }, tooltip: { mode: 'multi', sort: 'desc' } }
}

function variables(byAgent: boolean): readonly object[] {
  const choice = (name: string, query: string): object => ({
    name,
    type: 'query',
    datasource,
    query: { query, refId: name },
    definition: query,
    includeAll: true,
    allValue: '.*',
    multi: true,
    refresh: 2,
    sort: 1,
    current: { text: 'All', value: '$__all' },
  })
  return [
    { name: 'datasource', type: 'datasource', query: 'prometheus', label: 'data source' },
    choice('job', 'label_values(loop_observer_control_waiters, job)'),
    ...(byAgent ? [choice('agent', 'label_values(loop_observer_runs_ended_total, agent)')] : []),
  ]
}
