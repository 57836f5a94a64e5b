import type { Tape } from './tape.ts'

/** Up to this number insertion sort beats the built-in. */
const fewKeys = 24

/** Keys of the objects that are being read, those of the innermost last. */
let keys = new Int32Array(1024)
let used = 0

/**
 * Sorts the keys of the object at `at` by UTF-16 code units (RFC 8785); of a key that comes twice the last one
 * stays. Returns the place of the first, see {@link keyOf}; they end at {@link keysEnd}, until the next are sorted.
 * To be given back with {@link dropKeys}.
 */
export function sortKeys(tape: Tape, at: number): number {
  const count = tape.count(at)
  const from = used
  if (from + count > keys.length) grow(from + count)
  let key = tape.first(at)
  for (let i = 0; i < count; i++) {
    keys[used++] = key
    key = tape.next(tape.next(key))
  }
  if (count > fewKeys) keys.subarray(from, used).sort((a, b) => compare(tape, a, b) || a - b)
  else insertionSort(tape, from)
  dropRepeated(tape, from)
  return from
}

/** Behind the keys that were sorted last. */
export function keysEnd(): number {
  return used
}

/** Place of a key on the tape; its value comes next. */
export function keyOf(place: number): number {
  return keys[place] ?? 0
}

/** The keys from `from` on are no longer needed. */
export function dropKeys(from: number): void {
  used = from
}

function grow(least: number): void {
  const larger = new Int32Array(Math.max(keys.length * 2, least))
  larger.set(keys)
  keys = larger
}

function insertionSort(tape: Tape, from: number): void {
  for (let i = from + 1; i < used; i++) {
    const key = keys[i] ?? 0
    let at = i - 1
    while (at >= from && compare(tape, keys[at] ?? 0, key) > 0) {
      keys[at + 1] = keys[at] ?? 0
      at--
    }
    keys[at + 1] = key
  }
}

function dropRepeated(tape: Tape, from: number): void {
  let kept = from
  for (let i = from; i < used; i++) {
    if (i + 1 < used && compare(tape, keys[i] ?? 0, keys[i + 1] ?? 0) === 0) continue
    keys[kept++] = keys[i] ?? 0
  }
  used = kept
}

function compare(tape: Tape, a: number, b: number): number {
  const { bytes } = tape.text
  const from = tape.from(a)
  const other = tape.from(b)
  const sizeA = tape.to(a) - from
  const sizeB = tape.to(b) - other
  const both = Math.min(sizeA, sizeB)
  for (let i = 0; i < both; i++) {
    const x = bytes[from + i] ?? 0
    const y = bytes[other + i] ?? 0
    if (x !== y) return rank(x) - rank(y)
  }
  return sizeA - sizeB
}

/** UTF-16 has what UTF-8 begins with F0 (surrogates) before what it begins with EE and EF (U+E000 to U+FFFF). */
function rank(byte: number): number {
  return byte === 0xee || byte === 0xef ? byte + 16 : byte
}
