/** `text` at a place; 0 outside of it. Texts stand between zeros, so that none can be mistaken for its neighbour. */
export function unitAt(text: Uint8Array, at: number): number {
  return text[at] ?? 0
}

/** True when `word`, ASCII alone, stands at `at`. */
export function standsAt(text: Uint8Array, at: number, word: string): boolean {
  for (let i = 0; i < word.length; i++) if (text[at + i] !== word.charCodeAt(i)) return false
  return true
}

/** As {@link standsAt}, letter case ignored; `word` is in lower case. */
export function standsInAnyCase(text: Uint8Array, at: number, word: string): boolean {
  for (let i = 0; i < word.length; i++) {
    const unit = text[at + i] ?? 0
    if ((unit >= 65 && unit <= 90 ? unit | 32 : unit) !== word.charCodeAt(i)) return false
  }
  return true
}

/** What stands from `from` to `to`, for few and ASCII letters; other bytes become some other letter. */
export function wordOf(text: Uint8Array, from: number, to: number): string {
  let word = ''
  for (let i = from; i < to; i++) word += String.fromCharCode(text[i] ?? 0)
  return word
}

/** As {@link wordOf}, in lower case. */
export function lowerWordOf(text: Uint8Array, from: number, to: number): string {
  let word = ''
  for (let i = from; i < to; i++) {
    const unit = text[i] ?? 0
    word += String.fromCharCode(unit >= 65 && unit <= 90 ? unit | 32 : unit)
  }
  return word
}

/** End of a text from `from` to `to` without the space that it ends with, whatever Unicode calls so. */
export function trimmedEnd(text: Uint8Array, from: number, to: number): number {
  let end = to
  for (;;) {
    const size = spaceSize(text, from, end)
    if (size === 0) return end
    end -= size
  }
}

/** Bytes of the white space (ECMAScript's, as UTF-8) that ends at `end`; 0 for none. */
function spaceSize(text: Uint8Array, from: number, end: number): number {
  if (end <= from) return 0
  const last = text[end - 1] ?? 0
  if (last < 128) return last === 32 || (last >= 9 && last <= 13) ? 1 : 0
  const middle = end - 2 < from ? 0 : (text[end - 2] ?? 0)
  if (middle === 0xc2) return last === 0xa0 ? 2 : 0
  const first = end - 3 < from ? 0 : (text[end - 3] ?? 0)
  return wideSpaces.has((first << 16) | (middle << 8) | last) ? 3 : 0
}

/** White space of three bytes: U+1680, U+2000 to U+200A, U+2028, U+2029, U+202F, U+205F, U+3000, U+FEFF. */
const wideSpaces: ReadonlySet<number> = new Set([
  0xe19a80, 0xe28080, 0xe28081, 0xe28082, 0xe28083, 0xe28084, 0xe28085, 0xe28086, 0xe28087, 0xe28088,
  0xe28089, 0xe2808a, 0xe280a8, 0xe280a9, 0xe280af, 0xe2819f, 0xe38080, 0xefbbbf,
])
