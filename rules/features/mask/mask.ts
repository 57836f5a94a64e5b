import { clipText } from '../clip.ts'
import type { HashBag } from '../sketch.ts'
import type { KeyKind } from './keys.ts'
import { id, labels, pid, time, took } from './labels.ts'
import { scanText } from './scan.ts'
import { isEpoch } from './time.ts'
import { plainText } from '../text/plain.ts'

/** `text` with line ends, escapes and trailing space normalised and volatile parts masked. */
export function maskVolatile(text: string): string {
  return scanText(plainText(clipText(text)), { times: true, lines: null, seed: 0 })
}

/** As {@link maskVolatile}, with the hashes of the lines. */
export function maskLines(text: string, lines: HashBag, seed: number): string {
  return scanText(plainText(clipText(text)), { times: true, lines, seed })
}

/** Letters, single spaces and marks that neither begin a volatile part nor need normalising. */
const wordsOnly = /^(?:[!-.:-[\]-~]| (?=[!-~])){0,120}$/

/** A scalar of a JSON document, masked by what its key says and by what it looks like. */
export function maskScalar(
  value: string | number | boolean | null,
  kind: KeyKind,
): string | number | boolean | null {
  if (typeof value === 'number') return maskNumber(value, kind)
  if (typeof value !== 'string' || value === '') return value
  if (kind === 'data' && wordsOnly.test(value)) return value
  if (kind === 'id') return labels[id]
  if (kind === 'weak_id' && /\d/.test(value)) return labels[id]
  if (kind !== 'data' && /^\d+(?:\.\d+)?$/.test(value)) return maskDigits(value, kind)
  // Under a key that says nothing of it, a number alone is data.
  if (kind === 'data' && /^\d+$/.test(value)) return value
  if (kind === 'schedule') return scanText(plainText(value), { times: false, lines: null, seed: 0 })
  if (kind !== 'time' && isBareClock(value)) return value
  return scanText(plainText(value), { times: true, lines: null, seed: 0 })
}

function maskNumber(value: number, kind: KeyKind): string | number {
  switch (kind) {
    case 'data':
    case 'schedule':
      return value
    case 'id':
    case 'weak_id':
      return labels[id]
    case 'maybe_took':
      return Number.isInteger(value) ? value : labels[took]
    case 'took':
      return labels[took]
    case 'pid':
      return labels[pid]
    case 'time':
      return isEpoch(String(value)) ? labels[time] : value
  }
}

function maskDigits(value: string, kind: KeyKind): string {
  if (kind === 'time') return isEpoch(value) ? labels[time] : value
  if (kind === 'took' || (kind === 'maybe_took' && value.includes('.'))) return labels[took]
  return kind === 'pid' ? labels[pid] : value
}

/** `14:00:00` as a value of its own is a timetable's, unless its key says otherwise. */
function isBareClock(value: string): boolean {
  return value.length <= 12 && /^\d?\d:\d\d:\d\d/.test(value)
}
