/** A text on one line of at most `mostChars` characters; what is cut off shows as `…`. */
export function oneLine(text: string, mostChars: number): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  return line.length > mostChars ? `${line.slice(0, mostChars - 1)}…` : line
}
