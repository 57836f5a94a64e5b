import { PermanentError } from '../../errors/errors.ts'

/** Levels of brackets: far above what the deepest allowed attribute value needs. */
const deepest = 256
/** Objects, arrays and commas together: a request of the largest size made of ordinary spans has half of it. */
const mostParts = 3_000_000

const quote = 0x22
const backslash = 0x5c
const comma = 0x2c
const open = { array: 0x5b, object: 0x7b }
const close = { array: 0x5d, object: 0x7d }

/**
 * Bounds what `JSON.parse` would build: small brackets and commas become objects of many times their
 * size. One pass over the bytes. Throws PermanentError `bad_request` when nested too deeply,
 * `too_large` when there are too many parts.
 */
export function guardJson(bytes: Uint8Array): void {
  let depth = 0
  let parts = 0
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] as number
    if (byte === quote) at = stringEnd(bytes, at + 1)
    else if (byte === comma) parts++
    else if (byte === close.array || byte === close.object) depth--
    else if (byte === open.array || byte === open.object) {
      parts++
      if (++depth > deepest) throw new PermanentError('bad_request', `JSON is nested deeper than ${deepest}`)
    }
  }
  if (parts > mostParts) throw new PermanentError('too_large', `JSON has more than ${mostParts} parts`)
}

/** Where the string's closing quote is; the end of the bytes when there is none. */
function stringEnd(bytes: Uint8Array, start: number): number {
  let at = start
  while (at < bytes.length && bytes[at] !== quote) at += bytes[at] === backslash ? 2 : 1
  return at
}
