/**
 * Text of others as it may stand in one line of a terminal: what would steer the terminal (escape
 * sequences, other control characters, marks that turn the direction of text) shows as `\u001b`,
 * white space as a space.
 */
export function visible(text: string): string {
  return text.replace(/[\t\n\v\f\r]/g, ' ').replace(steering, escaped)
}

/** The same for every text inside a value made of plain objects and lists. */
export function visibleIn<Value>(value: Value): Value {
  return seen(value) as Value
}

/**
 * The last gate before a terminal: lines stay lines, everything else that steers shows as
 * `\u001b`, which is the same text inside JSON. `styled`: the colours and weights of our own
 * output pass.
 */
export function printable(text: string, styled: boolean): string {
  return text.replace(steering, (found, at: number) =>
    styled && ownStyle.test(text.slice(at, at + 5)) ? found : escaped(found),
  )
}

// C0 but tab and line feed, DEL and C1, line and paragraph separators, directions (Unicode, Bidi_Control).
const steering =
  // oxlint-disable-next-line no-control-regex -- they are what it looks for
  /[\0-\x08\v-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g

/** Bold, dim and the eight colours, on and off, as `util.styleText` writes them. */
// oxlint-disable-next-line no-control-regex -- they are what it looks for
const ownStyle = /^\x1b\[(?:[12]|22|3[0-79])m/

function escaped(found: string): string {
  return `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`
}

function seen(value: unknown): unknown {
  if (typeof value === 'string') return visible(value)
  if (Array.isArray(value)) return value.map(seen)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [visible(key), seen(each)]))
}
