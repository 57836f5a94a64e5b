import type { Figure } from './figure.ts'

/** One line for people: the figure, its spread, and whether what is promised holds. */
export function lineOf(figure: Figure): string {
  const { name, value, unit, min, max, repeats, promise, load, yardstickUs } = figure
  const spread = repeats > 1 ? `${short(min)} … ${short(max)} of ${repeats}` : ''
  const verdict = promise === null ? '' : `${promise.met ? 'kept' : 'MISSED'}  (${promise.text})`
  return [
    name.padEnd(62),
    `${short(value)} ${unit}`.padEnd(22),
    spread.padEnd(26),
    `load ${load}, yardstick ${yardstickUs} µs`.padEnd(30),
    verdict,
  ]
    .join(' ')
    .trimEnd()
}

function short(value: number): string {
  if (!Number.isFinite(value)) return String(value)
  if (Math.abs(value) >= 1000) return String(Math.round(value))
  return String(Number(value.toPrecision(3)))
}
