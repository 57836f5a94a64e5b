/** Longest text that is looked at, UTF-16 code units; of a longer one its head and tail. */
export const maxTextChars = 256 * 1024

/** `text` itself, or head, length and tail of a text that is too long to look at as a whole. */
export function clipText(text: string, maxChars: number = maxTextChars): string {
  if (text.length <= maxChars) return text
  const half = maxChars >> 1
  return `${text.slice(0, half)}\n<${text.length} characters>\n${text.slice(text.length - half)}`
}
