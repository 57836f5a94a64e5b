/**
 * What identifies an error, as text: its telling `lines` with numbers, paths, URLs, hexadecimal ids and
 * quoted text masked, letter case and spacing ignored.
 */
export function signatureText(lines: readonly string[]): string {
  return lines
    .map(maskLine)
    .filter((line) => line !== '')
    .join('\n')
}

const files =
  'py|js|ts|tsx|jsx|mjs|cjs|go|rs|java|rb|c|h|cc|cpp|cs|php|json|ya?ml|toml|md|txt|csv|html|css|sh|sql|log|xml|ini|cfg|conf|lock'

/** What differs from case to case, in the order in which it is looked for. */
const parts: readonly string[] = [
  // Terminal escapes.
  '\\u001b\\[[0-?]{0,32}[@-~]',
  // URLs.
  '\\b[a-z][a-z0-9+.-]{0,15}:\\/\\/[^\\s"\'<>)\\]]+',
  // Quoted text; an apostrophe inside a word is none.
  '(?<!\\w)(?:"[^"\\n]*"|\'[^\'\\n]*\'(?!\\w)|`[^`\\n]*`)',
  // Paths from a root, home, drive or dot, and those with two slashes and more.
  '(?<![\\w/.])(?:[A-Za-z]:\\\\|~?\\/|\\.{1,2}\\/)[\\w.@+~\\\\/-]*[\\w@+~-]',
  '\\b[\\w.@+-]{1,128}(?:\\/[\\w.@+-]{1,128}){2,}',
  `\\b[\\w-]{1,128}\\.(?:${files})\\b`,
  // Addresses, UUIDs, digests.
  '\\b0x[0-9a-f]+\\b',
  '\\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\\b',
  '\\b(?=[0-9a-f]{0,63}\\d)(?=[0-9a-f]{0,63}[a-f])[0-9a-f]{6,64}\\b',
  // Numbers.
  '\\d+(?:[.,:]\\d+)*',
]
const volatile = new RegExp(parts.join('|'), 'gi')

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
