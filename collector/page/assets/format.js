const units = [
  [86_400_000, 'd'],
  [3_600_000, 'h'],
  [60_000, 'min'],
  [1000, 's'],
]

/** "4 min ago". */
export function ago(ms, nowMs) {
  const passed = nowMs - ms
  const unit = units.find(([size]) => passed >= size)
  return unit === undefined ? 'now' : `${Math.floor(passed / unit[0])} ${unit[1]} ago`
}

/** "340 ms", "12.4 s", "3 min 5 s". */
export function duration(ms) {
  if (ms < 1000) return `${Math.round(ms)} ms`
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`
  const minutes = Math.floor(ms / 60_000)
  if (minutes < 60) return `${minutes} min ${Math.floor((ms % 60_000) / 1000)} s`
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

/** "1,204". */
export function number(value) {
  return value.toLocaleString('en', { maximumFractionDigits: 1 })
}

/** "940", "31.6 k", "1.2 M". */
export function compact(value) {
  if (value < 10_000) return number(value)
  return value < 1_000_000 ? `${number(value / 1000)} k` : `${number(value / 1_000_000)} M`
}

/** "1 step", "1,204 steps". */
export function counted(count, noun) {
  return `${number(count)} ${noun}${count === 1 ? '' : 's'}`
}

/** "$0.0123", or nothing when it cost nothing. */
export function cost(usd) {
  return usd > 0 ? `$${usd < 1 ? usd.toPrecision(2) : usd.toFixed(2)}` : ''
}

/** "no_progress" as people say it. */
export function plain(word) {
  return word.replaceAll('_', ' ')
}

/** Local date and time, for tooltips. */
export function dateTime(ms) {
  return new Date(ms).toLocaleString('sv')
}

/** How often the agent was told, and how often that was only recorded; empty when neither. */
export function nudgesOf({ nudges, recordedNudges = 0 }) {
  const recorded = recordedNudges > 0 ? [`${number(recordedNudges)} recorded`] : []
  return [...(nudges > 0 ? [number(nudges)] : []), ...recorded].join(', ')
}
