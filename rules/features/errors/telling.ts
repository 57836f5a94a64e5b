/** Longest part of an error's text that is looked at, UTF-16 code units: its beginning and its end. */
const maxErrorChars = 16 * 1024
const maxLines = 3
const maxLineChars = 600

/**
 * The lines of an error that say what went wrong, at most three: of a Python traceback its last one,
 * of any other text the first ones, without stack frames, blank lines and rulers.
 */
export function tellingLines(text: string): readonly string[] {
  const lines = clip(text).split(/\r\n?|\n/)
  const traceback = lines.findLastIndex((line) => line.trim().startsWith('Traceback (most recent call last)'))
  const last = traceback < 0 ? undefined : lines.slice(traceback + 1).find(isException)
  if (last !== undefined) return [last.trim().slice(0, maxLineChars)]
  const telling: string[] = []
  for (const line of lines) {
    if (telling.length === maxLines || (telling.length > 0 && isFrame(line))) break
    if (/[\p{L}\p{N}]/u.test(line) && !isFrame(line)) telling.push(line.trim().slice(0, maxLineChars))
  }
  return telling
}

function clip(text: string): string {
  if (text.length <= maxErrorChars) return text
  return `${text.slice(0, maxErrorChars / 2)}\n${text.slice(-maxErrorChars / 2)}`
}

/** `ValueError: …` behind the frames: the first line that is not indented. */
function isException(line: string): boolean {
  return /^[^\s|+-]/.test(line)
}

function isFrame(line: string): boolean {
  return /^\s+(?:at\s|File "|\.\.\. \d+ more)|^\s*(?:goroutine \d+|#\d+ 0x)/.test(line)
}
