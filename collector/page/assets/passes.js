import { h, svg } from './dom.js'
import { counted, number } from './format.js'

const [width, height, inset] = [360, 110, 18]
/** Checks shown at most: the last ones that reported. */
const mostChecks = 4
/** Passes of a curve shown at most, the newest. */
const mostPasses = 60

/** For each check of the run a curve of what failed from pass to pass; null without a check. */
export function passesPanel(steps) {
  const passes = steps.filter(({ kind }) => kind === 'check')
  if (passes.length === 0) return null
  const byCheck = [...Map.groupBy(passes, ({ check }) => check)].slice(-mostChecks)
  return h(
    'section',
    { class: 'panel', 'aria-label': 'Errors per pass' },
    h('h2', {}, 'Errors per pass'),
    byCheck.map(([check, all]) => curve(check, all)),
  )
}

function curve(check, all) {
  const passes = all.slice(-mostPasses)
  const counts = passes.map(({ failures }) => failures.length)
  const top = Math.max(1, ...counts)
  const x = (i) => inset + (passes.length === 1 ? 0 : (i * (width - 2 * inset)) / (passes.length - 1))
  const y = (count) => height - inset - (count * (height - 2 * inset)) / top
  const points = counts.map((count, i) => [x(i), y(count)])
  const texts = passes.map((pass, i) => passText(pass, passes[i - 1], i + 1 + all.length - passes.length))
  const label = `${check === '' ? 'Check' : check}: ${counts.join(', ')} failing`
  return h(
    'figure',
    { class: 'curve' },
    h(
      'figcaption',
      {},
      h('b', {}, check === '' ? 'Check' : check),
      ` ${counted(all.length, 'pass').replace(/passs$/, 'passes')}, ${texts.at(-1).replace(/^.*?: /, '')}`,
    ),
    svg(
      'svg',
      { viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': label },
      svg('path', { class: 'axis', d: `M${inset} ${height - inset}H${width - inset}` }),
      svg('path', {
        class: 'line',
        d: points.map(([px, py], i) => `${i === 0 ? 'M' : 'L'}${px} ${py}`).join(''),
      }),
      points.map(([px, py], i) => [
        svg(
          'circle',
          { class: dotClass(passes[i], passes[i - 1]), cx: px, cy: py, r: 4.5 },
          svg('title', {}, texts[i]),
        ),
        passes.length <= 12 || i === passes.length - 1
          ? svg('text', { x: px, y: py - 8, 'text-anchor': 'middle' }, number(counts[i]))
          : null,
      ]),
    ),
  )
}

function passText(pass, before, ordinal) {
  return `pass ${ordinal}: ${number(pass.failures.length)} failing${isSame(pass, before) ? ', the same as before' : ''}`
}

function dotClass(pass, before) {
  if (pass.failures.length === 0) return 'dot done'
  if (before === undefined) return 'dot'
  return isSame(pass, before) || pass.failures.length >= before.failures.length ? 'dot stuck' : 'dot'
}

function isSame(pass, before) {
  return before !== undefined && [...pass.failures].sort().join() === [...before.failures].sort().join()
}
