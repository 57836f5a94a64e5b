/** Kinds of UTF-16 code units, as small numbers for one table lookup in the scanner. */
export const plain = 0
export const letter = 1
export const digit = 2
export const space = 3
export const lineEnd = 4
/** Ends a key (`:` and `=`). */
export const keyEnd = 5
/** Needs a closer look: escape, slash, backslash, bracket, hyphen, byte order mark. */
export const special = 6
/** Ends a sentence, when a space follows. */
export const sentenceEnd = 7

/** Kind of each code unit below 128. Letters include `_`. */
export const kinds: Uint8Array = makeKinds()

function makeKinds(): Uint8Array {
  const table = new Uint8Array(128)
  for (let c = 0; c < 128; c++) {
    const text = String.fromCharCode(c)
    if (/[A-Za-z_]/.test(text)) table[c] = letter
    else if (/[0-9]/.test(text)) table[c] = digit
    else if (text === ' ' || text === '\t') table[c] = space
    else if (text === '\n' || text === '\r') table[c] = lineEnd
    else if (text === ':' || text === '=') table[c] = keyEnd
    else if ('\u001b/\\[-'.includes(text)) table[c] = special
    else if ('.;!?>'.includes(text)) table[c] = sentenceEnd
  }
  return table
}

/** True for `0` to `9`. */
export function isDigit(unit: number): boolean {
  return unit >= 48 && unit <= 57
}

/** True for ASCII letters, digits and `_`. */
export function isWord(unit: number): boolean {
  return unit < 128 && (kinds[unit] === letter || kinds[unit] === digit)
}

/** True for ASCII letters. */
export function isLetter(unit: number): boolean {
  const lower = unit | 32
  return lower >= 97 && lower <= 122
}

/** True for hexadecimal digits. */
export function isHex(unit: number): boolean {
  const lower = unit | 32
  return isDigit(unit) || (lower >= 97 && lower <= 102)
}

/** How many digits stand at `at`, at most `max`. */
export function digitsAt(text: string, at: number, max = 24): number {
  let n = 0
  while (n < max && isDigit(text.charCodeAt(at + n))) n++
  return n
}
