import { h, svg } from './dom.js'
import { counted, dateTime, number, plain } from './format.js'
import { limitClasses } from './filters.js'

const [height, bottom] = [140, 18]

/** Limit hits over time, a column for each stretch, in layers by what the runs were doing. */
export function limitColumns({ rows, stepMs }, width) {
  const totals = rows.map(({ classes }) => sum(Object.values(classes)))
  const top = Math.max(1, ...totals)
  const step = width / rows.length
  const scale = (height - bottom - 14) / top
  const columns = rows.flatMap((row, i) =>
    layers(row, { x: i * step, width: Math.max(1, step - Math.min(3, step / 4)), scale, stepMs }),
  )
  const label = `Limit hits over time: ${counted(sum(totals), 'run')}, at most ${number(top)} in a stretch`
  return h(
    'figure',
    { class: 'columns' },
    svg(
      'svg',
      { viewBox: `0 0 ${width} ${height}`, height, role: 'img', 'aria-label': label },
      svg('path', { class: 'axis', d: `M0 ${height - bottom + 0.5}H${width}` }),
      svg('text', { x: 0, y: 10 }, number(top)),
      columns,
      ticks(rows, step, width),
    ),
    h(
      'figcaption',
      { class: 'key' },
      limitClasses.map((name) => h('span', {}, h('i', { class: `layer ${name}` }), plain(name))),
    ),
  )
}

function layers({ fromMs, classes }, { x, width, scale, stepMs }) {
  let y = height - bottom
  return limitClasses.flatMap((name) => {
    const count = classes[name] ?? 0
    if (count === 0) return []
    y -= count * scale
    const text = `${plain(name)}: ${counted(count, 'run')}, ${dateTime(fromMs).slice(0, 16)} to ${dateTime(fromMs + stepMs).slice(0, 16)}`
    return [
      svg(
        'rect',
        {
          class: `layer ${name}`,
          x: x.toFixed(1),
          y: y.toFixed(1),
          width: width.toFixed(1),
          height: (count * scale).toFixed(1),
        },
        svg('title', {}, text),
      ),
    ]
  })
}

/** The time of the first, the middle and the last column. */
function ticks(rows, step, width) {
  const places = [
    [0, 0, 'start'],
    [Math.floor(rows.length / 2), Math.floor(rows.length / 2) * step, 'middle'],
    [rows.length - 1, width, 'end'],
  ]
  return places.map(([i, x, anchor]) =>
    svg('text', { x, y: height - 4, 'text-anchor': anchor }, dateTime(rows[i].fromMs).slice(5, 16)),
  )
}

function sum(values) {
  return values.reduce((total, value) => total + value, 0)
}
