import { addPlain, type ByteBuffer } from '../bytes/byte-buffer.ts'
import { unitAt } from '../bytes/letters.ts'
import { addString, keeperOf } from '../json/escape.ts'
import { node, trait, type Tape } from '../json/tape.ts'
import type { KeyKind } from '../keys/key-kind.ts'
import { normalised } from '../text/normalised.ts'
import { out as workspaceOut } from '../workspace.ts'
import { digitsAt, isDigit, isSpace } from './chars.ts'
import { id, labels, pid, score, time, took } from './labels.ts'
import { scanText, type ScanOptions } from './scan.ts'
import { isEpoch } from './time.ts'

/** Writes a scalar as JSON, masked by what its key says and by what it looks like. */
export function addScalar(out: ByteBuffer, tape: Tape, at: number, kind: KeyKind): void {
  if (tape.kind(at) === node.string) return addMaskedString(out, tape, at, kind)
  const label = tape.kind(at) === node.number ? labelOfNumber(tape, at, kind) : null
  if (label === null) out.addBytes(tape.text, tape.from(at), tape.to(at))
  else addLabel(out, label)
}

function addLabel(out: ByteBuffer, label: number): void {
  out.addText(`"${labels[label] ?? ''}"`)
}

function labelOfNumber(tape: Tape, at: number, kind: KeyKind): number | null {
  switch (kind) {
    case 'data':
    case 'schedule':
      return null
    case 'id':
    case 'weak_id':
      return id
    case 'maybe_took':
      return isFraction(tape, at) ? took : null
    case 'score':
      return isFraction(tape, at) ? score : null
    case 'took':
      return took
    case 'pid':
      return pid
    case 'time':
      return isEpoch(tape.text.bytes, tape.from(at), tape.to(at)) ? time : null
  }
}

/** A decimal point without an exponent that moves it away, or a negative exponent. */
function isFraction(tape: Tape, at: number): boolean {
  const number = tape.textOf(at)
  return number.includes('e') ? number.includes('e-') : number.includes('.')
}

function addMaskedString(out: ByteBuffer, tape: Tape, at: number, kind: KeyKind): void {
  const from = tape.from(at)
  const to = tape.to(at)
  if (from === to || (kind === 'data' && isOrdinary(tape, at))) return addString(out, tape, at)
  const { bytes } = tape.text
  if (kind === 'id') return addLabel(out, id)
  if (kind === 'weak_id' && hasDigit(bytes, from, to)) return addLabel(out, id)
  const whole = digitsAt(bytes, from, to - from)
  const isNumber = whole > 0 && (from + whole === to || isDecimal(bytes, from + whole, to))
  if (isNumber && kind !== 'data') {
    const label = labelOfDigits(tape, at, { kind, isWhole: from + whole === to })
    return label === null ? addString(out, tape, at) : addLabel(out, label)
  }
  // Under a key that says nothing of it, a number alone is data; a clock's time too, as a timetable has it.
  if (kind === 'data' && from + whole === to) return addString(out, tape, at)
  if (kind !== 'time' && kind !== 'schedule' && isBareClock(bytes, from, to)) return addString(out, tape, at)
  scalarScan.times = kind !== 'schedule'
  scalarScan.out = out
  scalarScan.keep = keeperOf(tape, at)
  out.add(34)
  if ((tape.traits(at) & (trait.control | trait.wide)) === 0) scanText(tape.text, from, to, scalarScan)
  else scanText(tape.text, ...normalised(tape, at), scalarScan)
  out.add(34)
}

/** One for all scalars: a document has many. */
const scalarScan: { -readonly [Key in keyof ScanOptions]: ScanOptions[Key] } = {
  times: true,
  hasher: null,
  out: workspaceOut,
  keep: addPlain,
}

/** Nothing that begins a volatile part or needs normalising. */
function isOrdinary(tape: Tape, at: number): boolean {
  if ((tape.traits(at) & (trait.mayMask | trait.control | trait.wide)) !== 0) return false
  return !isSpace(unitAt(tape.text.bytes, tape.to(at) - 1))
}

function hasDigit(bytes: Uint8Array, from: number, to: number): boolean {
  for (let i = from; i < to; i++) if (isDigit(unitAt(bytes, i))) return true
  return false
}

/** From the point of a decimal number on. */
function isDecimal(bytes: Uint8Array, point: number, to: number): boolean {
  return unitAt(bytes, point) === 46 && point + 1 < to && point + 1 + digitsAt(bytes, point + 1, to) === to
}

function labelOfDigits(
  tape: Tape,
  at: number,
  { kind, isWhole }: { readonly kind: KeyKind; readonly isWhole: boolean },
): number | null {
  if (kind === 'time') return isEpoch(tape.text.bytes, tape.from(at), tape.to(at)) ? time : null
  if (kind === 'took' || (kind === 'maybe_took' && !isWhole)) return took
  if (kind === 'score') return isWhole ? null : score
  return kind === 'pid' ? pid : null
}

/** `14:00:00` as a value of its own is a timetable's, unless its key says otherwise. */
function isBareClock(bytes: Uint8Array, from: number, to: number): boolean {
  const n = isDigit(unitAt(bytes, from + 1)) ? 2 : 1
  if (to - from > 12 || !isDigit(unitAt(bytes, from)) || unitAt(bytes, from + n) !== 58) return false
  const seconds = from + n + 4
  return (
    digitsAt(bytes, from + n + 1, 2) === 2 &&
    unitAt(bytes, from + n + 3) === 58 &&
    digitsAt(bytes, seconds, 2) === 2
  )
}
