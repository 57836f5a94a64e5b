import { svg } from './dom.js'
import { counted } from './format.js'

const most = 40
const step = 3
const height = 18
/** Height of each bar, and what it says, in the order of drawing. */
const beats = {
  progress: [15, 'brought something new'],
  stale: [6, 'nothing new'],
  empty: [3, 'empty'],
  failed: [10, 'failed'],
  unknown: [2, 'not captured'],
}

/** A sparkline of what the newest calls of a run brought, oldest first; nothing without calls. */
export function pulseLine(pulse) {
  if (!pulse?.length) return null
  const drawn = Object.entries(beats).flatMap(([beat, [size]]) => {
    const bars = pulse.flatMap((each, i) => (each === beat ? [i] : []))
    if (bars.length === 0) return []
    const d = bars.map((place) => `M${place * step + 1} ${height - 1}v-${size}`).join('')
    return svg('path', { class: `beat-${beat}`, d })
  })
  const width = most * step
  const label = pulseText(pulse)
  return svg(
    'svg',
    { class: 'pulse', viewBox: `0 0 ${width} ${height}`, width, height, role: 'img', 'aria-label': label },
    svg('title', {}, label),
    drawn,
  )
}

/** "Newest 12 calls: 4 brought something new, 8 nothing new". */
export function pulseText(pulse) {
  const parts = Object.entries(beats).flatMap(([beat, [, text]]) => {
    const count = pulse.filter((each) => each === beat).length
    return count === 0 ? [] : [`${count} ${text}`]
  })
  return `Newest ${counted(pulse.length, 'call')}: ${parts.join(', ')}`
}
