/** A time as clocks here show it: ISO 8601 in whole seconds with the distance to UTC, `2026-11-30T22:31:05+01:00`. */
export function localTime(ms: number): string {
  const offsetMin = -new Date(ms).getTimezoneOffset()
  const [sign, size] = [offsetMin < 0 ? '-' : '+', Math.abs(offsetMin)]
  const local = new Date(ms + offsetMin * 60_000).toISOString().slice(0, 19)
  return `${local}${sign}${twoDigits(Math.floor(size / 60))}:${twoDigits(size % 60)}`
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0')
}
