/**
 * The texts of the elements of a JSON array, last first, found by scanning backwards: the cost is
 * that of the elements taken, however long the array. Text that is cut off gives none that are
 * whole messages; text that is no JSON gives anything, so parse what you take. Looks at no more than
 * the last `most` characters.
 */
export function* elementsFromEnd(text: string, most: number): Generator<string> {
  let at = lastSolid(text)
  if (text.charCodeAt(at) !== closeBracket) return
  let end = at--
  let depth = 0
  for (const stop = Math.max(0, text.length - most); at >= stop; at--) {
    const code = text.charCodeAt(at)
    if (code === quote) {
      at = stringStart(text, at)
      if (at < 0) return
    } else if (code === closeBrace || code === closeBracket) {
      depth++
    } else if (depth === 0 && (code === comma || code === openBracket)) {
      yield text.slice(at + 1, end)
      if (code === openBracket) return
      end = at
    } else if (code === openBrace || code === openBracket) {
      if (--depth < 0) return
    }
  }
}

const quote = 34
const comma = 44
const openBracket = 91
const backslash = 92
const closeBracket = 93
const openBrace = 123
const closeBrace = 125

function lastSolid(text: string): number {
  let at = text.length - 1
  while (at >= 0 && text.charCodeAt(at) <= 32) at--
  return at
}

/** Position of the quote that opens the string which ends at `end`, -1 when there is none. */
function stringStart(text: string, end: number): number {
  let at = end
  do {
    if (at === 0) return -1
    at = text.lastIndexOf('"', at - 1)
  } while (at >= 0 && isEscaped(text, at))
  return at
}

/** A quote after an odd number of backslashes belongs to the string. */
function isEscaped(text: string, at: number): boolean {
  let before = at - 1
  while (before >= 0 && text.charCodeAt(before) === backslash) before--
  return (at - before) % 2 === 0
}
