/** Longest part of an error's text that is looked at, UTF-16 code units. */
const maxErrorChars = 16 * 1024
const maxLines = 3
const maxLineChars = 600

/**
 * What identifies an error, as text: its first telling lines, or the last line of a Python
 * traceback; numbers, paths, URLs, hexadecimal ids and quoted text masked, letter case ignored.
 */
export function signatureText(text: string): string {
  return tellingLines(clip(text))
    .map((line) => maskLine(line.slice(0, maxLineChars)))
    .filter((line) => line !== '')
    .join('\n')
}

function clip(text: string): string {
  if (text.length <= maxErrorChars) return text
  return `${text.slice(0, maxErrorChars / 2)}\n${text.slice(-maxErrorChars / 2)}`
}

/** The lines that say what went wrong: without stack frames, blank lines and rulers. */
export function tellingLines(text: string): readonly string[] {
  const lines = text.split(/\r\n?|\n/)
  const traceback = lines.findLastIndex((line) => line.trim().startsWith('Traceback (most recent call last)'))
  if (traceback >= 0) {
    const last = exceptionLine(lines.slice(traceback + 1))
    if (last !== null) return [last]
  }
  const telling: string[] = []
  for (const line of lines) {
    if (telling.length === maxLines) break
    if (telling.length > 0 && isFrame(line)) break
    if (/[\p{L}\p{N}]/u.test(line) && !isFrame(line)) telling.push(line.trim())
  }
  return telling
}

/** The first line after the frames that is not indented: `ValueError: …`. */
function exceptionLine(lines: readonly string[]): string | null {
  const line = lines.find((text) => /^\S/.test(text) && !/^[|+-]/.test(text))
  return line?.trim() ?? null
}

function isFrame(line: string): boolean {
  return /^\s+(?:at\s|File "|\.\.\. \d+ more)|^\s*(?:goroutine \d+|#\d+ 0x)/.test(line)
}

const volatile =
  // oxlint-disable-next-line no-control-regex -- terminal escapes are control characters (ECMA-48)
  /\u001b\[[0-?]*[@-~]|\b[a-z][a-z0-9+.-]*:\/\/[^\s"'<>)\]]+|(?<![\w])(?:"[^"\n]*"|'[^'\n]*'(?!\w)|`[^`\n]*`)|(?<![\w/.])(?:[A-Za-z]:\\|~?\/|\.{1,2}\/)[\w.@+~\\/-]*[\w@+~-]|\b[\w.@+-]+(?:\/[\w.@+-]+){2,}|\b[\w-]+\.(?:py|js|ts|tsx|jsx|mjs|cjs|go|rs|java|rb|c|h|cc|cpp|cs|php|json|ya?ml|toml|md|txt|csv|html|css|sh|sql|log|xml|ini|cfg|conf|lock)\b|\b(?:0x[0-9a-f]+|(?=[0-9a-f-]*\d)[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{6,64})\b|\d+(?:[.,:]\d+)*/gi

/** A line with what differs from case to case masked: `#` numbers, `<q>` quotes, `<path>`, `<url>`, `<hex>`. */
function maskLine(line: string): string {
  return line.replace(volatile, maskOf).replace(/\s+/g, ' ').trim().toLowerCase()
}

function maskOf(part: string): string {
  const first = part.charCodeAt(0)
  if (first === 27) return ''
  if (first === 34 || first === 39 || first === 96) return '<q>'
  if (part.includes('://')) return '<url>'
  if (/^\d+(?:[.,:]\d+)*$/.test(part)) return '#'
  return /[/\\.]/.test(part) ? '<path>' : '<hex>'
}
