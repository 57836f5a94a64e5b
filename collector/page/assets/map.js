import { h, svg } from './dom.js'
import { counted, number, plain } from './format.js'
import { nameOf } from './step.js'
import { isFailed, observed } from './steps.js'

const [mostArcHeight, barHeight, markHeight] = [64, 14, 12]
/** A step is at most so wide, pixels: a short run is not drawn out. */
const widestStep = 26
/** Bars and arcs drawn at most: a long run is drawn in bins. */
const [mostBars, mostArcs] = [400, 300]
const keys = { ArrowLeft: -1, ArrowRight: 1, PageUp: -10, PageDown: 10, Home: -Infinity, End: Infinity }

/**
 * The whole run in one line: a bar for each step, coloured as what came back, an arc from each observation to the
 * next equal one, a mark for each decision. A slider: arrow keys and clicks go to a step.
 */
export function runMap(signal, reveal) {
  const drawing = svg('svg', { 'aria-hidden': 'true' })
  const element = h(
    'div',
    { class: 'map', role: 'slider', tabindex: '0', 'aria-label': 'Overview of the run', hidden: true },
    drawing,
  )
  let shown = null
  let at = 0
  const resized = new ResizeObserver(() => draw())
  resized.observe(element)
  signal.addEventListener('abort', () => resized.disconnect())
  element.addEventListener('click', ({ clientX }) => {
    const x = clientX - drawing.getBoundingClientRect().left
    if (x < shown.scale * shown.work.length) go(Math.floor(x / shown.scale))
  })
  element.addEventListener('keydown', (event) => {
    const by = keys[event.key]
    if (by === undefined && event.key !== 'Enter') return
    event.preventDefault()
    go(at + (by ?? 0))
    if (by !== undefined) element.focus({ preventScroll: true })
  })

  function go(place) {
    at = Math.min(shown.work.length - 1, Math.max(0, place))
    say()
    moveCursor()
    reveal(`step ${shown.work[at].id}`)
  }

  function say() {
    const step = shown.work[at]
    element.setAttribute('aria-valuemin', 1)
    element.setAttribute('aria-valuemax', shown.work.length)
    element.setAttribute('aria-valuenow', at + 1)
    element.setAttribute('aria-valuetext', `step ${at + 1} of ${shown.work.length}: ${nameOf(step)}`)
  }

  function moveCursor() {
    const x = (at + 0.5) * shown.scale
    drawing.querySelector('.cursor')?.setAttribute('d', `M${x} 0V${shown.base + barHeight}`)
  }

  function update(seen, decisions) {
    shown = { ...seen, decisions, scale: 1, base: 0 }
    element.hidden = seen.work.length < 2
    at = Math.min(at, Math.max(0, seen.work.length - 1))
    if (element.hidden) return
    say()
    draw()
  }

  function draw() {
    const width = element.clientWidth
    if (shown === null || width === 0) return
    shown.scale = Math.min(widestStep, width / shown.work.length)
    const found = arcsOf(shown)
    shown.base = Math.max(0, ...found.map((arc) => heightOf(arc, shown.scale))) + 3
    const height = shown.base + barHeight + markHeight
    drawing.setAttribute('viewBox', `0 0 ${width} ${height}`)
    drawing.setAttribute('height', height)
    drawing.replaceChildren(
      ...found.map((arc) => arcPath(arc, shown)),
      ...bars(shown),
      ...marks(shown),
      svg('path', { class: 'cursor', d: '' }),
    )
    element.title = mapText(shown)
  }

  return { element, update }
}

function mapText({ work, marks: repeated }) {
  const most = [...repeated.values()].sort((a, b) => b.count - a.count)[0]
  const text = `${counted(work.length, 'step')}, an arc joins equal observations`
  return most === undefined ? text : `${text}; ${most.letter} came ${number(most.count)} times`
}

/** From each repeated observation to its next; when there are too many, the evidence and the newest. */
function arcsOf({ work, marks: repeated, decisions }) {
  const evidence = new Set(decisions.flatMap((decision) => decision.evidence.steps))
  const last = new Map()
  const all = []
  for (const [i, step] of work.entries()) {
    const mark = repeated.get(observed(step))
    if (mark === undefined) continue
    const from = last.get(mark)
    const proven = from !== undefined && evidence.has(step.id) && evidence.has(work[from].id)
    if (from !== undefined) all.push({ from, to: i, hue: mark.hue, proven })
    last.set(mark, i)
  }
  if (all.length <= mostArcs) return all
  return [...all.filter(({ proven }) => !proven), ...all.filter(({ proven }) => proven)].slice(-mostArcs)
}

function heightOf({ from, to }, scale) {
  return Math.min(mostArcHeight, Math.max(8, ((to - from) * scale) / 2))
}

function arcPath(arc, { scale, base }) {
  const { from, to, hue, proven } = arc
  const [x1, x2] = [(from + 0.5) * scale, (to + 0.5) * scale]
  const size = `${((x2 - x1) / 2).toFixed(1)} ${heightOf(arc, scale).toFixed(1)}`
  return svg('path', {
    class: `arc hue-${hue}${proven ? ' proven' : ''}`,
    d: `M${x1.toFixed(1)} ${base}A${size} 0 0 1 ${x2.toFixed(1)} ${base}`,
  })
}

function bars({ work, marks: repeated, scale, base }) {
  const size = Math.max(1, Math.ceil(work.length / mostBars), Math.ceil(2 / scale))
  const width = Math.max(0.5, scale * size - (scale * size > 4 ? 1.5 : 0))
  return Array.from({ length: Math.ceil(work.length / size) }, (_, i) =>
    svg('rect', {
      class: binClass(work.slice(i * size, (i + 1) * size), repeated),
      x: (i * size * scale).toFixed(2),
      y: base,
      width: width.toFixed(2),
      height: barHeight,
    }),
  )
}

/** A bin looks like what is most frequent in it; failures count twice. */
function binClass(bin, repeated) {
  const counts = new Map()
  for (const step of bin) {
    const look = lookOf(step, repeated)
    counts.set(look, (counts.get(look) ?? 0) + (look === 'bar failed' ? 2 : 1))
  }
  return [...counts].sort((a, b) => b[1] - a[1])[0][0]
}

function lookOf(step, repeated) {
  const mark = repeated.get(observed(step))
  if (mark !== undefined) return `bar hue-${mark.hue}`
  if (isFailed(step)) return 'bar failed'
  return step.kind === 'tool' ? 'bar' : `bar ${step.kind}`
}

function marks({ ordinals, decisions, scale, base }) {
  const y = base + barHeight
  return decisions.flatMap((decision) => {
    const ordinal = ordinals.get(decision.step)
    if (ordinal === undefined) return []
    const x = (ordinal - 0.5) * scale
    return [
      svg(
        'path',
        {
          class: `mark ${decision.action}${decision.enforced ? '' : ' recorded'}`,
          d: `M${x - 5} ${y + markHeight - 1}L${x} ${y + 2}L${x + 5} ${y + markHeight - 1}Z`,
        },
        svg('title', {}, `${decision.action}: ${plain(decision.reason)}`),
      ),
    ]
  })
}
