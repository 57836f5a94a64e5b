import type { ByteBuffer } from '../bytes/byte-buffer.ts'

/** Writes `text` to `to` in lower case and on one line, each stretch of white space one space, none at either end. */
export function addFolded(to: ByteBuffer, text: ByteBuffer): void {
  const { start, length } = text
  to.ensure(length - start)
  const source = text.bytes
  const { bytes } = to
  let at = to.length
  let isSpace = true
  for (let i = start; i < length; i++) {
    const unit = fold[source[i] ?? 0] ?? 0
    if (unit > 32) {
      bytes[at++] = unit
      isSpace = false
      continue
    }
    if (unit === 32) {
      if (!isSpace) bytes[at++] = 32
      isSpace = true
      continue
    }
    const size = plainSize(source, i)
    // White space and letter case beyond ASCII are ECMAScript's.
    if (size === 0) return to.addText(folded(text.text(start)))
    for (const last = i + size - 1; i < last; i++) bytes[at++] = source[i] ?? 0
    bytes[at++] = source[i] ?? 0
    isSpace = false
  }
  to.length = isSpace && at > to.length ? at - 1 : at
}

/** ASCII in lower case, white space as space; 0 for other control characters and what lies beyond ASCII. */
const fold: Uint8Array = makeFold()

function makeFold(): Uint8Array {
  const table = new Uint8Array(256)
  for (let byte = 33; byte < 128; byte++) table[byte] = byte >= 65 && byte <= 90 ? byte | 32 : byte
  for (const space of [32, 9, 10, 11, 12, 13]) table[space] = 32
  return table
}

function folded(text: string): string {
  return text.replace(/\s+/g, ' ').trim().toLowerCase()
}

/**
 * Bytes of the character at `at` where it is known to be neither white space nor a letter with two cases:
 * punctuation, arrows, signs, Chinese, Japanese, emoji. 0 for any other.
 */
function plainSize(bytes: Uint8Array, at: number): number {
  const first = bytes[at] ?? 0
  const second = bytes[at + 1] ?? 0
  const third = bytes[at + 2] ?? 0
  if (first === 0xf0) return second === 0x9f ? 4 : 0
  if (first >= 0xe4 && first <= 0xe9) return 3
  if (first === 0xe3) return second === 0x80 && third === 0x80 ? 0 : 3
  return first === 0xe2 && isSign(second, third) ? 3 : 0
}

/** Of the characters from U+2000 to U+2FFF, whose first byte is 0xe2. */
function isSign(second: number, third: number): boolean {
  // Quotation marks, dashes, bullets and the ellipsis stand among spaces (U+2000 to U+200A, U+2028 to U+202F).
  if (second === 0x80) return third > 0x8a && third < 0xa8
  // Before the arrows stand the last Roman numerals (to U+2188), of which one has two cases.
  if (second === 0x86) return third >= 0x90
  return (second >= 0x87 && second <= 0x91) || (second >= 0x94 && second < 0xb0)
}
